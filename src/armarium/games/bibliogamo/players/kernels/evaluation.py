"""The planner's evaluation: the value of books and unfinished towers, and the strain on the supply."""

from __future__ import annotations

import numpy as np

from armarium.core.jit import jit, jit_inline, zeroed_records
from armarium.games.bibliogamo.cards import (
    CARDS,
    HAND_SIZE,
    LAST_DAY,
    LIBRARY,
    SPACES,
    TOWERS,
    TYPES,
)
from armarium.games.bibliogamo.players.weights import (
    AHEAD_0,
    ASIDE,
    DEPTH,
    HOPE,
    JAM,
    KINDS,
    LACKS_1,
    LACKS_7,
    NAMES,
    NEEDED,
    PACE,
    PRICE,
    RETURN,
    SHARED,
    STRAIN,
    TAIL,
    TURN,
)

__all__ = [
    "LARGEST",
    "count_kinds",
    "evaluate",
    "least_of",
    "load_weights",
    "new_evaluations",
    "strain",
    "sum_of",
    "tower_worth",
    "update_sums",
]

# Four small numbers in one word, one byte per type, so that grants and lacks are compared at once.
LARGEST = 60  # largest number in a byte; the sum of four fits into a byte
ONES = 0x01010101
TOPS = 0x80808080
LOWS = 0x7F7F7F7F


@jit_inline
def sum_of(word):
    return ((word * ONES) >> 24) & 0xFF


@jit_inline
def count_kinds(word):
    """Count the bytes that are not 0."""
    return sum_of(((word + LOWS) & TOPS) >> 7)


@jit_inline
def least_of(a, b):
    """Return the bytewise minimum. No byte may exceed 127."""
    is_more = (((a | TOPS) - b) & TOPS) >> 7  # 1 if a >= b
    mask = is_more * 0xFF
    return (b & mask) | (a & ~mask)


_TOWERS, _TYPES = len(TOWERS), len(TYPES)
_STEPS = LACKS_7 - LACKS_1 + 1
MAX_MISSING = 32  # cap on the number of missing artisans
NOBODY = 1000
MAX_CODES = 8

EVALUATION = np.dtype(
    [
        # The weights. Numba would count references of a separate array at every call.
        ("w", "f8", len(NAMES)),
        # from the components
        ("grants", "i8", CARDS),  # one byte per type (`sum_of`)
        ("icons", "i8", CARDS),
        ("space", "i8", _TOWERS),  # its space on the ring
        # per tower
        ("lack", "i8", _TOWERS),  # one byte per type
        ("missing", "i8", _TOWERS),
        ("filled", "i8", _TOWERS),
        ("worth", "f8", _TOWERS),  # value of its book when sold
        ("finished", "f8", _TOWERS),  # value of the finished tower
        ("standing", "f8", _TOWERS),  # current value of the tower
        ("supply", "i8"),
        ("days", "i8"),  # after this turn
        ("part", "f8", MAX_MISSING),  # fraction of a book, by missing artisans
        # over all towers: missing in open ones, artisans in finished ones, the open ones that lack least
        ("lacking", "i8"),
        ("held", "i8"),
        ("least", "i8"),
        ("least_at", "i8"),
        ("next_least", "i8"),
        ("strain", "f8"),
        # the hand
        ("cards", "i8"),
        ("card", "i8", HAND_SIZE),
        ("keep", "f8", HAND_SIZE),
        ("single", "f8", HAND_SIZE * _TOWERS),  # gain of each hire
        # the planned hires of the turn, as codes
        ("codes", "i8"),
        ("code", "i8", MAX_CODES),
    ],
    align=True,
)


def new_evaluations() -> np.ndarray:
    """Return an array of one evaluation. Python must hold it: a kernel would free it too early."""
    return zeroed_records(EVALUATION, 1)


@jit_inline
def clip(x):
    return min(1.0, max(0.0, x))


@jit
def load_weights(s, o, weights):
    """Copy the weights and the components into the evaluation, once per game."""
    for i in range(len(NAMES)):
        o.w[i] = weights[i]
    o.days = -1
    for space in range(SPACES):
        if space != LIBRARY:
            o.space[s.tower_at[space]] = space
    for card in range(CARDS):
        word = 0
        for kind in range(_TYPES):
            word |= min(LARGEST, int(s.grants[card, kind])) << (8 * kind)
        o.grants[card] = word
        o.icons[card] = sum_of(word)


