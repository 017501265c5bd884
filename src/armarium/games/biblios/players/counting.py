# mypy: disallow-untyped-defs=False, disallow-untyped-calls=False, disallow-incomplete-defs=False
"""Counting: totals by category, and the choices that simple players make alike."""

from __future__ import annotations

import numpy as np

from armarium.games.biblios.cards import CARDS_IN_CATEGORY, CHURCH, KINDS, VALUE
from armarium.games.biblios.church import CHOICES, PRINTED
from armarium.games.biblios.gift import KEEP, TO_AUCTION, TO_PUBLIC
from armarium.games.biblios.rules import BIDS, CHURCH_CHOICES, PASS, TAKINGS
from armarium.games.biblios.state import NONE
from armarium.games.table.compiled import compiled

__all__ = [
    "SUM",
    "best_choice",
    "best_taking",
    "category_of",
    "fair_bid",
    "highest_total",
    "is_free",
    "total",
]

SUM = np.array([25, 25, 11, 11, 11], np.int64)  # all values of a category


@compiled
def category_of(kind):
    return kind // CARDS_IN_CATEGORY


@compiled
def total(sight, j, category):
    """What a seat surely holds in a category."""
    held = 0
    for kind in range(CARDS_IN_CATEGORY * category, CARDS_IN_CATEGORY * (category + 1)):
        held += VALUE[kind] * sight.held[j, kind]
    return held


@compiled
def highest_total(sight, category):
    """The most that another seat surely holds."""
    best = 0
    for j in range(1, sight.seats):
        best = max(best, total(sight, j, category))
    return best


@compiled
def is_free(sight, place):
    """May the card being looked at go there?"""
    if place == KEEP:
        return sight.kept == 0
    if place == TO_AUCTION:
        return sight.auctioned == 0
    placed = sight.seats + 1 - sight.left
    return placed - sight.kept - sight.auctioned < sight.seats - 1


@compiled
def first_free(sight, a, b, c):
    for place in (a, b, c):
        if is_free(sight, place):
            return place
    return TO_PUBLIC


@compiled
def best_taking(sight, worth):
    pick = NONE
    best = -np.inf
    for kind in range(KINDS):
        if sight.public[kind] and worth[kind] > best:
            best = worth[kind]
            pick = kind
    return TAKINGS + pick


@compiled
def fair_bid(sight, limit):
    """One more than the last bid, as far as the limit goes."""
    bid = sight.bid + 1
    return BIDS + bid - 1 if bid <= limit and bid <= 66 else PASS


@compiled
def best_choice(sight, stake):
    """Turn the dice so that the stakes (what a point of each die is worth to me) gain most; decline if none does."""
    pick = 0
    best = 0.0
    for i in range(1, CHOICES.shape[0]):
        if (PRINTED[sight.church - CHURCH] >> i) & 1:
            gain = 0.0
            is_allowed = True
            for slot in range(2):
                die = CHOICES[i, slot]
                if die != NONE:
                    step = CHOICES[i, 2]
                    gain += step * stake[die]
                    is_allowed = is_allowed and 1 <= sight.dice[die] + step <= 6
            if is_allowed and gain > best:
                best = gain
                pick = i
    return CHURCH_CHOICES + pick
