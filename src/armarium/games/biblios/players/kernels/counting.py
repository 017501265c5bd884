"""Counting: totals by category, and the choices that simple players make alike."""

from __future__ import annotations

import numpy as np

from armarium.core.jit import jit
from armarium.games.biblios.cards import CARDS_IN_CATEGORY, CHURCH, KINDS, VALUE
from armarium.games.biblios.kernels.church import CHOICES, PRINTED
from armarium.games.biblios.kernels.gift import KEEP, TO_AUCTION, TO_PUBLIC
from armarium.games.biblios.kernels.rules import BIDS, CHURCH_CHOICES, PASS, TAKINGS
from armarium.games.biblios.state import NONE

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


@jit
def category_of(kind):
    return kind // CARDS_IN_CATEGORY


@jit
def total(features, j, category):
    """What a seat surely holds in a category."""
    held = 0
    for kind in range(CARDS_IN_CATEGORY * category, CARDS_IN_CATEGORY * (category + 1)):
        held += VALUE[kind] * features.held[j, kind]
    return held


@jit
def highest_total(features, category):
    """The most that another seat surely holds."""
    best = 0
    for j in range(1, features.seats):
        best = max(best, total(features, j, category))
    return best


@jit
def is_free(features, place):
    """May the card being looked at go there?"""
    if place == KEEP:
        return features.kept == 0
    if place == TO_AUCTION:
        return features.auctioned == 0
    placed = features.seats + 1 - features.left
    return placed - features.kept - features.auctioned < features.seats - 1


@jit
def first_free(features, a, b, c):
    for place in (a, b, c):
        if is_free(features, place):
            return place
    return TO_PUBLIC


@jit
def best_taking(features, worth):
    pick = NONE
    best = -np.inf
    for kind in range(KINDS):
        if features.public[kind] and worth[kind] > best:
            best = worth[kind]
            pick = kind
    return TAKINGS + pick


@jit
def fair_bid(features, limit):
    """One more than the last bid, as far as the limit goes."""
    bid = features.bid + 1
    return BIDS + bid - 1 if bid <= limit and bid <= 66 else PASS


@jit
def best_choice(features, stake):
    """Turn the dice so that the stakes (what a point of each die is worth to me) gain most; decline if none does."""
    pick = 0
    best = 0.0
    for i in range(1, CHOICES.shape[0]):
        if (PRINTED[features.church - CHURCH] >> i) & 1:
            gain = 0.0
            is_allowed = True
            for slot in range(2):
                die = CHOICES[i, slot]
                if die != NONE:
                    step = CHOICES[i, 2]
                    gain += step * stake[die]
                    is_allowed = is_allowed and 1 <= features.dice[die] + step <= 6
            if is_allowed and gain > best:
                best = gain
                pick = i
    return CHURCH_CHOICES + pick
