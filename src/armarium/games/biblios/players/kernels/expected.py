"""Expected numbers: how many cards of each kind lie in each hand and pile, from what an eye knows of hidden places.

That knowledge comes as groups of labels that may lie in the same places (`alike`). Here a pocket is part of its hand,
and seats are counted from oneself: the coarse places are box, draw pile, auction pile, face-down discards, then the
hands from my own on.
"""

from __future__ import annotations

import numpy as np

from armarium.games.biblios.cards import CATEGORY_BITS, CHURCH, GOLD, KINDS, RUN
from armarium.games.biblios.kernels.alike import MOST_GROUPS, gather, narrow
from armarium.games.biblios.state import AUCTION, DRAW, HAND, NONE, PLACES, POCKET, POCKETS
from armarium.games.table.compiled import compiled
from armarium.games.table.kernels.bits import count, lowest, place

__all__ = ["COARSE", "MINE", "counted_from", "expect"]

MINE = 4
COARSE = 8
ROUNDS = 4


@compiled
def expect(s, seat, features, exactly):
    """Exactly: as a view tells it, with all that sizes imply."""
    there = np.empty((2, PLACES), np.int64)
    places = np.empty(MOST_GROUPS, np.int64)
    labels = np.empty((MOST_GROUPS, 2), np.int64)
    n = gather(s.may[seat], there, places, labels)
    if exactly:
        narrow(s, seat, there, places, labels, n)
    sure = np.zeros((COARSE, 2), np.int64)
    where = np.empty(n, np.int64)
    cards = np.empty((n, 2), np.int64)
    for x in range(PLACES):
        if there[0, x] | there[1, x]:
            _join(sure[place(_coarse(1 << x, seat, int(s.seats)))], there[0, x], there[1, x])
    groups = 0
    for g in range(n):
        mask = _coarse(places[g], seat, int(s.seats))
        if count(mask) == 1:
            _join(sure[place(mask)], labels[g, 0], labels[g, 1])
        else:
            groups = _insert(where, cards, groups, mask, labels[g])
    _count_sure(features, sure)
    _spread(features, where, cards, groups, _shares(features, sure, where, cards, groups))


@compiled
def _coarse(mask, seat, n):
    """A set of places of an eye as a set of coarse places."""
    hands = 0
    for other in range(4):
        parts = (1 << (HAND + other)) | (((1 << POCKETS) - 1) << (POCKET + POCKETS * other))
        if mask & parts:
            hands |= 1 << other
    return mask & 0b1111 | counted_from(seat, hands, n) << MINE


@compiled
def counted_from(seat, seats, n):
    """A set of seats, counted from one of them."""
    seats, seat = int(seats), int(seat)
    return (seats >> seat | seats << (n - seat)) & ((1 << n) - 1)


@compiled
def _join(cards, word0, word1):
    cards[0] |= word0
    cards[1] |= word1


@compiled
def _insert(where, cards, groups, mask, labels):
    """Groups are kept in rising order of their masks, so that sums do not depend on where they came from."""
    g = 0
    while g < groups and where[g] < mask:
        g += 1
    if g == groups or where[g] != mask:
        for later in range(groups, g, -1):
            where[later] = where[later - 1]
            cards[later, 0] = cards[later - 1, 0]
            cards[later, 1] = cards[later - 1, 1]
        where[g] = mask
        cards[g, 0] = cards[g, 1] = 0
        groups += 1
    _join(cards[g], labels[0], labels[1])
    return groups


@compiled
def _shares(features, sure, where, cards, groups):
    """The share of each group in each place: every card is spread so that all sizes fit."""
    share = np.zeros((groups, COARSE))
    number = np.zeros(groups)
    free = np.zeros(COARSE)
    for x in range(COARSE):
        free[x] = features.room[x] - (count(sure[x, 0]) + count(sure[x, 1]))
    for g in range(groups):
        number[g] = count(cards[g, 0]) + count(cards[g, 1])
        for x in range(COARSE):
            if (where[g] >> x) & 1:
                share[g, x] = max(free[x], 0.0)
    for _ in range(ROUNDS):
        _fit(share, number, free)
    return share


@compiled
def _fit(share, number, free):
    """One of Sinkhorn's rounds: fill each place to its size, then let each card lie somewhere."""
    groups = share.shape[0]
    for x in range(COARSE):
        total = 0.0
        for g in range(groups):
            total += number[g] * share[g, x]
        if total > 0.0:
            for g in range(groups):
                share[g, x] *= free[x] / total
    for g in range(groups):
        total = 0.0
        for x in range(COARSE):
            total += share[g, x]
        if total > 0.0:
            for x in range(COARSE):
                share[g, x] /= total


@compiled
def _count_sure(features, sure):
    features.draw[:] = 0.0
    features.pile[:] = 0.0
    _add(features.draw, sure[DRAW], 1)
    _add(features.pile, sure[AUCTION], 1)
    for j in range(1, features.seats):
        _add(features.held[j], sure[MINE + j], 1)


@compiled
def _spread(features, where, cards, groups, share):
    features.likely[:, :] = 0.0
    for g in range(groups):
        _add(features.draw, cards[g], share[g, DRAW])
        _add(features.pile, cards[g], share[g, AUCTION])
        cards[g, 0] &= CATEGORY_BITS  # a church card is never in a hand (B-4.2)
        for j in range(1, features.seats):
            _add(features.likely[j], cards[g], share[g, MINE + j])
    if features.drawn != NONE:
        features.draw[features.drawn] -= 1.0


@compiled
def _add(numbers, cards, share):
    """A share of each card to the number of its kind."""
    if share == 0:
        return
    left = cards[0] & CATEGORY_BITS
    while left:
        numbers[place(lowest(left))] += share
        left &= left - 1
    for kind in range(GOLD, CHURCH):
        numbers[kind] += count(cards[1] & RUN[kind]) * share
    if cards[0] > CATEGORY_BITS:
        for kind in range(CHURCH, KINDS):
            numbers[kind] += count(cards[0] & RUN[kind]) * share
