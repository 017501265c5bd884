"""How good a decision was: its class by what it cost, and the accuracy of many. docs/analysis.md has the thresholds."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Literal, NamedTuple

from armarium.games.table.analyst import Measure

__all__ = ["CLASSES", "MARKED", "Class", "Loss", "accuracy", "class_of"]

Class = Literal["best", "good", "inaccuracy", "mistake", "blunder"]
CLASSES: tuple[Class, ...] = ("best", "good", "inaccuracy", "mistake", "blunder")
MARKED: tuple[Class, ...] = ("inaccuracy", "mistake", "blunder")

LITTLE = 0.02  # of less than this no shares are taken: what is left is within the judge's errors


class Loss(NamedTuple):
    """What a decision cost, and what the best action was worth."""

    cost: float
    best: float


def class_of(cost: float, measure: Measure) -> Class:
    limits = (measure.good, measure.inaccuracy, measure.mistake, measure.blunder)
    return CLASSES[sum(cost >= limit for limit in limits)]


def accuracy(losses: Sequence[Loss], measure: Measure) -> float | None:
    """In a hundred: a decision without loss counts whole, one that costs `half` counts half, twice that a quarter.

    None where nothing was to be decided.
    """
    if not losses:
        return None
    halves = (_size(loss, measure) / measure.half for loss in losses)
    return 100.0 * sum(math.pow(0.5, size) for size in halves) / len(losses)


def _size(loss: Loss, measure: Measure) -> float:
    return loss.cost / max(loss.best, LITTLE) if measure.is_share else loss.cost
