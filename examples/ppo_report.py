"""Evaluate the networks of examples/ppo.py in the arena, and plot the learning curves.

python examples/ppo_report.py --deals 200 --picture docs/pictures/ppo.svg
"""

from __future__ import annotations

import argparse
import json
import os
from pathlib import Path
from typing import Any

from ppo import FOLDER

from armarium.lab.arena.intervals import WinShare
from armarium.lab.arena.match import make_matches, make_settings
from armarium.lab.arena.running import run
from armarium.lab.pictures.plots import draw_svg, use_percent_axis

PLAYER = f"{Path(__file__).with_name('ppo.py')}:Policy"
OPPONENTS = ("random", "oblate", "novice", "monk")


def draw_curves(curves: dict[int, list[list[float]]]) -> str:
    """Plot the win share against random over the decisions, one line per seed."""

    def draw_panel(axes: Any) -> None:
        axes.set_title("PPO by self-play: share of wins against random")
        axes.set_xlabel("million decisions")
        use_percent_axis(axes)
        for seed, curve in curves.items():
            decisions, seconds, share = zip(*curve)
            label = f"seed {seed}: {seconds[-1] / 60:.1f} min"
            axes.plot([number / 1e6 for number in decisions], share, label=label)
        axes.legend(loc="lower right")

    return draw_svg([draw_panel])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--deals", type=int, default=200, help="deals against each player")
    parser.add_argument("--seats", type=int, nargs="+", default=[2])
    parser.add_argument("--seeds", type=int, nargs="*", help="networks to evaluate. Default: all")
    parser.add_argument("--picture", type=Path, default=FOLDER / "curves.svg")
    given = parser.parse_args()
    files = {int(path.stem.split("-")[1]): path for path in sorted(FOLDER.glob("seed-*.json"))}
    settings = make_settings("biblios", given.seats, ["iello"], {}, seed=9_000_000_000)
    for seed in files if given.seeds is None else given.seeds:
        os.environ["PPO_SEED"] = str(seed)  # for the process of the player
        for opponent in OPPONENTS:
            matches = make_matches(settings, [PLAYER, opponent], given.deals)
            run(matches, processes=1)
            for match in matches:
                seats = match.setting.seats
                share = WinShare(match.shares(0), 1 / seats)
                print(f"seed {seed} – {opponent}, {seats} seats: {share}", flush=True)
    curves = {seed: json.loads(path.read_text()) for seed, path in files.items()}
    given.picture.write_text(draw_curves(curves), encoding="utf-8")


if __name__ == "__main__":
    main()
