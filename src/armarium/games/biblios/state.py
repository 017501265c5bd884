"""The state of a game as one flat record, and the names of its zones, phases and steps.

A set of cards is two words of label bits (cards.py). `location` is the truth: one set per zone. `possible` is what the
five viewers (four seats and the public) know: for each viewer, word and place the labels that may be there
(knowledge.py).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from armarium.core.jit import zeroed_records
from armarium.core.kernels import chance
from armarium.core.option import set_flags, state_fields
from armarium.games.biblios.options import OPTIONS

__all__ = ["STATE", "new_states", "set_options", "viewers_of"]

NONE = -1

# Phases and steps. BETWEEN: a lot is settled and the next is not yet turned up. No seat acts in it.
GIFT, AUCTION_PHASE, OVER = 0, 1, 2
ALLOCATE, TAKE, CHURCH_STEP, BID, PAY, BETWEEN, ENDED = 0, 1, 2, 3, 4, 5, 6

# Zones of the truth. A hand is HAND + seat, and OPEN + seat is its face-up part (B-6.4). PAID + seat holds the seat's
# face-down payments, LOST the discards of the bluff variant.
BOX, DRAW, AUCTION, LOST, HAND, PUBLIC, DISCARD, LOT, CHURCH_ZONE, OPEN, PAID = (
    0, 1, 2, 3, 4, 8, 9, 10, 11, 12, 16,
)  # fmt: skip
ZONES = 20

# Places of a viewer's knowledge. The first eight are zones. A pocket holds one card of a hand that was stolen unseen;
# each hand has two. Face-up cards are in no place: VISIBLE stands for them and is not a set.
HIDDEN, POCKET = 3, 8
POCKETS = 2
PLACES = POCKET + 4 * POCKETS
VISIBLE = PLACES
PLACE_OF_ZONE = np.array(
    [BOX, DRAW, AUCTION, HIDDEN, 4, 5, 6, 7] + [VISIBLE] * 8 + [HIDDEN] * 4, np.int64
)

VIEWERS = 5
PUBLIC_VIEWER = 4
EVERYONE = 0b11111

WANTED = 32  # maximum length of a chosen order of the auction pile
MAX_MOVES = (
    6  # maximum cards moved by one action: three stolen, the lot discarded, the next turned up
)

STATE = np.dtype(
    [
        *chance.FIELDS,
        ("seats", "i1"),
        *state_fields(OPTIONS, is_tacit=False),
        ("viewers", "i1"),  # the set of viewers whose knowledge is kept; constant within a game
        # whose turn it is
        ("phase", "i1"),
        ("step", "i1"),
        ("first", "i1"),
        ("active", "i1"),
        ("actor", "i1"),
        # gift phase: the places filled in this turn
        ("kept", "i1"),
        ("auctioned", "i1"),
        ("allocated", "i1"),
        # auction phase
        ("lots", "i1"),  # cards turned up so far
        ("bid", "i1"),
        ("leader", "i1"),
        ("passed", "i1"),  # sets of seats
        ("barred", "i1"),
        ("owed", "i1"),
        # the church card being resolved
        ("church", "i1"),
        ("dice", "i1", 5),
        # the end
        ("points", "i1", 4),
        ("category_winner", "i1", 5),
        ("winners", "i1"),
        ("decided", "i1"),
        # the order of hidden piles, as kinds
        ("deck", "i1", 87),  # the random cards of the box, then the draw pile
        ("deck_next", "i1"),
        ("deck_end", "i1"),
        (
            "placed",
            "i1",
            20,
        ),  # in the order they were put on the auction pile: the n-th by seat first + n
        ("pile", "i1", 20),  # as shuffled
        ("wanted", "i1", WANTED),  # the chosen order of the pile
        # cards moved by the last action: kind, from, to, the set of viewers that saw it
        ("moves", "i1", (MAX_MOVES, 4)),
        ("move_count", "i1"),
        ("left_behind", "i1", MAX_MOVES),  # cards left in the zone of origin after each move
        *state_fields(OPTIONS, is_tacit=True),  # here they fill a gap in the alignment
        ("paid", "i8", 2),
        ("location", "i8", (ZONES, 2)),
        ("possible", "i8", (VIEWERS, 2, PLACES)),
    ],
    align=True,
)
assert STATE.itemsize <= 2048
assert STATE.itemsize == sum(STATE[name].itemsize for name in STATE.names or ()), "a gap"
# A state without the viewers' sets, which are stored elsewhere. All other fields have the same offsets.
assert STATE.names is not None and STATE.names[-1] == "possible"
TRUTH = np.dtype(
    [*((name, STATE[name]) for name in STATE.names[:-1]), ("possible", "i8", (0, 2, PLACES))]
)
assert TRUTH.itemsize + STATE["possible"].itemsize == STATE.itemsize


def new_states(number: int) -> np.ndarray:
    return zeroed_records(STATE, number)


def viewers_of(seats: int) -> int:
    """Return the set of viewers of a table: its seats and the public."""
    return ((1 << seats) - 1) | 1 << PUBLIC_VIEWER


def set_options(s: Any, seats: int, options: Mapping[str, Any], keep_knowledge: bool) -> None:
    """Write the number of seats and the options into a blank state."""
    s["seats"] = seats
    set_flags(s, OPTIONS, options)
    s["viewers"] = viewers_of(seats) if keep_knowledge else 0
    s["wanted"][:] = NONE
