"""Write the outcome of a game and its last event as JSON."""

from __future__ import annotations

from armarium.core.jit import jit_entry, jit_no_refcount
from armarium.core.kernels.writing import number, separate
from armarium.games.bibliogamo.cards import TOWERS
from armarium.games.bibliogamo.kernels import event_words as e
from armarium.games.bibliogamo.kernels import view_words as w
from armarium.games.bibliogamo.kernels.event_words import RANKS, write, write_count
from armarium.games.bibliogamo.kernels.scoring import books_of
from armarium.games.bibliogamo.kernels.view_words import write_number
from armarium.games.bibliogamo.state import OVER

__all__ = ["write_final_event", "write_outcome"]

_TOWERS = len(TOWERS)


@jit_entry
def write_outcome(states, i, sealed, out):
    """Write the outcome, or null until the game is over. Return the length.

    `sealed`: with the rank as in fingerprints.
    """
    s = states[i]
    if s.step != OVER:
        return write(out, 0, e.NULL)
    at = write_count(out, 0, e.SCORE, int(s.score))
    at = write_count(out, at, e.BOOKS, _count_books(s))
    at = write(out, at, e.BY_TOWER)
    for tower in range(_TOWERS):
        at = separate(out, at, tower == 0)
        at = write_number(out, at, w.TOWER_IS + tower, books_of(s, tower))
    at = write(out, at, e.NO_MORE_IN)
    at = _write_wealth(s, out, at)
    points = int(s.collection_points[s.prestige]) if s.fulfilled else 0
    at = write_count(out, at, e.PRESTIGE_POINTS, points)
    return write(out, _write_rank(s, sealed, out, at), e.WINNERS)


@jit_no_refcount
def write_final_event(s, out, at):
    at = number(out, write(out, at, e.ENDED), int(s.score))
    at = _write_wealth(s, out, write_count(out, at, e.BOOKS, _count_books(s)))
    return write(out, _write_rank(s, 0, out, at), e.NO_MORE_IN)


@jit_no_refcount
def _write_wealth(s, out, at):
    """Write the florins, and whether the collection is complete."""
    at = write_count(out, at, e.FLORINS, int(s.florins))
    return write(out, write(out, at, e.PRESTIGE), e.TRUE if s.fulfilled else e.FALSE)


@jit_no_refcount
def _write_rank(s, sealed, out, at):
    rank = 0
    while s.score < RANKS[sealed, rank]:
        rank += 1
    return write(out, write(out, at, e.RANK_IS), e.RANK + rank)


@jit_no_refcount
def _count_books(s):
    books = 0
    for tower in range(_TOWERS):
        books += books_of(s, tower)
    return books
