"""Check that the curve is even: if the network plays all seats, their actions must change nothing on average:

python -m research.biblios.judgement.evenness --seats 2 --games 24

The script prints, for gifts and auction, the mean change by a seat's own actions in a whole game, and that by forced
actions, which can neither win nor lose anything; with 95 % intervals. After a change of the weights, set
`OVERCONFIDENCE` of analysis/course.py so that both are as close to zero as possible.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Sequence

import numpy as np

from armarium.analysis.analysing import find_analyst, replay_versions
from armarium.core.record import Record
from armarium.lab.arena.intervals import Estimate, estimate
from research.biblios.judgement.tables import play_game

__all__ = ["PARTS", "estimate_means", "measure_changes"]

NETWORK = "prior:warmth=0"
PARTS = ("gifts", "gifts without a choice", "auction", "auction without a choice")


def measure_changes(seats: int, deals: Sequence[int], player: str = NETWORK) -> np.ndarray:
    """Return how much a seat's own actions changed its value, (games, parts), averaged over all seats."""
    return np.array([_measure_game(seats, deal, player) for deal in deals])


def _measure_game(seats: int, deal: int, player: str) -> np.ndarray:
    games = list(replay_versions(Record.parse(play_game([player] * seats, deal).record())))
    curve = find_analyst("biblios").compute_curve(games, lambda done, of: None)
    found = np.zeros(len(PARTS))
    for v, (seat, _) in enumerate(games[-1].actions):
        change = (curve.after_action[v] - curve.points[v])[seat] / seats
        part = PARTS.index("gifts" if games[v].view(seat)["phase"] == "gift" else "auction")
        found[part] += change
        if len(games[v].legal()) == 1:
            found[part + 1] += change
    return found


def estimate_means(found: np.ndarray) -> dict[str, Estimate]:
    return {part: estimate(found[:, n]) for n, part in enumerate(PARTS)}


def main() -> None:
    parser = argparse.ArgumentParser(
        description="Measure the mean change of the curve with equal players."
    )
    parser.add_argument("--games", type=int, default=24)
    parser.add_argument("--first", type=int, default=0, help="number of the first deal")
    parser.add_argument("--seats", type=int, default=2)
    parser.add_argument("--player", default=NETWORK)
    parser.add_argument("--json", action="store_true")
    arguments = parser.parse_args()
    deals = range(arguments.first, arguments.first + arguments.games)
    found = estimate_means(measure_changes(arguments.seats, deals, arguments.player))
    if arguments.json:
        print(json.dumps({part: one.to_dict() for part, one in found.items()}))
        return
    for part, one in found.items():
        print(f"{part}: {one.mean:+.3f} ({one.low:+.3f} to {one.high:+.3f})")


if __name__ == "__main__":
    main()
