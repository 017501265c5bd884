"""Does accuracy order players as the arena does? Judged with other worlds, and four times as many:

python -m armarium.games.biblios.lab.judgement.levels --games 12

Each level sits with the next lower one, alone with it, in both orders: there the arena says who is stronger. (At a
table of all four it does not say that a novice beats an oblate.) The mean accuracies of both are told, and by how much
the upper one's is better in the same game, with 95 % intervals.
"""

from __future__ import annotations

import argparse
import json
from itertools import pairwise
from typing import NamedTuple

import numpy as np

from armarium.analysis.analysing import analyse
from armarium.games.biblios.lab.judgement.tables import played
from armarium.lab.arena.intervals import Estimate, estimate

__all__ = ["LEVELS", "Pair", "accuracies"]

# The last never draws: as strong as the network is.
LEVELS = ("oblate", "novice", "monk", "prior:warmth=0")
EFFORT, SEED = 4.0, 77  # of the judge


class Pair(NamedTuple):
    """The accuracies of two levels in the same games."""

    lower: Estimate
    upper: Estimate
    better: Estimate  # the upper one's less the lower one's, game by game


def accuracies(lower: str, upper: str, games: int, effort: float = EFFORT, first: int = 0) -> Pair:
    found = np.zeros((games, 2))
    for row, number in zip(found, range(first, first + games), strict=True):
        seated = [lower, upper] if number % 2 else [upper, lower]
        told = analyse(played(seated, number // 2).record(), effort=effort, seed=SEED)
        row[:] = [told["seats"][seated.index(level)]["accuracy"] for level in (lower, upper)]
    return Pair(estimate(found[:, 0]), estimate(found[:, 1]), estimate(found[:, 1] - found[:, 0]))


def main() -> None:
    parser = argparse.ArgumentParser(description="The accuracy of each level beside the next.")
    parser.add_argument("--games", type=int, default=12, help="of each pair")
    parser.add_argument("--first", type=int, default=0, help="which of a pair's games is the first")
    parser.add_argument("--upper", choices=LEVELS[1:], help="only the pair with this one above")
    parser.add_argument("--effort", type=float, default=EFFORT)
    parser.add_argument("--json", action="store_true")
    asked = parser.parse_args()
    for lower, upper in pairwise(LEVELS):
        if asked.upper in (None, upper):
            pair = accuracies(lower, upper, asked.games, asked.effort, asked.first)
            _tell(lower, upper, pair, asked)


def _tell(lower: str, upper: str, pair: Pair, asked: argparse.Namespace) -> None:
    told = {lower: pair.lower, upper: pair.upper, "better": pair.better}
    if asked.json:
        print(json.dumps({name: one.told() for name, one in told.items()}), flush=True)
        return
    text = ", ".join(
        f"{name} {e.mean:.1f} ({e.low:.1f} to {e.high:.1f})" for name, e in told.items()
    )
    print(f"{text}; {asked.games} games", flush=True)


if __name__ == "__main__":
    main()
