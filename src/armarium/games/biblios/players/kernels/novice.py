"""The novice: sound basics. It weighs a card by its share of the category, its die and who leads there, keeps its gold
for what is worth it, and pays with what it can spare."""

from __future__ import annotations

import numpy as np

from armarium.core.jit import jit, jit_entry
from armarium.games.biblios.cards import CHURCH, GOLD, KINDS, VALUE
from armarium.games.biblios.kernels.gift import KEEP, TO_AUCTION, TO_PUBLIC
from armarium.games.biblios.players.kernels.counting import (
    SUM,
    best_choice,
    best_taking,
    category_of,
    fair_bid,
    first_free,
    highest_total,
    is_free,
    total,
)
from armarium.games.biblios.players.kernels.paying import is_gold, means, pay_gold, pay_least
from armarium.games.biblios.state import ALLOCATE, BID, CHURCH_STEP, TAKE

__all__ = ["choose", "choose_at"]

GOLD_WORTH = 0.45  # of one gold, in points
CHURCH_WORTH = 1.6
KEEP_FROM = np.array(
    [0.0, 0.0, 1.0, 1.15, 1.3, 1.4]
)  # worth of a card to keep, by how many are still to come
GOLD_A_POINT = 2.2  # bids


@jit
def choose(features, word):
    worth = np.zeros(KINDS)
    weigh_cards(features, worth)
    if features.step == ALLOCATE:
        return allocate(features, worth)
    if features.step == TAKE:
        return best_taking(features, worth)
    if features.step == CHURCH_STEP:
        return turn_dice(features)
    if features.step == BID:
        return bid_or_pass(features, worth)
    return pay_least(features, worth) if is_gold(features.lot) else pay_gold(features)


@jit
def weigh_cards(features, worth):
    """Points that a card of each kind brings, roughly."""
    for kind in range(KINDS):
        if kind < GOLD:
            c = category_of(kind)
            mine, theirs = total(features, 0, c), highest_total(features, c)
            worth[kind] = (
                features.dice[c] * 3.0 * VALUE[kind] / SUM[c] * interest(mine, theirs, SUM[c])
            )
        elif kind < CHURCH:
            worth[kind] = GOLD_WORTH * VALUE[kind]
        else:
            worth[kind] = CHURCH_WORTH


@jit
def interest(mine, theirs, everything):
    """How much a further card matters: little where all is won or lost, most where I am building."""
    if 2 * mine > everything:
        return 0.15
    if 2 * theirs > everything:
        return 0.05
    if mine + 0.3 * everything < theirs:
        return 0.5
    return 1.0 + 0.8 * min(1.0, 2.0 * mine / everything)


@jit
def allocate(features, worth):
    """Keep what is good enough for the cards still to come, give away what is worth least."""
    this = worth[features.drawn]
    if is_free(features, KEEP) and this >= KEEP_FROM[features.left]:
        return KEEP
    if this >= 0.8:
        return first_free(features, TO_AUCTION, KEEP, TO_PUBLIC)
    return first_free(features, TO_PUBLIC, TO_AUCTION, KEEP)


@jit
def turn_dice(features):
    stake = np.zeros(5)
    for c in range(5):
        mine, theirs = total(features, 0, c), highest_total(features, c)
        stake[c] = (mine - theirs) / SUM[c]
    return best_choice(features, stake)


@jit
def bid_or_pass(features, worth):
    """Bid up to what the lot is worth and the purse holds; for gold, spare cards only."""
    if is_gold(features.lot):
        spare = 0
        budget = worth[features.lot]
        for kind in range(GOLD):
            if (
                features.held[0, kind]
                and worth[kind] < 0.45 * worth[features.lot]
                and worth[kind] < budget
            ):
                budget -= worth[kind]
                spare += 1
        return fair_bid(features, min(spare, means(features)))
    return fair_bid(features, min(round(GOLD_A_POINT * worth[features.lot]), means(features)))


@jit_entry
def choose_at(features, i, word):
    return choose(features[i], word)
