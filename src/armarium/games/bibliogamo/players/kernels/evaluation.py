"""The planner's evaluation: what a book is worth, what its tower is worth unfinished, and how far the supply goes."""

from __future__ import annotations

import numpy as np

from armarium.games.bibliogamo.cards import (
    CARDS,
    HAND_SIZE,
    LAST_DAY,
    LIBRARY,
    SPACES,
    TOWERS,
    TYPES,
)
from armarium.games.bibliogamo.players.kernels.byte_arithmetic import LARGEST, kinds_in, sum_of
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
from armarium.games.table.compiled import compiled, inlined
from armarium.games.table.states import blank

__all__ = ["consider", "learn", "new_evaluations", "strain", "take_stock", "tower_worth"]

_TOWERS, _TYPES = len(TOWERS), len(TYPES)
_STEPS = LACKS_7 - LACKS_1 + 1
MOST = 32  # artisans that a tower lacks, as far as they are told apart
NOBODY = 1000
MOST_CODES = 8

EVALUATION = np.dtype(
    [
        # The weights. An array of its own would be counted by Numba at every call.
        ("w", "f8", len(NAMES)),
        # of the components
        ("grants", "i8", CARDS),  # a byte a type (byte_arithmetic.py)
        ("icons", "i8", CARDS),
        ("space", "i8", _TOWERS),  # where it stands
        # of the towers
        ("lack", "i8", _TOWERS),  # a byte a type
        ("missing", "i8", _TOWERS),
        ("filled", "i8", _TOWERS),
        ("worth", "f8", _TOWERS),  # of its book, sold
        ("finished", "f8", _TOWERS),  # of the tower, once it is finished
        ("standing", "f8", _TOWERS),  # of the tower as it is
        ("supply", "i8"),
        ("days", "i8"),  # after this turn
        ("part", "f8", MOST),  # of a book, by what its tower lacks
        # of all towers: what the open ones lack, what the finished ones hold, the open ones that lack least
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
        ("single", "f8", HAND_SIZE * _TOWERS),  # what each hire would bring
        # the turn's hires, as codes
        ("codes", "i8"),
        ("code", "i8", MOST_CODES),
    ],
    align=True,
)


def new_evaluations() -> np.ndarray:
    """Room for one. Plain Python holds it: a kernel would free it as soon as it names the record alone."""
    return blank(EVALUATION, 1)


@inlined
def clip(x):
    return min(1.0, max(0.0, x))


@compiled
def learn(s, o, weights):
    """Take over the weights and what the components say; once a game is enough."""
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


@compiled
def consider(s, o):
    """Fill the evaluation from what lies open."""
    if o.days != LAST_DAY - s.day:
        o.days = LAST_DAY - s.day
        _parts(s, o)
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
    _worths(s, o)
    for tower in range(_TOWERS):
        o.finished[tower] = finished_worth(s, o, tower, int(s.librarian))
        o.standing[tower] = tower_worth(s, o, tower, o.filled[tower], o.lack[tower])
    take_stock(o)


@compiled
def _worths(s, o):
    """A point, some florins, and what the book brings the collection nearer."""
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


@compiled
def _parts(s, o):
    """Unfinished towers count the less, the fewer days are left for them."""
    tail = 0.0 if s.counts_finished else o.w[TAIL]
    for lacks in range(1, MOST):
        part = o.w[LACKS_1 + min(lacks, _STEPS) - 1]
        o.part[lacks] = part * clip(o.days - tail - o.w[TURN] * lacks + 1.0)


@inlined
def finished_worth(s, o, tower, librarian):
    """A finished tower, with the librarian on a space at the end of the turn."""
    if o.days == 0:
        return 1.0 if s.counts_finished else 0.0
    ahead = o.space[tower] - librarian
    if ahead < 0:
        ahead += SPACES
    return o.worth[tower] * o.w[AHEAD_0 + ahead]


@inlined
def open_worth(o, tower, missing, kinds):
    return o.worth[tower] * max(0.0, o.part[min(missing, MOST - 1)] - o.w[KINDS] * kinds)


@compiled
def tower_worth(s, o, tower, filled, lack):
    """What a tower is worth with so many artisans in it and these still to come."""
    if filled == 0:
        return 0.0
    if lack == 0:
        return finished_worth(s, o, tower, int(s.librarian))
    return open_worth(o, tower, sum_of(lack), kinds_in(lack))


@compiled
def take_stock(o):
    """Sums over all towers, from which the strain of one changed tower follows quickly."""
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


@inlined
def strain(o, lacking, held, least, supply):
    """What it costs that the open towers lack more artisans than are free."""
    short = max(0.0, lacking - supply - o.w[RETURN] * held)
    jammed = max(0.0, float(least - supply - held)) if least < NOBODY else 0.0
    return o.w[STRAIN] * short + o.w[JAM] * jammed
