"""The end: a point a book, one for five florins, and the collection, all or nothing (G-35 to G-40)."""

from __future__ import annotations

from armarium.games.bibliogamo.cards import FLORINS_A_POINT, TOWERS, TYPES
from armarium.games.bibliogamo.state import NONE, OVER
from armarium.games.table.compiled import compiled

__all__ = ["books_of", "end", "is_fulfilled", "score"]

_TOWERS, _TYPES = len(TOWERS), len(TYPES)


@compiled
def books_of(s, tower):
    """G-40: books sold; by the switch a finished one counts as well."""
    books = int(s.books[tower])
    if s.counts_finished:
        for kind in range(_TYPES):
            if s.artisans[tower, kind] < s.need[tower, kind]:
                return books
        books += 1
    return books


@compiled
def is_fulfilled(s):
    """G-37: all or nothing."""
    for tower in range(_TOWERS):
        if books_of(s, tower) < s.collection[s.prestige, tower]:
            return False
    return True


@compiled
def score(s):
    points = int(s.florins) // FLORINS_A_POINT
    for tower in range(_TOWERS):
        points += books_of(s, tower)
    if is_fulfilled(s):
        points += int(s.collection_points[s.prestige])
    return points


@compiled
def end(s):
    s.score = score(s)
    s.fulfilled = is_fulfilled(s)
    s.actor = NONE
    s.step = OVER
