"""The whole game as one flat record, and the names of its zones, phases and steps.

Sets of cards are two words of label bits (cards.py). `at` is the truth: one set a zone. `may` is what five eyes can
know: for each eye, word and place the labels that may lie there (knowledge.py).
"""

from __future__ import annotations

from typing import Any

import numpy as np

from armarium.games.biblios.editions import Options
from armarium.games.table.kernels import chance
from armarium.games.table.states import blank

__all__ = ["STATE", "eyes_of", "new_states", "set_options"]

NONE = -1

# Phases and steps. BETWEEN: a lot has been settled and the next is not yet turned up; nobody ever acts in it.
GIFT, AUCTION_PHASE, OVER = 0, 1, 2
ALLOCATE, TAKE, CHURCH_STEP, BID, PAY, BETWEEN, ENDED = 0, 1, 2, 3, 4, 5, 6

# Zones of the truth. A hand is HAND + seat; OPEN + seat is its face-up part (B-6.4), PAID + seat what it paid face
# down, LOST what the bluff variant discarded.
BOX, DRAW, AUCTION, LOST, HAND, PUBLIC, DISCARD, LOT, CHURCH_ZONE, OPEN, PAID = (
    0, 1, 2, 3, 4, 8, 9, 10, 11, 12, 16,
)  # fmt: skip
ZONES = 20

# Places of an eye. The first eight are zones; a pocket is one card of a hand that was stolen unseen (two pockets a
# hand). What lies face up is in no place: VISIBLE is a name for that, not a set.
HIDDEN, POCKET = 3, 8
POCKETS = 2
PLACES = POCKET + 4 * POCKETS
VISIBLE = PLACES
PLACE_OF_ZONE = np.array(
    [BOX, DRAW, AUCTION, HIDDEN, 4, 5, 6, 7] + [VISIBLE] * 8 + [HIDDEN] * 4, np.int64
)

EYES = 5
PUBLIC_EYE = 4
EVERYONE = 0b11111

WANTED = 32  # how many cards a chosen deal may name for the auction pile
MOST_MOVES = (
    6  # cards that one action can move: three stolen, the lot discarded, the next turned up
)

STATE = np.dtype(
    [
        *chance.FIELDS,
        # options (editions.py)
        ("seats", "i1"),
        ("medieval_bluff", "i1"),
        ("beyond_means", "i1"),
        ("may_refuse", "i1"),
        ("by_gold_cards", "i1"),
        ("open_collections", "i1"),
        ("eyes", "i1"),  # whose knowledge is kept, a set of eyes; constant within a game
        # whose turn it is
        ("phase", "i1"),
        ("step", "i1"),
        ("first", "i1"),
        ("active", "i1"),
        ("actor", "i1"),
        # gift phase: this turn's places
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
        ("placed", "i1", 20),  # as put on the auction pile: the n-th by seat first + n
        ("pile", "i1", 20),  # as shuffled
        ("wanted", "i1", WANTED),  # a chosen deal's order of the pile
        # what the last action moved: kind, from, to, the eyes that saw it
        ("moves", "i1", (MOST_MOVES, 4)),
        ("move_count", "i1"),
        ("left_behind", "i1", MOST_MOVES),  # by each of them, in the zone it came from
        ("spare", "i1"),  # instead of a gap: NumPy copies no gaps, but digests see them
        ("paid", "i8", 2),
        ("at", "i8", (ZONES, 2)),
        ("may", "i8", (EYES, 2, PLACES)),
    ],
    align=True,
)
assert STATE.itemsize <= 2048
assert STATE.itemsize == sum(STATE[name].itemsize for name in STATE.names or ()), "a gap"
# A state whose eyes' sets lie elsewhere: no eye has a place in it, and the other fields lie as above.
assert STATE.names is not None and STATE.names[-1] == "may"
TRUTH = np.dtype(
    [*((name, STATE[name]) for name in STATE.names[:-1]), ("may", "i8", (0, 2, PLACES))]
)
assert TRUTH.itemsize + STATE["may"].itemsize == STATE.itemsize


def new_states(number: int) -> np.ndarray:
    return blank(STATE, number)


def eyes_of(seats: int) -> int:
    """The eyes of a table: its seats and the public."""
    return ((1 << seats) - 1) | 1 << PUBLIC_EYE


def set_options(s: Any, seats: int, options: Options, keep_knowledge: bool) -> None:
    """What the table has agreed on, into a blank state."""
    s["seats"] = seats
    s["medieval_bluff"] = options.penalty == "medieval-bluff"
    s["beyond_means"] = options.beyond_means
    s["may_refuse"] = options.may_refuse
    s["by_gold_cards"] = options.game_tie == "gold-cards"
    s["open_collections"] = options.open_collections
    s["eyes"] = eyes_of(seats) if keep_knowledge else 0
    s["wanted"][:] = NONE
