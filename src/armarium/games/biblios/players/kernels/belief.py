"""Which worlds explain what the others did: players keep what is worth keeping, and put other things up for auction.

A world is described by a few sums over the hidden cards; how much each counts was fitted to games of the network
against itself, so that the true world stands out among imagined ones (`fitting.py`). `imagine` draws worlds evenly; of
many such worlds some are drawn again, in proportion to these weights.
"""

from __future__ import annotations

import numpy as np

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
from armarium.games.table.compiled import compiled, door
from armarium.games.table.kernels.bits import count

__all__ = ["SIGNS", "describe", "weights"]

SIGNS = 14
# What each sign counts, in 4096ths of a logit, by the number of seats: the output of `fitting.py`.
_COUNTS = {
    2: [266, 661, 1325, 244, 15, 2, 3274, -266, 431, -523, 135, -657, -26, -1535],
    3: [331, -79, 1101, 130, 45, 13, 2714, -331, -65, -1060, 105, 510, 928, 192],
    4: [222, -132, 816, 117, 71, 17, 1557, -222, -150, -748, 181, 900, 1804, 372],
}


def weights(signs: np.ndarray, seats: int) -> np.ndarray:
    """How well each world explains what the others did, as logits in 4096ths."""
    found: np.ndarray = signs @ np.array(_COUNTS[seats], np.int64)
    return found


@door
def describe(worlds, seat, signs):
    """The signs of each world, as the seat would weigh it."""
    for i in range(worlds.shape[0]):
        signs[i, :] = 0
        for other in range(worlds[i].seats):
            if other != seat:
                _hand(worlds[i], other, signs[i])
        _pile(worlds[i], signs[i])


@compiled
def _hand(s, seat, signs):
    """What another holds, and has paid face down."""
    for c in range(5):
        total, held, die = 0, 0, int(s.dice[c])
        for kind in range(CARDS_IN_CATEGORY * c, CARDS_IN_CATEGORY * (c + 1)):
            if s.at[HAND + seat, 0] >> kind & 1:
                total += VALUE[kind]
                held += 1
        signs[0] += held
        signs[1] += total
        signs[2] += held * die
        signs[3] += total * die
        signs[4] += total * total
        signs[5] += total * total * die
    for kind in range(GOLD, CHURCH):
        here = count(s.at[HAND + seat, WORD[kind]] & RUN[kind])
        signs[6] += here * VALUE[kind]
        signs[7] += here
    for kind in range(CATEGORY_KINDS):
        if s.at[PAID + seat, 0] >> kind & 1 or s.at[LOST, 0] >> kind & 1:
            signs[8] += VALUE[kind] * int(s.dice[kind // CARDS_IN_CATEGORY])
            signs[9] += VALUE[kind]


@compiled
def _pile(s, signs):
    for kind in range(CATEGORY_KINDS):
        if s.at[AUCTION, 0] >> kind & 1:
            signs[10] += VALUE[kind] * int(s.dice[kind // CARDS_IN_CATEGORY])
            signs[11] += VALUE[kind]
    for kind in range(GOLD, CHURCH):
        signs[12] += count(s.at[AUCTION, WORD[kind]] & RUN[kind]) * VALUE[kind]
    signs[13] += count(s.at[AUCTION, 0] >> CATEGORY_KINDS)
