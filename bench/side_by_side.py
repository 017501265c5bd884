"""The figures of `make bench`: our rules and OpenSpiel in alternation, so that noise affects both.

.venv/bin/python bench/side_by_side.py [--rounds 5] [--seconds 2] [--json]
"""

from __future__ import annotations

import argparse
import json
import statistics
import subprocess
import sys
from pathlib import Path
from typing import Any

from armarium.core.registry import DEFAULT_GAME, find_game, game_names

ROOT = Path(__file__).parents[1]
OURS = [str(ROOT / ".venv/bin/armarium"), "bench"]
PEER = [sys.executable, str(ROOT / "bench/openspiel_hearts.py")]

# The measurements of every round: a name and a command.
COMMANDS = {
    "OpenSpiel hearts, C++ random bots": PEER,
    "4 seats, all knowledge": [*OURS, "rules", "--seats", "4"],
    "4 seats, no knowledge": [*OURS, "rules", "--seats", "4", "--no-knowledge"],
    "3 seats, all knowledge": [*OURS, "rules", "--seats", "3"],
    "2 seats, all knowledge": [*OURS, "rules", "--seats", "2"],
    "4 seats, all knowledge, all cores": [*OURS, "rules", "--seats", "4", "--threads", "0"],
    "4 seats, observations and masks": [*OURS, "rules", "--seats", "4", "--observe"],
    "Game.play, texts and events": [*OURS, "play", "--seats", "4"],
}
for game in (name for name in game_names() if name != DEFAULT_GAME and find_game(name).batch):
    one = [*OURS, "rules", "--game", game]
    COMMANDS |= {
        game.capitalize(): one,
        f"{game.capitalize()}, observations and masks": [*one, "--observe"],
    }


def measure(command: list[str], seconds: float) -> dict[str, Any]:
    done = subprocess.run(
        [*command, "--seconds", str(seconds), "--json"], capture_output=True, text=True, check=False
    )
    if done.returncode:
        sys.exit(f"{' '.join(command)} failed:\n{done.stderr}")
    figures: dict[str, Any] = json.loads(done.stdout)
    return figures


def main() -> None:
    parser = argparse.ArgumentParser(description="Compare the speed of the rules with OpenSpiel.")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--seconds", type=float, default=2.0)
    parser.add_argument("--json", action="store_true")
    arguments = parser.parse_args()
    rates: dict[str, list[float]] = {name: [] for name in COMMANDS}
    game_lengths: dict[str, float] = {}
    for number in range(1, arguments.rounds + 1):
        print(f"round {number} of {arguments.rounds} …", file=sys.stderr, flush=True)
        for name, command in COMMANDS.items():
            figures = measure(command, arguments.seconds)
            rates[name].append(figures["decisions_per_s"])
            game_lengths[name] = figures["decisions_per_game"]
    peer = rates[next(iter(COMMANDS))]
    rows = []
    for name, measured in rates.items():
        # Compare each round with OpenSpiel in the same round.
        ratios = [ours / theirs for ours, theirs in zip(measured, peer, strict=True)]
        rows.append(
            {
                "what": name,
                "decisions_per_s": statistics.median(measured),
                "lowest": min(measured),
                "highest": max(measured),
                "decisions_per_game": game_lengths[name],
                "times_the_peer": statistics.median(ratios),
                "times_the_peer_lowest": min(ratios),
            }
        )
    if arguments.json:
        print(json.dumps(rows))
        return
    print(
        f"{'':36}{'decisions/s':>13}{'lowest':>13}{'highest':>13}{'a game':>8}{'× peer':>8}{'lowest':>8}"
    )
    for row in rows:
        print(
            f"{row['what']:36}{row['decisions_per_s']:13,.0f}{row['lowest']:13,.0f}{row['highest']:13,.0f}"
            f"{row['decisions_per_game']:8.1f}{row['times_the_peer']:8.2f}{row['times_the_peer_lowest']:8.2f}"
        )


if __name__ == "__main__":
    main()
