"""How good a decision was: its class by what it cost, and the accuracy of many. docs/analysis.md has the thresholds."""

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
    """In a hundred: a decision without loss counts whole, one that costs `half` counts half, twice that a quarter.

    None where nothing was to be decided.
    """
    if not costs:
        return None
    return 100.0 * sum(math.pow(0.5, cost / measure.half) for cost in costs) / len(costs)
