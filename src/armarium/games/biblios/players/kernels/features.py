"""Features: what a seat knows, as one record for the compiled players.

They are computed from a state and the knowledge of the seat. The arena and tuning use the state of the game itself. At
a table it is a state that looks like the seat's view (`features_of`); a test checks that the records are equal.
Seats are counted from the viewer: 0 is the viewer, 1 its left neighbour. `expect` adds the expected numbers of cards
in each hand and pile.
"""

from __future__ import annotations

import numpy as np

from armarium.core.jit import is_interpreted, jit, jit_entry
from armarium.core.kernels.bits import count, lowest, place
from armarium.games.biblios.cards import KIND_OF_LABEL, KINDS, LABELS_IN_WORD_0
from armarium.games.biblios.kernels.knowledge import hand_size, zone_size
from armarium.games.biblios.players.kernels.expected import COARSE, MINE, counted_from, expect
from armarium.games.biblios.state import (
    ALLOCATE,
    AUCTION,
    BID,
    BOX,
    DRAW,
    GIFT,
    HAND,
    HIDDEN,
    LOST,
    LOT,
    NONE,
    OPEN,
    PAID,
    PAY,
    PUBLIC,
)

__all__ = ["FEATURES", "new_features", "read_state", "read_state_at"]

FEATURES = np.dtype(
    [
        ("seats", "i8"),
        ("step", "i8"),
        ("medieval_bluff", "i8"),
        ("beyond_means", "i8"),
        ("may_refuse", "i8"),
        ("by_gold_cards", "i8"),
        ("active", "i8"),
        ("dice", "i8", 5),
        # gift phase: the places filled in this turn, and the number of cards left to place
        ("kept", "i8"),
        ("auctioned", "i8"),
        ("left", "i8"),
        ("drawn", "i8"),  # kinds, or NONE
        ("church", "i8"),
        ("lot", "i8"),
        ("bid", "i8"),
        ("leader", "i8"),
        ("passed", "i8"),  # sets of seats
        ("barred", "i8"),
        ("owed", "i8"),
        ("paid_count", "i8"),
        ("room", "i8", COARSE),  # cards in each hidden place
        ("hand_size", "i8", 4),
        ("held", "i8", (4, KINDS)),  # cards certainly in a hand, by kind; row 0: the own hand
        ("public", "i8", KINDS),
        # by `expect`: expected numbers of cards whose place is uncertain
        ("likely", "f8", (4, KINDS)),
        ("draw", "f8", KINDS),  # without the card being looked at
        ("pile", "f8", KINDS),
    ],
    align=True,
)


def new_features(number: int) -> np.ndarray:
    features = np.zeros(number, FEATURES)
    return features.view(np.recarray) if is_interpreted else features


@jit
def read_state(s, seat, features, exactly):
    """Fill a features record from the knowledge of a seat. With `exactly`, use all that sizes imply, as a view does."""
    _read_situation(s, seat, features)
    _read_cards(s, seat, features)
    expect(s, seat, features, exactly)


@jit
def _read_situation(s, seat, features):
    n = int(s.seats)
    features.seats = n
    features.step = s.step
    features.medieval_bluff = s.medieval_bluff
    features.beyond_means = s.beyond_means
    features.may_refuse = s.may_refuse
    features.by_gold_cards = s.by_gold_cards
    features.active = (s.active - seat) % n
    for c in range(5):
        features.dice[c] = s.dice[c]
    in_gift = s.phase == GIFT
    features.kept = s.kept if in_gift else 0
    features.auctioned = s.auctioned if in_gift else 0
    features.left = n + 1 - s.allocated if in_gift else 0
    looks = s.actor == seat and s.step == ALLOCATE
    features.drawn = s.deck[s.deck_next] if looks else NONE
    features.church = s.church
    features.lot = s.pile[s.lots - 1] if zone_size(s, LOT) else NONE
    features.bid = s.bid
    features.leader = NONE if s.leader == NONE else (s.leader - seat) % n
    pays = s.step == PAY
    features.passed = counted_from(seat, s.passed, n) if s.step == BID else 0
    features.barred = counted_from(seat, s.barred, n) if features.lot != NONE else 0
    features.owed = s.owed if pays else 0
    features.paid_count = count(s.paid[0]) + count(s.paid[1]) if pays else 0


@jit
def _read_cards(s, seat, features):
    n = int(s.seats)
    features.room[:] = 0
    features.hand_size[:] = 0
    features.held[:, :] = 0
    features.public[:] = 0
    features.room[BOX] = zone_size(s, BOX)
    features.room[DRAW] = zone_size(s, DRAW)
    features.room[AUCTION] = zone_size(s, AUCTION)
    features.room[HIDDEN] = zone_size(s, LOST)
    for other in range(n):
        j = (other - seat) % n
        features.room[HIDDEN] += zone_size(s, PAID + other)
        features.room[MINE + j] = zone_size(s, HAND + other)
        features.hand_size[j] = hand_size(s, other)
        _count_kinds(s.location[OPEN + other], features.held[j])
    _count_kinds(s.location[HAND + seat], features.held[0])
    _count_kinds(s.location[PUBLIC], features.public)


@jit
def _count_kinds(cards, number):
    """Count the cards of a set of labels by kind."""
    for word in range(2):
        left = cards[word]
        while left:
            number[KIND_OF_LABEL[word * LABELS_IN_WORD_0 + place(lowest(left))]] += 1
            left &= left - 1


@jit_entry
def read_state_at(states, i, seat, features, j, exactly):
    read_state(states[i], seat, features[j], exactly)
