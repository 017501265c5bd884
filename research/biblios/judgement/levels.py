"""Check that accuracy orders players as the arena does, evaluated in other worlds, and four times as many:

python -m research.biblios.judgement.levels --games 12

Each level plays against the next lower one in both orders: for such pairs the arena knows who is stronger. (At a table
of all four it does not show that a novice beats an oblate.) The script prints the mean accuracies of both, and the
difference in the same game, with 95 % intervals.
"""

from __future__ import annotations

import argparse
import json
from itertools import pairwise
from typing import NamedTuple

import numpy as np

from armarium.analysis.analysing import analyse
from armarium.lab.arena.intervals import Estimate, estimate
from research.biblios.judgement.tables import play_game

__all__ = ["LEVELS", "AccuracyPair", "measure_accuracies"]

# The last one plays greedily, at the full strength of the network.
LEVELS = ("oblate", "novice", "monk", "prior:warmth=0")
EFFORT, SEED = 4.0, 77  # effort and seed of the analysis


class AccuracyPair(NamedTuple):
    """The accuracies of two levels in the same games."""

    lower: Estimate
    upper: Estimate
    better: Estimate  # accuracy of the upper minus the lower level, game by game


def measure_accuracies(
    lower: str, upper: str, games: int, effort: float = EFFORT, first: int = 0
) -> AccuracyPair:
    found = np.zeros((games, 2))
    for row, number in zip(found, range(first, first + games), strict=True):
        line_up = [lower, upper] if number % 2 else [upper, lower]
        report = analyse(play_game(line_up, number // 2).record(), effort=effort, seed=SEED)
        row[:] = [report["seats"][line_up.index(level)]["accuracy"] for level in (lower, upper)]
    return AccuracyPair(
        estimate(found[:, 0]), estimate(found[:, 1]), estimate(found[:, 1] - found[:, 0])
    )


def main() -> None:
    parser = argparse.ArgumentParser(
        description="Compare the accuracy of each level with the next."
    )
    parser.add_argument("--games", type=int, default=12, help="games per pair")
    parser.add_argument("--first", type=int, default=0, help="number of the first game of a pair")
    parser.add_argument("--upper", choices=LEVELS[1:], help="only the pair with this upper level")
    parser.add_argument("--effort", type=float, default=EFFORT)
    parser.add_argument("--json", action="store_true")
    arguments = parser.parse_args()
    for lower, upper in pairwise(LEVELS):
        if arguments.upper in (None, upper):
            pair = measure_accuracies(
                lower, upper, arguments.games, arguments.effort, arguments.first
            )
            _print_pair(lower, upper, pair, arguments)


def _print_pair(lower: str, upper: str, pair: AccuracyPair, arguments: argparse.Namespace) -> None:
    estimates = {lower: pair.lower, upper: pair.upper, "better": pair.better}
    if arguments.json:
        print(json.dumps({name: one.to_dict() for name, one in estimates.items()}), flush=True)
        return
    text = ", ".join(
        f"{name} {e.mean:.1f} ({e.low:.1f} to {e.high:.1f})" for name, e in estimates.items()
    )
    print(f"{text}; {arguments.games} games", flush=True)


if __name__ == "__main__":
    main()
