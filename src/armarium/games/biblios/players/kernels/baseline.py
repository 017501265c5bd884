"""The baseline: a heuristic that has been published for Biblios, made honest (it counts known cards only).

A yardstick, frozen: a test pins the hash of this file. Where the publication is silent (dice, payments in cards) it
does the plain thing: turn the die where it is furthest ahead or behind, pay with the lowest score.
"""

from __future__ import annotations

import numpy as np

from armarium.core.jit import jit, jit_entry
from armarium.games.biblios.cards import CHURCH, GOLD, KINDS, VALUE
from armarium.games.biblios.kernels.gift import KEEP, TO_AUCTION, TO_PUBLIC
from armarium.games.biblios.kernels.rules import PAYMENTS, REFUSE
from armarium.games.biblios.players.kernels.counting import (
    best_choice,
    best_taking,
    category_of,
    fair_bid,
    first_free,
    highest_total,
    total,
)
from armarium.games.biblios.players.kernels.paying import is_gold, means, pay_least
from armarium.games.biblios.state import ALLOCATE, BID, CHURCH_STEP, TAKE

__all__ = ["choose", "choose_at"]

GOOD = 8  # a score worth keeping
CHURCH_SCORE, GOLD_SCORE = 12, 2
CHURCH_BUDGET, GOLD_BUDGET = 4, 2
PRICE, LEADING = 0.5, 1.5


@jit
def choose(features, word):
    score = np.zeros(KINDS)
    for kind in range(KINDS):
        if kind < GOLD:
            score[kind] = VALUE[kind] * features.dice[category_of(kind)]
        elif kind < CHURCH:
            score[kind] = GOLD_SCORE * VALUE[kind]
        else:
            score[kind] = CHURCH_SCORE
    if features.step == ALLOCATE:
        if score[features.drawn] >= GOOD:
            return first_free(features, KEEP, TO_PUBLIC, TO_AUCTION)
        return first_free(features, TO_AUCTION, TO_PUBLIC, KEEP)
    if features.step == TAKE:
        return best_taking(features, score)
    if features.step == CHURCH_STEP:
        stake = np.zeros(5)
        for c in range(5):
            stake[c] = total(features, 0, c) - highest_total(features, c)
        return best_choice(features, stake)
    if features.step == BID:
        return fair_bid(features, min(budget(features), means(features)))
    return pay_least(features, score) if is_gold(features.lot) else smallest_first(features)


@jit
def budget(features):
    if is_gold(features.lot):
        return GOLD_BUDGET
    if features.lot >= CHURCH:
        return CHURCH_BUDGET
    c = category_of(features.lot)
    price = VALUE[features.lot] * features.dice[c] * PRICE
    if total(features, 0, c) > highest_total(features, c):
        price *= LEADING
    return int(price + 0.5)


@jit
def smallest_first(features):
    for kind in range(GOLD, CHURCH):
        if features.held[0, kind]:
            return PAYMENTS + kind
    return REFUSE


@jit_entry
def choose_at(features, i, word):
    return choose(features[i], word)
