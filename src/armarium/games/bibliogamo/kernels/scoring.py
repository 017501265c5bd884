"""Scoring: a point per book, one per five florins, and the collection if complete (G-35 to G-40)."""

from __future__ import annotations

from armarium.core.jit import jit
from armarium.games.bibliogamo.cards import FLORINS_A_POINT, TOWERS, TYPES
from armarium.games.bibliogamo.state import NONE, OVER

__all__ = ["books_of", "end", "is_fulfilled", "score"]

_TOWERS, _TYPES = len(TOWERS), len(TYPES)


@jit
def books_of(s, tower):
    """Count the books of a tower: sold ones, and with an option a finished one (G-40)."""
    books = int(s.books[tower])
    if s.counts_finished:
        for kind in range(_TYPES):
            if s.artisans[tower, kind] < s.need[tower, kind]:
                return books
        books += 1
    return books


@jit
def is_fulfilled(s):
    """Return True if the collection is complete (G-37)."""
    for tower in range(_TOWERS):
        if books_of(s, tower) < s.collection[s.prestige, tower]:
            return False
    return True


@jit
def score(s):
    points = int(s.florins) // FLORINS_A_POINT
    for tower in range(_TOWERS):
        points += books_of(s, tower)
    if is_fulfilled(s):
        points += int(s.collection_points[s.prestige])
    return points


@jit
def end(s):
    s.score = score(s)
    s.fulfilled = is_fulfilled(s)
    s.actor = NONE
    s.step = OVER
