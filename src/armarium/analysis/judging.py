"""How good play was: a decision's class by what it cost, and the accuracy of a game (docs/analysis.md)."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Literal

from armarium.games.table.analyst import Measure

__all__ = ["CLASSES", "MARKED", "Class", "accuracy", "class_of"]

Class = Literal["best", "good", "inaccuracy", "mistake", "blunder"]
CLASSES: tuple[Class, ...] = ("best", "good", "inaccuracy", "mistake", "blunder")
MARKED: tuple[Class, ...] = ("inaccuracy", "mistake", "blunder")


def class_of(cost: float, measure: Measure) -> Class:
    limits = (measure.good, measure.inaccuracy, measure.mistake, measure.blunder)
    return CLASSES[sum(cost >= limit for limit in limits)]


def accuracy(costs: Sequence[float], measure: Measure) -> float | None:
    """In a hundred: a game without loss counts 100, one in which `half` was given away in all 50, twice that 25.

    By the sum, since that is what decides a game: among equals in luck, who gives away less wins as much more. None
    where nothing was to be decided.
    """
    if not costs:
        return None
    return 100.0 * math.pow(0.5, sum(costs) / measure.half)
