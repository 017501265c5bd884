"""Weights of imagined worlds: how well a world explains what the other players kept, auctioned and paid.

A world is described by a few sums over the hidden cards. Their coefficients were fitted to self-play games, so that the
true world stands out among imagined ones (`research/biblios/fitting.py`). `imagine` samples worlds uniformly, and the
search resamples them in proportion to these weights.
"""

from __future__ import annotations

import numpy as np

from armarium.core.jit import jit, jit_entry
from armarium.core.kernels.bits import count
from armarium.games.biblios.cards import (
    CARDS_IN_CATEGORY,
    CATEGORY_KINDS,
    CHURCH,
    GOLD,
    RUN,
    VALUE,
    WORD,
)
from armarium.games.biblios.state import AUCTION, HAND, LOST, PAID

__all__ = ["SIGNS", "describe", "weights"]

SIGNS = 14
# The coefficient of each sign in 4096ths of a logit, by number of seats: the output of `research/biblios/fitting.py`.
_COUNTS = {
    2: [266, 661, 1325, 244, 15, 2, 3274, -266, 431, -523, 135, -657, -26, -1535],
    3: [331, -79, 1101, 130, 45, 13, 2714, -331, -65, -1060, 105, 510, 928, 192],
    4: [222, -132, 816, 117, 71, 17, 1557, -222, -150, -748, 181, 900, 1804, 372],
}


def weights(signs: np.ndarray, seats: int) -> np.ndarray:
    """Return how well each world explains the other players' actions, as logits in 4096ths."""
    found: np.ndarray = signs @ np.array(_COUNTS[seats], np.int64)
    return found


@jit_entry
def describe(worlds, seat, signs):
    """Compute the signs of each world for a seat."""
    for i in range(worlds.shape[0]):
        signs[i, :] = 0
        for other in range(worlds[i].seats):
            if other != seat:
                _add_hand(worlds[i], other, signs[i])
        _add_pile(worlds[i], signs[i])


@jit
def _add_hand(s, seat, signs):
    """Add the signs of another seat's hand and face-down payments."""
    for c in range(5):
        total, held, die = 0, 0, int(s.dice[c])
        for kind in range(CARDS_IN_CATEGORY * c, CARDS_IN_CATEGORY * (c + 1)):
            if s.location[HAND + seat, 0] >> kind & 1:
                total += VALUE[kind]
                held += 1
        signs[0] += held
        signs[1] += total
        signs[2] += held * die
        signs[3] += total * die
        signs[4] += total * total
        signs[5] += total * total * die
    for kind in range(GOLD, CHURCH):
        here = count(s.location[HAND + seat, WORD[kind]] & RUN[kind])
        signs[6] += here * VALUE[kind]
        signs[7] += here
    for kind in range(CATEGORY_KINDS):
        if s.location[PAID + seat, 0] >> kind & 1 or s.location[LOST, 0] >> kind & 1:
            signs[8] += VALUE[kind] * int(s.dice[kind // CARDS_IN_CATEGORY])
            signs[9] += VALUE[kind]


@jit
def _add_pile(s, signs):
    for kind in range(CATEGORY_KINDS):
        if s.location[AUCTION, 0] >> kind & 1:
            signs[10] += VALUE[kind] * int(s.dice[kind // CARDS_IN_CATEGORY])
            signs[11] += VALUE[kind]
    for kind in range(GOLD, CHURCH):
        signs[12] += count(s.location[AUCTION, WORD[kind]] & RUN[kind]) * VALUE[kind]
    signs[13] += count(s.location[AUCTION, 0] >> CATEGORY_KINDS)
