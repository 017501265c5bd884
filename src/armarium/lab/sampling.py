"""Sample actions from masks: always a legal one, at any precision.

The idiom `(masks * random).argmax(1)` fails if the random number of the only legal action is 0, which happens once in
some millions of float32 draws. Here only legal actions take part in the draw.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from armarium.core.errors import ArmariumError
from armarium.core.kernels.masks import choose_legal

__all__ = ["NothingLegal", "by_logits", "random_legal"]


class NothingLegal(ArmariumError):
    code = "nothing-legal"
    sentence = "Masks must have the shape (count, actions) and a legal action in every row; these have {asked}."


def random_legal(masks: ArrayLike, rng: np.random.Generator) -> np.ndarray:
    """Draw a uniformly random legal action per row of (count, actions) masks; return (count,) int64."""
    given = np.asarray(masks)
    # The kernel reads bytes; a mask of another type is compared with 0 first.
    is_bytes = given.dtype in (np.int8, np.bool_)
    legal = np.ascontiguousarray(given if is_bytes else given != 0).view(np.int8)
    if legal.ndim != 2 or not legal.size:
        raise NothingLegal(asked=list(legal.shape))
    found = np.empty(len(legal), np.int64)
    if choose_legal(legal, rng.random(len(legal)), found) >= 0:
        raise NothingLegal(asked=list(legal.shape))
    return found


def by_logits(logits: ArrayLike, masks: ArrayLike, rng: np.random.Generator) -> np.ndarray:
    """Draw legal actions with the softmax probabilities of their logits (the Gumbel trick); return (count,) int64."""
    legal, values = _check_masks(masks), np.asarray(logits, np.float64)
    lowest = np.finfo(np.float64).min
    # −∞ and NaN are the last choice, not an illegal one.
    finite = np.nan_to_num(values, nan=lowest)
    with np.errstate(divide="ignore"):
        gumbel = -np.log(rng.standard_exponential(legal.shape))  # 0 gives +∞, never −∞
    found: np.ndarray = np.where(legal, np.maximum(finite + gumbel, lowest), -np.inf).argmax(1)
    return found


def _check_masks(masks: ArrayLike) -> np.ndarray:
    legal: np.ndarray = np.asarray(masks) != 0
    if legal.ndim != 2 or not legal.any(1).all():
        raise NothingLegal(asked=list(legal.shape))
    return legal
