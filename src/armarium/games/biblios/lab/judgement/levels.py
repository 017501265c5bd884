"""Does accuracy order players as the arena does? Judged with other worlds, and four times as many:

python -m armarium.games.biblios.lab.judgement.levels --games 20

The levels sit at one table, in all rotations; the mean accuracy of each is told with a 95 % interval.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Sequence

import numpy as np

from armarium.analysis.analysing import analyse
from armarium.games.biblios.lab.judgement.tables import played
from armarium.lab.arena.intervals import Estimate, estimate

__all__ = ["LEVELS", "accuracies"]

LEVELS = ("oblate", "novice", "monk", "prior")
EFFORT, SEED = 4.0, 77  # of the judge


def accuracies(
    games: int, effort: float = EFFORT, levels: Sequence[str] = LEVELS
) -> dict[str, Estimate]:
    found: dict[str, list[float]] = {level: [] for level in levels}
    for deal in range(games):
        turn = deal % len(levels)
        seated = [*levels[turn:], *levels[:turn]]
        told = analyse(played(seated, deal // len(levels)).record(), effort=effort, seed=SEED)
        for level, seat in zip(seated, told["seats"], strict=True):
            assert seat["accuracy"] is not None
            found[level].append(seat["accuracy"])
        print({level: round(float(np.mean(own)), 2) for level, own in found.items()}, flush=True)
    return {level: estimate(np.array(own)) for level, own in found.items()}


def main() -> None:
    parser = argparse.ArgumentParser(description="The accuracy of each level.")
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument("--effort", type=float, default=EFFORT)
    parser.add_argument("--json", action="store_true")
    asked = parser.parse_args()
    found = accuracies(asked.games, asked.effort)
    if asked.json:
        print(json.dumps({level: one.told() for level, one in found.items()}))
        return
    for level, one in found.items():
        print(f"{level}: {one.mean:.1f} % ({one.low:.1f} to {one.high:.1f}), {one.number} games")


if __name__ == "__main__":
    main()
