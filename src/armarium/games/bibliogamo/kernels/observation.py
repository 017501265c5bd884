"""What the player sees as numbers for learners: a row of bytes of fixed length, and the legal actions as another.

As in Biblios, arrays are int8 outside and words of eight bytes in here; docs/observations-bibliogamo.md has the table.
What the cards and towers are like is the components' business and the same for a whole game: it is not in the row.
"""

from __future__ import annotations

from armarium.games.bibliogamo.cards import LAST_DAY, TOWERS, TYPES
from armarium.games.bibliogamo.kernels import rules, sale, scoring
from armarium.games.bibliogamo.kernels.piles import bit
from armarium.games.bibliogamo.observation_layout import AT, MASK_WORDS, MOST, PLANE, WORDS
from armarium.games.bibliogamo.state import NONE
from armarium.games.table.compiled import compiled, inlined
from armarium.games.table.kernels.bits import count, spread

__all__ = ["mask", "observe", "observe_all"]

_TOWERS, _TYPES = len(TOWERS), len(TYPES)
# The compiler needs numbers of their own: a dictionary cannot be read in a kernel.
_HAND, _DRAW, _DISCARD, _TABLE = (word * PLANE // 8 for word in range(4))
_STEP, _LIBRARIAN, _HERE, _BLOCKED = AT["step"], AT["librarian"], AT["tower here"], AT["blocked"]
_ARTISANS, _LACKING, _BOOKS = AT["artisans"], AT["lacking"], AT["books"]
_COLLECTION, _COLLECTION_LACKS = AT["collection"], AT["collection lacks"]
_TO_PLACE, _HIRED_FOR, _FROM, _TO = AT["to place"], AT["hired for"], AT["from"], AT["to"]
_NUMBERS = AT["day"]


@compiled
def observe(s, seat, out):
    """All that can be seen; the seat is always 0."""
    for word in range(WORDS):
        out[word] = 0
    unseen = 0
    for i in range(s.draw_next, s.draw_end):
        unseen |= bit(s.draw[i])
    _plane(out, _HAND, s.hand, 0, 0)
    _plane(out, _DRAW, unseen, 0, 0)
    _plane(out, _DISCARD, s.discard, 0, 0)
    first = bit(s.first) if s.first != NONE else 0
    second = bit(s.second) if s.second != NONE else 0
    _plane(out, _TABLE, s.on_table, first | second, second)
    _one_of(out, _STEP, s.step)
    _one_of(out, _LIBRARIAN, s.librarian)
    _one_of(out, _HERE, s.tower_at[s.librarian])
    _one_of(out, _BLOCKED, s.blocked)
    for tower in range(_TOWERS):
        for kind in range(_TYPES):
            here, needed = int(s.artisans[tower, kind]), int(s.need[tower, kind])
            _put(out, _ARTISANS + _TYPES * tower + kind, here)
            _put(out, _LACKING + _TYPES * tower + kind, needed - here)
        _put(out, _BOOKS + tower, s.books[tower])
        wanted = int(s.collection[s.prestige, tower]) - scoring.books_of(s, tower)
        _put(out, _COLLECTION_LACKS + tower, max(0, wanted))
    _one_of(out, _COLLECTION, s.prestige)
    for kind in range(_TYPES):
        _put(out, _TO_PLACE + kind, s.to_place[kind])
    _one_of(out, _HIRED_FOR, s.hired_tower)
    _one_of(out, _FROM, s.source)
    _one_of(out, _TO, s.target)
    _numbers(s, out)


@compiled
def observe_all(s, out):
    """The referee sees no more, but for the order of the pile."""
    observe(s, 0, out)


@compiled
def _numbers(s, out):
    """In the order of the table, one byte each."""
    at = _NUMBERS
    _put(out, at, s.day)
    _put(out, at + 1, LAST_DAY - int(s.day))
    _put(out, at + 2, min(MOST, int(s.florins)))
    _put(out, at + 3, s.supply)
    _put(out, at + 4, s.owed)
    _put(out, at + 5, s.lifted)
    _put(out, at + 6, s.landed)
    _put(out, at + 7, s.hires)
    _put(out, at + 8, s.moves_left)
    if s.second != NONE:
        _put(out, at + 9, sale.price(s))
    _put(out, at + 10, s.collection_points[s.prestige])
    _put(out, at + 11, min(MOST, scoring.score(s)))
    _put(out, at + 12, s.redraw_chains)
    _put(out, at + 13, s.any_icon)
    _put(out, at + 14, s.retrains)
    _put(out, at + 15, s.counts_finished)
    _put(out, at + 16, s.every_stop)
    _put(out, at + 17, s.exact_transfer)


@inlined
def _plane(out, at, once, twice, thrice):
    """48 bytes, one a card: in how many of the sets it is."""
    for group in range(PLANE // 8):
        low = 8 * group
        out[at + group] = spread(once >> low) + spread(twice >> low) + spread(thrice >> low)


@inlined
def _put(out, at, number):
    """One byte of a row that is 0 so far."""
    out[at >> 3] |= int(number) << (8 * (at & 7))


@inlined
def _one_of(out, at, number):
    if number != NONE:
        _put(out, at + int(number), 1)


@compiled
def mask(s, out):
    """One byte an action code: 1 if it is legal now; what follows the last code is always 0."""
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
                _put(out, code, 1)
