"""B-1 Set-up: dice at 3, gold removed by name, the box, the draw pile, the first player."""

from __future__ import annotations

import numpy as np

from armarium.core.jit import jit
from armarium.core.kernels.bits import count, lowest
from armarium.core.kernels.chance import below, shuffle
from armarium.games.biblios.cards import ALL_OF_WORD, COPIES, GOLD, KINDS, RUN, WORD
from armarium.games.biblios.state import BOX, DRAW, GIFT, NONE, PLACES, VIEWERS

__all__ = [
    "choose_first_seat",
    "init_knowledge",
    "is_just_dealt",
    "left_of",
    "place_cards",
    "shuffle_deck",
]

# By number of seats (B-1.2, B-1.3).
GOLD_REMOVED = np.array([0, 0, 2, 1, 0], np.int64)  # of each value
BOX_RANDOM = np.array([0, 0, 21, 12, 7], np.int64)
DRAW_PILE = COPIES.sum() - 3 * GOLD_REMOVED - BOX_RANDOM


@jit
def left_of(s, seat, steps):
    """Return the seat some steps to the left, clockwise (B-1.7); at most one round."""
    other = seat + steps
    return other - s.seats if other >= s.seats else other


@jit
def choose_first_seat(s, wanted):
    """Choose the first seat (B-1.5). It is always drawn, so that the option does not change the cards of a seed."""
    drawn = below(s, s.seats)
    s.first = drawn if wanted == NONE else wanted


@jit
def shuffle_deck(s):
    """Shuffle all cards except the gold removed by name, from canonical order (B-1.3, B-1.4)."""
    n = 0
    for kind in range(KINDS):
        copies = COPIES[kind]
        if GOLD <= kind < GOLD + 3:
            copies -= GOLD_REMOVED[s.seats]
        for _ in range(copies):
            s.deck[n] = kind
            n += 1
    s.deck_end = n
    shuffle(s, s.deck, n)


@jit
def place_cards(s):
    """Place the cards by the deck and initialise every viewer's knowledge (B-6.1)."""
    s.phase = GIFT
    s.leader = NONE
    s.church = NONE
    s.winners = 0
    for c in range(5):
        s.dice[c] = 3  # B-1.1
        s.category_winner[c] = NONE
    for word in range(2):
        s.location[BOX, word] = ALL_OF_WORD[word]
    s.deck_next = BOX_RANDOM[s.seats]
    for i in range(s.deck_next, s.deck_end):
        kind = s.deck[i]
        label = lowest(s.location[BOX, WORD[kind]] & RUN[kind])
        s.location[BOX, WORD[kind]] ^= label
        s.location[DRAW, WORD[kind]] |= label
    for i in range(20):
        s.placed[i] = NONE
        s.pile[i] = NONE
    if s.possible.shape[0]:
        for viewer in range(VIEWERS):
            if (s.viewers >> viewer) & 1:
                init_knowledge(s, s.possible[viewer])


@jit
def is_just_dealt(s):
    """Return True if no card has been placed yet."""
    return count(s.location[DRAW, 0]) + count(s.location[DRAW, 1]) == DRAW_PILE[s.seats]


@jit
def init_knowledge(s, known):
    """Initialise a viewer's sets with what everyone knows before the first card."""
    removed = 0  # known to be in the box
    for kind in range(GOLD, GOLD + 3):
        for copy in range(GOLD_REMOVED[s.seats]):
            removed |= lowest(RUN[kind]) << copy
    for word in range(2):
        for x in range(PLACES):
            known[word, x] = 0
        known[word, BOX] = ALL_OF_WORD[word]
    known[0, DRAW] = ALL_OF_WORD[0]
    known[1, DRAW] = ALL_OF_WORD[1] & ~removed
