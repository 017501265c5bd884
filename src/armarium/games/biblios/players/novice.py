# mypy: disallow-untyped-defs=False, disallow-untyped-calls=False, disallow-incomplete-defs=False
"""The novice: sound basics. It weighs a card by its share of the category, its die and who leads there, keeps its gold
for what is worth it, and pays with what it can spare."""

from __future__ import annotations

import numpy as np

from armarium.games.biblios.cards import CHURCH, GOLD, KINDS, VALUE
from armarium.games.biblios.gift import KEEP, TO_AUCTION, TO_PUBLIC
from armarium.games.biblios.players.counting import (
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
from armarium.games.biblios.players.paying import is_gold, means, pay_gold, pay_least
from armarium.games.biblios.state import ALLOCATE, BID, CHURCH_STEP, TAKE
from armarium.games.table.compiled import compiled, door

__all__ = ["choose", "choose_at"]

GOLD_WORTH = 0.45  # of one gold, in points
CHURCH_WORTH = 1.6
KEEP_FROM = np.array(
    [0.0, 0.0, 1.0, 1.15, 1.3, 1.4]
)  # worth of a card to keep, by how many are still to come
GOLD_A_POINT = 2.2  # bids


@compiled
def choose(sight, word):
    worth = np.zeros(KINDS)
    weigh_cards(sight, worth)
    if sight.step == ALLOCATE:
        return allocate(sight, worth)
    if sight.step == TAKE:
        return best_taking(sight, worth)
    if sight.step == CHURCH_STEP:
        return turn_dice(sight)
    if sight.step == BID:
        return speak(sight, worth)
    return pay_least(sight, worth) if is_gold(sight.lot) else pay_gold(sight)


@compiled
def weigh_cards(sight, worth):
    """Points that a card of each kind brings, roughly."""
    for kind in range(KINDS):
        if kind < GOLD:
            c = category_of(kind)
            mine, theirs = total(sight, 0, c), highest_total(sight, c)
            worth[kind] = (
                sight.dice[c] * 3.0 * VALUE[kind] / SUM[c] * interest(mine, theirs, SUM[c])
            )
        elif kind < CHURCH:
            worth[kind] = GOLD_WORTH * VALUE[kind]
        else:
            worth[kind] = CHURCH_WORTH


@compiled
def interest(mine, theirs, everything):
    """How much a further card matters: little where all is won or lost, most where I am building."""
    if 2 * mine > everything:
        return 0.15
    if 2 * theirs > everything:
        return 0.05
    if mine + 0.3 * everything < theirs:
        return 0.5
    return 1.0 + 0.8 * min(1.0, 2.0 * mine / everything)


@compiled
def allocate(sight, worth):
    """Keep what is good enough for the cards still to come, give away what is worth least."""
    this = worth[sight.drawn]
    if is_free(sight, KEEP) and this >= KEEP_FROM[sight.left]:
        return KEEP
    if this >= 0.8:
        return first_free(sight, TO_AUCTION, KEEP, TO_PUBLIC)
    return first_free(sight, TO_PUBLIC, TO_AUCTION, KEEP)


@compiled
def turn_dice(sight):
    stake = np.zeros(5)
    for c in range(5):
        mine, theirs = total(sight, 0, c), highest_total(sight, c)
        stake[c] = (mine - theirs) / SUM[c]
    return best_choice(sight, stake)


@compiled
def speak(sight, worth):
    """Bid up to what the lot is worth and the purse holds; for gold, spare cards only."""
    if is_gold(sight.lot):
        spare = 0
        budget = worth[sight.lot]
        for kind in range(GOLD):
            if (
                sight.held[0, kind]
                and worth[kind] < 0.45 * worth[sight.lot]
                and worth[kind] < budget
            ):
                budget -= worth[kind]
                spare += 1
        return fair_bid(sight, min(spare, means(sight)))
    return fair_bid(sight, min(round(GOLD_A_POINT * worth[sight.lot]), means(sight)))


@door
def choose_at(sights, i, word):
    return choose(sights[i], word)
