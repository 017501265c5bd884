"""The oblate: a beginner. It multiplies value by die, likes gold, looks at nobody else's cards, forgets what a die is
worth now and then, and gets carried away in auctions."""

from __future__ import annotations

import numpy as np

from armarium.core.jit import jit, jit_entry
from armarium.games.biblios.cards import CHURCH, GOLD, KINDS, VALUE
from armarium.games.biblios.kernels.gift import KEEP, TO_AUCTION, TO_PUBLIC
from armarium.games.biblios.players.kernels.counting import (
    best_choice,
    best_taking,
    category_of,
    fair_bid,
    first_free,
    total,
)
from armarium.games.biblios.players.kernels.paying import is_gold, means, pay_gold, pay_least
from armarium.games.biblios.state import ALLOCATE, BID, CHURCH_STEP, TAKE

__all__ = ["choose", "choose_at"]

LIKES = 7.0  # a card worth keeping
SLIP = 6  # one decision in so many is a slip
CARRIED_AWAY = 40  # one bid in so many goes beyond what it holds, where that is allowed


@jit
def choose(features, word):
    worth = np.zeros(KINDS)
    for kind in range(KINDS):
        if kind < GOLD:
            worth[kind] = VALUE[kind] * features.dice[category_of(kind)]
        elif kind < CHURCH:
            worth[kind] = 3.0 * VALUE[kind]
        else:
            worth[kind] = 5.0
        if (word >> 8) % SLIP == 0:
            worth[kind] = 6.0 + ((word >> 20) ^ kind) % 5  # all cards look alike today
    if features.step == ALLOCATE:
        return allocate(features, worth)
    if features.step == TAKE:
        return best_taking(features, worth)
    if features.step == CHURCH_STEP:
        stake = np.zeros(5)
        for c in range(5):
            stake[c] = total(features, 0, c)  # raises what it has most of, and lowers nothing
        return best_choice(features, stake)
    if features.step == BID:
        return bid_or_pass(features, worth, word)
    return pay_least(features, worth) if is_gold(features.lot) else pay_gold(features)


@jit
def allocate(features, worth):
    if worth[features.drawn] >= LIKES:
        return first_free(features, KEEP, TO_AUCTION, TO_PUBLIC)
    return first_free(features, TO_PUBLIC, TO_AUCTION, KEEP)


@jit
def bid_or_pass(features, worth, word):
    if is_gold(features.lot):
        return fair_bid(features, min(VALUE[features.lot] - 1, means(features)))
    limit = worth[features.lot] // 2 + (word >> 16) % 3
    if features.beyond_means and (word >> 30) % CARRIED_AWAY == 0:
        return fair_bid(features, limit)
    return fair_bid(features, min(limit, means(features)))


@jit_entry
def choose_at(features, i, word):
    return choose(features[i], word)
