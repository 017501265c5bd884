"""Gold and payments: what every player needs to know of its purse."""

from __future__ import annotations

import numpy as np

from armarium.core.jit import jit
from armarium.games.biblios.cards import CHURCH, GOLD, VALUE
from armarium.games.biblios.kernels.rules import PAYMENTS, REFUSE
from armarium.games.biblios.state import NONE

__all__ = [
    "cards_in_hand",
    "gold_in_hand",
    "is_gold",
    "least_gold",
    "means",
    "pay_gold",
    "pay_least",
]


@jit
def is_gold(kind):
    return GOLD <= kind < CHURCH


@jit
def gold_in_hand(features):
    total = 0
    for kind in range(GOLD, CHURCH):
        total += VALUE[kind] * features.held[0, kind]
    return total


@jit
def cards_in_hand(features):
    total = 0
    for kind in range(CHURCH):
        total += features.held[0, kind]
    return total


@jit
def means(features):
    """What I could pay for the lot: cards for gold, gold for all else."""
    return cards_in_hand(features) if is_gold(features.lot) else gold_in_hand(features)


@jit
def least_gold(features, owed):
    """The least that gold cards can pay for a debt, and the greatest card of such a payment (the fewest cards).

    (0, NONE) where the debt cannot be met.
    """
    best = 1000
    fewest = 1000
    greatest = NONE
    ones, twos, threes = (
        features.held[0, GOLD],
        features.held[0, GOLD + 1],
        features.held[0, GOLD + 2],
    )
    for c in range(threes + 1):
        for b in range(twos + 1):
            missing = owed - 3 * c - 2 * b
            a = max(0, missing)
            total = a + 2 * b + 3 * c
            cards = a + b + c
            if a <= ones and (total < best or (total == best and cards < fewest)):
                best = total
                fewest = cards
                greatest = GOLD + 2 if c else (GOLD + 1 if b else GOLD)
    if best == 1000:
        return 0, NONE
    return best, greatest


@jit
def pay_gold(features):
    """Pay a debt in gold with the least gold, then the fewest cards."""
    _, kind = least_gold(features, features.owed)
    return REFUSE if kind == NONE else PAYMENTS + kind


@jit
def pay_least(features, worth):
    """Pay for a gold card with the card of the hand that is worth least."""
    if cards_in_hand(features) < features.owed:
        return REFUSE
    pick = NONE
    least = np.inf
    for kind in range(CHURCH):
        if features.held[0, kind] and worth[kind] < least:
            least = worth[kind]
            pick = kind
    return PAYMENTS + pick