@jit
def evaluate(s, o):
    """Fill the evaluation from the state."""
    if o.days != LAST_DAY - s.day:
        o.days = LAST_DAY - s.day
        _fill_fractions(s, o)
    o.supply = s.supply
    for tower in range(_TOWERS):
        lack = 0
        filled = 0
        for kind in range(_TYPES):
            there = int(s.artisans[tower, kind])
            lack |= min(LARGEST, int(s.need[tower, kind]) - there) << (8 * kind)
            filled += there
        o.lack[tower] = lack
        o.missing[tower] = sum_of(lack)
        o.filled[tower] = filled
    _value_books(s, o)
    for tower in range(_TOWERS):
        o.finished[tower] = finished_worth(s, o, tower, int(s.librarian))
        o.standing[tower] = tower_worth(s, o, tower, o.filled[tower], o.lack[tower])
    update_sums(o)


@jit
def _value_books(s, o):
    """Compute the value of each book: a point, florins, and progress of the collection."""
    missing = 0
    for tower in range(_TOWERS):
        missing += max(0, int(s.collection[s.prestige, tower]) - int(s.books[tower]))
    pace = o.w[PACE] * (o.days + 1.0) + 0.5
    hope = clip(2.0 * (o.w[HOPE] - missing / pace))
    share = o.w[NEEDED] * s.collection_points[s.prestige] * hope / (missing + o.w[SHARED])
    aside = o.w[ASIDE] * clip(missing / pace) * hope
    for tower in range(_TOWERS):
        needed = int(s.collection[s.prestige, tower]) - int(s.books[tower])
        if needed > 0:
            o.worth[tower] = 1.0 + o.w[PRICE] + share * (1.0 + o.w[DEPTH] * (needed - 1))
        else:
            o.worth[tower] = (1.0 + o.w[PRICE]) * (1.0 - aside)


@jit
def _fill_fractions(s, o):
    """Compute the fractions for unfinished towers, which shrink as days run out."""
    tail = 0.0 if s.counts_finished else o.w[TAIL]
    for lacks in range(1, MAX_MISSING):
        part = o.w[LACKS_1 + min(lacks, _STEPS) - 1]
        o.part[lacks] = part * clip(o.days - tail - o.w[TURN] * lacks + 1.0)


@jit_inline
def finished_worth(s, o, tower, librarian):
    """Return the value of a finished tower, given the librarian's space at the end of the turn."""
    if o.days == 0:
        return 1.0 if s.counts_finished else 0.0
    ahead = o.space[tower] - librarian
    if ahead < 0:
        ahead += SPACES
    return o.worth[tower] * o.w[AHEAD_0 + ahead]


@jit_inline
def open_worth(o, tower, missing, kinds):
    return o.worth[tower] * max(0.0, o.part[min(missing, MAX_MISSING - 1)] - o.w[KINDS] * kinds)


@jit
def tower_worth(s, o, tower, filled, lack):
    """Return the value of a tower with these artisans placed and missing."""
    if filled == 0:
        return 0.0
    if lack == 0:
        return finished_worth(s, o, tower, int(s.librarian))
    return open_worth(o, tower, sum_of(lack), count_kinds(lack))


@jit
def update_sums(o):
    """Compute sums over all towers, so that the strain of one changed tower is cheap to compute."""
    lacking = held = 0
    least = next_least = NOBODY
    least_at = -1
    for tower in range(_TOWERS):
        if o.filled[tower] > 0:
            missing = o.missing[tower]
            if missing == 0:
                held += o.filled[tower]
            else:
                lacking += missing
                if missing < least:
                    next_least = least
                    least = missing
                    least_at = tower
                elif missing < next_least:
                    next_least = missing
    o.lacking = lacking
    o.held = held
    o.least = least
    o.least_at = least_at
    o.next_least = next_least
    o.strain = strain(o, lacking, held, least, o.supply)


@jit_inline
def strain(o, lacking, held, least, supply):
    """Return the cost of open towers that lack more artisans than are free."""
    short = max(0.0, lacking - supply - o.w[RETURN] * held)
    jammed = max(0.0, float(least - supply - held)) if least < NOBODY else 0.0
    return o.w[STRAIN] * short + o.w[JAM] * jammed
