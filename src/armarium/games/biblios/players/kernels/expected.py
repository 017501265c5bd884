"""Expected numbers of cards of each kind in each hand and pile, from what a viewer knows of hidden places.

The knowledge comes as groups of labels that may be in the same places (`deduction`). Here a pocket is part of its hand,
and seats are counted from the viewer. The coarse places are box, draw pile, auction pile, face-down discards, then the
hands, the viewer's own first.
"""

from __future__ import annotations

import numpy as np

from armarium.core.jit import jit
from armarium.core.kernels.bits import count, lowest, place
from armarium.games.biblios.cards import CATEGORY_BITS, CHURCH, GOLD, KINDS, RUN
from armarium.games.biblios.kernels.deduction import MAX_GROUPS, apply_size_limits, group_labels
from armarium.games.biblios.state import AUCTION, DRAW, HAND, NONE, PLACES, POCKET, POCKETS

__all__ = ["COARSE", "MINE", "counted_from", "expect"]

MINE = 4
COARSE = 8
ROUNDS = 4


@jit
def expect(s, seat, features, exactly):
    """Compute the expected numbers. With `exactly`, use all that the sizes of places imply, as a view does."""
    certain_labels = np.empty((2, PLACES), np.int64)
    places = np.empty(MAX_GROUPS, np.int64)
    labels = np.empty((MAX_GROUPS, 2), np.int64)
    n = group_labels(s.possible[seat], certain_labels, places, labels)
    if exactly:
        apply_size_limits(s, seat, certain_labels, places, labels, n)
    certain = np.zeros((COARSE, 2), np.int64)
    where = np.empty(n, np.int64)
    cards = np.empty((n, 2), np.int64)
    for x in range(PLACES):
        if certain_labels[0, x] | certain_labels[1, x]:
            _add_labels(
                certain[place(_to_coarse(1 << x, seat, int(s.seats)))],
                certain_labels[0, x],
                certain_labels[1, x],
            )
    groups = 0
    for g in range(n):
        mask = _to_coarse(places[g], seat, int(s.seats))
        if count(mask) == 1:
            _add_labels(certain[place(mask)], labels[g, 0], labels[g, 1])
        else:
            groups = _insert_group(where, cards, groups, mask, labels[g])
    _add_certain(features, certain)
    _add_uncertain(
        features, where, cards, groups, _compute_shares(features, certain, where, cards, groups)
    )


@jit
def _to_coarse(mask, seat, n):
    """Convert a set of a viewer's places to a set of coarse places."""
    hands = 0
    for other in range(4):
        parts = (1 << (HAND + other)) | (((1 << POCKETS) - 1) << (POCKET + POCKETS * other))
        if mask & parts:
            hands |= 1 << other
    return mask & 0b1111 | counted_from(seat, hands, n) << MINE


@jit
def counted_from(seat, seats, n):
    """Return a set of seats, counted clockwise from one of them."""
    seats, seat = int(seats), int(seat)
    return (seats >> seat | seats << (n - seat)) & ((1 << n) - 1)


@jit
def _add_labels(cards, word0, word1):
    cards[0] |= word0
    cards[1] |= word1


@jit
def _insert_group(where, cards, groups, mask, labels):
    """Insert labels into the groups, sorted by mask, so that sums do not depend on the order of input."""
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
    _add_labels(cards[g], labels[0], labels[1])
    return groups


@jit
def _compute_shares(features, certain, where, cards, groups):
    """Return the share of each group in each place, such that all sizes fit."""
    share = np.zeros((groups, COARSE))
    number = np.zeros(groups)
    free = np.zeros(COARSE)
    for x in range(COARSE):
        free[x] = features.room[x] - (count(certain[x, 0]) + count(certain[x, 1]))
    for g in range(groups):
        number[g] = count(cards[g, 0]) + count(cards[g, 1])
        for x in range(COARSE):
            if (where[g] >> x) & 1:
                share[g, x] = max(free[x], 0.0)
    for _ in range(ROUNDS):
        _scale_shares(share, number, free)
    return share


@jit
def _scale_shares(share, number, free):
    """Do one Sinkhorn iteration: scale each place to its size, then each card to a total of 1."""
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


@jit
def _add_certain(features, certain):
    features.draw[:] = 0.0
    features.pile[:] = 0.0
    _add(features.draw, certain[DRAW], 1)
    _add(features.pile, certain[AUCTION], 1)
    for j in range(1, features.seats):
        _add(features.held[j], certain[MINE + j], 1)


@jit
def _add_uncertain(features, where, cards, groups, share):
    features.likely[:, :] = 0.0
    for g in range(groups):
        _add(features.draw, cards[g], share[g, DRAW])
        _add(features.pile, cards[g], share[g, AUCTION])
        cards[g, 0] &= CATEGORY_BITS  # a church card is never in a hand (B-4.2)
        for j in range(1, features.seats):
            _add(features.likely[j], cards[g], share[g, MINE + j])
    if features.drawn != NONE:
        features.draw[features.drawn] -= 1.0


@jit
def _add(numbers, cards, share):
    """Add a share of each card to the number of its kind."""
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
