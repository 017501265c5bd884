"""The monk in the gift phase: which card to keep, give or send to the auction, and which to take.

Allocating is a problem of stopping: the cards come one by one and each place has its size. So it is solved as one: the
value of every set of free places, from the last card back, over what may still be drawn.
"""

from __future__ import annotations

import numpy as np

from armarium.core.jit import jit
from armarium.games.biblios.cards import CARDS_IN_CATEGORY, GOLD, KINDS, VALUE
from armarium.games.biblios.kernels.gift import KEEP, TO_AUCTION, TO_PUBLIC
from armarium.games.biblios.kernels.rules import TAKINGS
from armarium.games.biblios.players.kernels.evaluation import card_gain
from armarium.games.biblios.players.weights import PICKY, PILE
from armarium.games.biblios.state import NONE

__all__ = ["allocate", "take"]


@jit
def allocate(features, w, o):
    worth = np.zeros((KINDS, 3))  # of a kind at each place
    likely = np.zeros(KINDS)  # that the next card is of this kind
    _weigh_places(features, w, o, worth)
    whole = 0.0
    for kind in range(KINDS):
        whole += max(0.0, features.draw[kind])
    for kind in range(KINDS):
        likely[kind] = max(0.0, features.draw[kind]) / max(whole, 1.0)
    placed = features.seats + 1 - features.left
    public = features.seats - 1 - (placed - features.kept - features.auctioned)
    keep, auction = 1 - features.kept, 1 - features.auctioned
    hope = _hopes(worth, likely, keep, auction, public)
    return _best_place(worth[features.drawn], hope, keep, auction, public)


@jit
def _weigh_places(features, w, o, worth):
    n = features.seats
    for kind in range(KINDS):
        if features.draw[kind] > 0.0 or kind == features.drawn:
            if _is_like_the_one_before(features, kind):
                worth[kind, :] = worth[kind - 1, :]
                continue
            mine = card_gain(o, 0, kind)
            theirs, worst = 0.0, 0.0
            for j in range(1, n):
                change = card_gain(o, j, kind)
                theirs += change
                worst = min(worst, change)
            average = theirs / (n - 1.0)
            worth[kind, KEEP] = mine
            worth[kind, TO_PUBLIC] = (1.0 - w[PICKY]) * average + w[PICKY] * worst
            worth[kind, TO_AUCTION] = w[PILE] * (mine + theirs) / n


@jit
def _is_like_the_one_before(features, kind):
    """Letters hardly matter here: the same value in the same category need not be weighed again."""
    is_weighed = kind > 0 and (features.draw[kind - 1] > 0.0 or kind - 1 == features.drawn)
    return (
        is_weighed and kind < GOLD and kind % CARDS_IN_CATEGORY and VALUE[kind] == VALUE[kind - 1]
    )


@jit
def _hopes(worth, likely, keep, auction, public):
    """The value of the cards still to come for each set of free places: keep, auction, public places."""
    hope = np.zeros((2, 2, 5))
    for p in range(public + 1):
        for a in range(auction + 1):
            for k in range(keep + 1):
                if k + a + p > 0:
                    hope[k, a, p] = _hope(worth, likely, hope, k, a, p)
    return hope


@jit
def _after(hope, k, a, p):
    """What is to be hoped for once the next card has been kept, sent to the auction or given: never, if it may not."""
    return (
        hope[0, a, p] if k else -np.inf,
        hope[k, 0, p] if a else -np.inf,
        hope[k, a, p - 1] if p else -np.inf,
    )


@jit
def _hope(worth, likely, hope, k, a, p):
    kept, auctioned, given = _after(hope, k, a, p)
    total = 0.0
    for kind in range(KINDS):  # those that cannot come add nothing
        best = max(
            worth[kind, KEEP] + kept,
            worth[kind, TO_AUCTION] + auctioned,
            worth[kind, TO_PUBLIC] + given,
        )
        total += likely[kind] * best
    return total


@jit
def _best_place(worth, hope, k, a, p):
    kept, auctioned, given = _after(hope, k, a, p)
    best, place = worth[KEEP] + kept, KEEP
    if worth[TO_AUCTION] + auctioned > best:
        best, place = worth[TO_AUCTION] + auctioned, TO_AUCTION
    if worth[TO_PUBLIC] + given > best:
        place = TO_PUBLIC
    return place


@jit
def take(features, o):
    """The card that helps me most, and those least who take after me."""
    left = 0
    for kind in range(KINDS):
        left += features.public[kind]
    pick, best = NONE, -np.inf
    for kind in range(KINDS):
        if features.public[kind]:
            worth = card_gain(o, 0, kind)
            for j in range(1, left):
                worth -= card_gain(o, j, kind) / (left - 1.0)
            if worth > best:
                best = worth
                pick = kind
    return TAKINGS + pick
