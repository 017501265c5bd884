"""Phase 4b: a finished book is sold; a new price costs a day (G-11 to G-20)."""

from __future__ import annotations

from armarium.games.bibliogamo.cards import LAST_DAY, TYPES
from armarium.games.bibliogamo.kernels.piles import (
    OFFERED,
    REDRAWN,
    SOLD,
    bit,
    has_card,
    note,
    take_top,
)
from armarium.games.bibliogamo.kernels.walk import earn
from armarium.games.bibliogamo.state import HIRE, NONE, PRICE
from armarium.games.table.compiled import compiled, inlined

__all__ = ["accept", "may_redraw", "offer", "price", "redraw"]

_TYPES = len(TYPES)


@inlined
def price(s):
    """G-18: the pointer is on the first card, the values are on the second."""
    return int(s.pays[s.second, s.row[s.first]])


@compiled
def offer(s):
    """Once two cards are turned a price must be taken (G-16)."""
    s.first = take_top(s)
    s.on_table |= bit(s.first)  # G-29: it stays out if the discards are shuffled for the second
    s.second = take_top(s)
    s.on_table |= bit(s.second)
    note(s, OFFERED, s.first, s.second, price(s), NONE)
    s.step = PRICE


@inlined
def may_redraw(s):
    """G-19: while days are left."""
    return s.day < LAST_DAY and has_card(s)


@compiled
def redraw(s):
    """G-17: the new card replaces the second; the first one's pointer stays, unless prices chain."""
    s.day += 1
    if s.redraw_chains:
        s.first = s.second
    s.second = take_top(s)
    s.on_table |= bit(s.second)
    note(s, REDRAWN, s.first, s.second, price(s), s.day)


@compiled
def accept(s):
    """G-15: the artisans are free at once. G-40: the book counts now."""
    tower = int(s.tower_at[s.librarian])
    paid = price(s)
    earn(s, paid)
    for kind in range(_TYPES):
        s.supply += s.artisans[tower, kind]
        s.artisans[tower, kind] = 0
    s.books[tower] += 1
    note(s, SOLD, tower, paid, NONE, NONE)
    s.discard |= s.on_table
    s.on_table = 0
    s.first = s.second = NONE
    s.step = HIRE
