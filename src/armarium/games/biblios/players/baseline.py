# mypy: disallow-untyped-defs=False, disallow-untyped-calls=False, disallow-incomplete-defs=False
"""The baseline: a heuristic that has been published for Biblios, made honest (it counts known cards only).

A yardstick, frozen: a test pins the hash of this file. Where the publication is silent (dice, payments in cards) it
does the plain thing: turn the die where it is furthest ahead or behind, pay with the lowest score.
"""

from __future__ import annotations

import numpy as np

from armarium.games.biblios.cards import CHURCH, GOLD, KINDS, VALUE
from armarium.games.biblios.gift import KEEP, TO_AUCTION, TO_PUBLIC
from armarium.games.biblios.players.counting import (
    best_choice,
    best_taking,
    category_of,
    fair_bid,
    first_free,
    highest_total,
    total,
)
from armarium.games.biblios.players.paying import is_gold, means, pay_least
from armarium.games.biblios.rules import PAYMENTS, REFUSE
from armarium.games.biblios.state import ALLOCATE, BID, CHURCH_STEP, TAKE
from armarium.games.table.compiled import compiled, door

__all__ = ["choose", "choose_at"]

GOOD = 8  # a score worth keeping
CHURCH_SCORE, GOLD_SCORE = 12, 2
CHURCH_BUDGET, GOLD_BUDGET = 4, 2
PRICE, LEADING = 0.5, 1.5


@compiled
def choose(sight, word):
    score = np.zeros(KINDS)
    for kind in range(KINDS):
        if kind < GOLD:
            score[kind] = VALUE[kind] * sight.dice[category_of(kind)]
        elif kind < CHURCH:
            score[kind] = GOLD_SCORE * VALUE[kind]
        else:
            score[kind] = CHURCH_SCORE
    if sight.step == ALLOCATE:
        if score[sight.drawn] >= GOOD:
            return first_free(sight, KEEP, TO_PUBLIC, TO_AUCTION)
        return first_free(sight, TO_AUCTION, TO_PUBLIC, KEEP)
    if sight.step == TAKE:
        return best_taking(sight, score)
    if sight.step == CHURCH_STEP:
        stake = np.zeros(5)
        for c in range(5):
            stake[c] = total(sight, 0, c) - highest_total(sight, c)
        return best_choice(sight, stake)
    if sight.step == BID:
        return fair_bid(sight, min(budget(sight), means(sight)))
    return pay_least(sight, score) if is_gold(sight.lot) else smallest_first(sight)


@compiled
def budget(sight):
    if is_gold(sight.lot):
        return GOLD_BUDGET
    if sight.lot >= CHURCH:
        return CHURCH_BUDGET
    c = category_of(sight.lot)
    price = VALUE[sight.lot] * sight.dice[c] * PRICE
    if total(sight, 0, c) > highest_total(sight, c):
        price *= LEADING
    return int(price + 0.5)


@compiled
def smallest_first(sight):
    for kind in range(GOLD, CHURCH):
        if sight.held[0, kind]:
            return PAYMENTS + kind
    return REFUSE


@door
def choose_at(sights, i, word):
    return choose(sights[i], word)
