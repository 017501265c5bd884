"""Actions by masks: always a legal one, whatever the precision.

The idiom `(masks * random).argmax(1)` fails where the random number of the only legal action is 0, which float32 draws
once in some millions. Here what is legal decides, and chance only among that.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from armarium.games.table.errors import ArmariumError

__all__ = ["NothingLegal", "by_logits", "random_legal"]


class NothingLegal(ArmariumError):
    code = "nothing-legal"
    sentence = "Masks are (count, actions) with a legal action in every row; these are {asked}."


def random_legal(masks: Any, rng: np.random.Generator) -> np.ndarray:
    """(count,) int64: in each row of (count, actions) masks one of its ones, all equally likely."""
    legal = _checked(masks)
    which = rng.integers(legal.sum(1))  # the how-manieth
    found: np.ndarray = (legal.cumsum(1) > which[:, None]).argmax(1)
    return found


def by_logits(logits: Any, masks: Any, rng: np.random.Generator) -> np.ndarray:
    """(count,) int64: a legal action as likely as the softmax of the legal logits says (the Gumbel trick)."""
    legal, wishes = _checked(masks), np.asarray(logits, np.float64)
    worst = np.finfo(np.float64).min
    last = np.nan_to_num(
        wishes, nan=worst
    )  # −∞ and no number are the last choice, not an illegal one
    with np.errstate(divide="ignore"):
        chance = -np.log(rng.standard_exponential(legal.shape))  # of 0: +∞, never −∞
    found: np.ndarray = np.where(legal, np.maximum(last + chance, worst), -np.inf).argmax(1)
    return found


def _checked(masks: Any) -> np.ndarray:
    legal: np.ndarray = np.asarray(masks) != 0
    if legal.ndim != 2 or not legal.any(1).all():
        raise NothingLegal(asked=list(legal.shape))
    return legal
