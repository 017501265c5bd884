"""Phase 4b: sell a finished book; a new price costs a day (G-11 to G-20)."""

from __future__ import annotations

from armarium.core.jit import jit, jit_inline
from armarium.games.bibliogamo.cards import LAST_DAY, TYPES
from armarium.games.bibliogamo.kernels.piles import (
    OFFERED,
    REDRAWN,
    SOLD,
    bit,
    has_card,
    record_effect,
    take_top,
)
from armarium.games.bibliogamo.kernels.walk import earn
from armarium.games.bibliogamo.state import HIRE, NONE, PRICE

__all__ = ["accept", "may_redraw", "offer", "price", "redraw"]

_TYPES = len(TYPES)


@jit_inline
def price(s):
    """Return the price: the first card has the pointer, the second the values (G-18)."""
    return int(s.pays[s.second, s.row[s.first]])


@jit
def offer(s):
    """Turn up two cards. A price must then be accepted (G-16)."""
    s.first = take_top(s)
    s.on_table |= bit(s.first)  # G-29: not part of a shuffle for the second card
    s.second = take_top(s)
    s.on_table |= bit(s.second)
    record_effect(s, OFFERED, s.first, s.second, price(s), NONE)
    s.step = PRICE


@jit_inline
def may_redraw(s):
    """Return True if a new price may be bought: days must be left (G-19)."""
    return s.day < LAST_DAY and has_card(s)


@jit
def redraw(s):
    """Replace the second card, at the cost of a day (G-17). With chained prices the second becomes the first."""
    s.day += 1
    if s.redraw_chains:
        s.first = s.second
    s.second = take_top(s)
    s.on_table |= bit(s.second)
    record_effect(s, REDRAWN, s.first, s.second, price(s), s.day)


@jit
def accept(s):
    """Sell the book: it counts now (G-40), and its artisans are free at once (G-15)."""
    tower = int(s.tower_at[s.librarian])
    paid = price(s)
    earn(s, paid)
    for kind in range(_TYPES):
        s.supply += s.artisans[tower, kind]
        s.artisans[tower, kind] = 0
    s.books[tower] += 1
    record_effect(s, SOLD, tower, paid, NONE, NONE)
    s.discard |= s.on_table
    s.on_table = 0
    s.first = s.second = NONE
    s.step = HIRE
