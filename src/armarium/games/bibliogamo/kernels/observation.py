"""Observations for learners: what the player sees as a row of bytes, and the legal actions as a mask.

As in Biblios, rows are int8 outside and words of eight bytes here. docs/observations-bibliogamo.md describes them. The
properties of cards and towers are constant in a game and not part of the row.
"""

from __future__ import annotations

from armarium.core.jit import jit, jit_entry, jit_inline
from armarium.core.kernels.bits import count, spread
from armarium.games.bibliogamo.cards import LAST_DAY, TOWERS, TYPES
from armarium.games.bibliogamo.kernels import rules, sale, scoring
from armarium.games.bibliogamo.kernels.piles import bit
from armarium.games.bibliogamo.observation_layout import AT, MASK_WORDS, MOST, PLANE, WORDS
from armarium.games.bibliogamo.state import NONE

__all__ = ["mask", "observe", "observe_all", "observe_exactly_at"]

_TOWERS, _TYPES = len(TOWERS), len(TYPES)
# Kernels cannot read a dictionary, so each position is a constant.
_HAND, _DRAW, _DISCARD, _TABLE = (word * PLANE // 8 for word in range(4))
_STEP, _LIBRARIAN, _HERE, _BLOCKED = AT["step"], AT["librarian"], AT["tower here"], AT["blocked"]
_ARTISANS, _LACKING, _BOOKS = AT["artisans"], AT["lacking"], AT["books"]
_COLLECTION, _COLLECTION_LACKS = AT["collection"], AT["collection lacks"]
_TO_PLACE, _HIRED_FOR, _FROM, _TO = AT["to place"], AT["hired for"], AT["from"], AT["to"]
_NUMBERS = AT["day"]


@jit
def observe(s, seat, out):
    """Write all that the player sees. The seat is always 0."""
    for word in range(WORDS):
        out[word] = 0
    unseen = 0
    for i in range(s.draw_next, s.draw_end):
        unseen |= bit(s.draw[i])
    _write_plane(out, _HAND, s.hand, 0, 0)
    _write_plane(out, _DRAW, unseen, 0, 0)
    _write_plane(out, _DISCARD, s.discard, 0, 0)
    first = bit(s.first) if s.first != NONE else 0
    second = bit(s.second) if s.second != NONE else 0
    _write_plane(out, _TABLE, s.on_table, first | second, second)
    _write_one_hot(out, _STEP, s.step)
    _write_one_hot(out, _LIBRARIAN, s.librarian)
    _write_one_hot(out, _HERE, s.tower_at[s.librarian])
    _write_one_hot(out, _BLOCKED, s.blocked)
    for tower in range(_TOWERS):
        for kind in range(_TYPES):
            here, needed = int(s.artisans[tower, kind]), int(s.need[tower, kind])
            _write_byte(out, _ARTISANS + _TYPES * tower + kind, here)
            _write_byte(out, _LACKING + _TYPES * tower + kind, needed - here)
        _write_byte(out, _BOOKS + tower, s.books[tower])
        wanted = int(s.collection[s.prestige, tower]) - scoring.books_of(s, tower)
        _write_byte(out, _COLLECTION_LACKS + tower, max(0, wanted))
    _write_one_hot(out, _COLLECTION, s.prestige)
    for kind in range(_TYPES):
        _write_byte(out, _TO_PLACE + kind, s.to_place[kind])
    _write_one_hot(out, _HIRED_FOR, s.hired_tower)
    _write_one_hot(out, _FROM, s.source)
    _write_one_hot(out, _TO, s.target)
    _write_numbers(s, out)


@jit
def observe_all(s, out):
    """Write the referee's row, which is the same."""
    observe(s, 0, out)


@jit
def _write_numbers(s, out):
    """Write the numbers in the order of the layout, one byte each."""
    at = _NUMBERS
    _write_byte(out, at, s.day)
    _write_byte(out, at + 1, LAST_DAY - int(s.day))
    _write_byte(out, at + 2, min(MOST, int(s.florins)))
    _write_byte(out, at + 3, s.supply)
    _write_byte(out, at + 4, s.owed)
    _write_byte(out, at + 5, s.lifted)
    _write_byte(out, at + 6, s.landed)
    _write_byte(out, at + 7, s.hires)
    _write_byte(out, at + 8, s.moves_left)
    if s.second != NONE:
        _write_byte(out, at + 9, sale.price(s))
    _write_byte(out, at + 10, s.collection_points[s.prestige])
    _write_byte(out, at + 11, min(MOST, scoring.score(s)))
    _write_byte(out, at + 12, s.redraw_chains)
    _write_byte(out, at + 13, s.any_icon)
    _write_byte(out, at + 14, s.retrains)
    _write_byte(out, at + 15, s.counts_finished)
    _write_byte(out, at + 16, s.every_stop)
    _write_byte(out, at + 17, s.exact_transfer)


@jit_inline
def _write_plane(out, at, once, twice, thrice):
    """Write a plane of 48 bytes: for each card the number of sets that contain it."""
    for group in range(PLANE // 8):
        low = 8 * group
        out[at + group] = spread(once >> low) + spread(twice >> low) + spread(thrice >> low)


@jit_inline
def _write_byte(out, at, number):
    """Write one byte, which must be 0 before."""
    out[at >> 3] |= int(number) << (8 * (at & 7))


@jit_inline
def _write_one_hot(out, at, number):
    if number != NONE:
        _write_byte(out, at + int(number), 1)


@jit
def mask(s, out):
    """Write one byte per action code: 1 if it is legal. The rest is padding."""
    for word in range(MASK_WORDS):
        out[word] = 0
    words = rules.legal(s)
    for w in range(rules.WORDS):
        left = words[w]
        each = _TOWERS if w == rules.HIRE_WORD else 1
        while left:
            first = rules.FIRST_CODE[w] + each * count((left & -left) - 1)
            left &= left - 1
            for code in range(first, first + each):
                _write_byte(out, code, 1)


@jit_entry
def observe_exactly_at(states, i, seat, rows, masks):
    """Write the row of a seat and the mask of legal actions. A view deduces nothing more here."""
    observe(states[i], seat, rows[0])
    mask(states[i], masks[0])
