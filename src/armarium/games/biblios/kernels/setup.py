"""B-1 Set-up: dice at 3, gold taken out by name, the box, the draw pile, the first player."""

from __future__ import annotations

import numpy as np

from armarium.games.biblios.cards import ALL_OF_WORD, COPIES, GOLD, KINDS, RUN, WORD
from armarium.games.biblios.state import BOX, DRAW, EYES, GIFT, NONE, PLACES
from armarium.games.table.compiled import compiled
from armarium.games.table.kernels.bits import count, lowest
from armarium.games.table.kernels.chance import below, shuffle

__all__ = ["choose_first", "is_fresh", "know_table", "lay_out", "left_of", "shuffle_deck"]

# By number of seats (B-1.2, B-1.3).
GOLD_REMOVED = np.array([0, 0, 2, 1, 0], np.int64)  # of each value
BOX_RANDOM = np.array([0, 0, 21, 12, 7], np.int64)
DRAW_PILE = COPIES.sum() - 3 * GOLD_REMOVED - BOX_RANDOM


@compiled
def left_of(s, seat, steps):
    """B-1.7: so many seats to the left, clockwise; at most once round."""
    other = seat + steps
    return other - s.seats if other >= s.seats else other


@compiled
def choose_first(s, wanted):
    """B-1.5: always drawn, so that the cards of a seed do not depend on who begins."""
    drawn = below(s, s.seats)
    s.first = drawn if wanted == NONE else wanted


@compiled
def shuffle_deck(s):
    """B-1.3, B-1.4: all cards but the gold removed by name, in canonical order, shuffled from the last place down."""
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


@compiled
def lay_out(s):
    """Put the cards where the deck says and let every eye know what everyone knows (B-6.1)."""
    s.phase = GIFT
    s.leader = NONE
    s.church = NONE
    s.winners = 0
    for c in range(5):
        s.dice[c] = 3  # B-1.1
        s.category_winner[c] = NONE
    for word in range(2):
        s.at[BOX, word] = ALL_OF_WORD[word]
    s.deck_next = BOX_RANDOM[s.seats]
    for i in range(s.deck_next, s.deck_end):
        kind = s.deck[i]
        label = lowest(s.at[BOX, WORD[kind]] & RUN[kind])
        s.at[BOX, WORD[kind]] ^= label
        s.at[DRAW, WORD[kind]] |= label
    for i in range(20):
        s.placed[i] = NONE
        s.pile[i] = NONE
    if s.may.shape[0]:
        for eye in range(EYES):
            if (s.eyes >> eye) & 1:
                know_table(s, s.may[eye])


@compiled
def is_fresh(s):
    """Has nobody placed a card yet?"""
    return count(s.at[DRAW, 0]) + count(s.at[DRAW, 1]) == DRAW_PILE[s.seats]


@compiled
def know_table(s, mine):
    """What everyone knows before the first card is drawn."""
    removed = 0  # the gold removed by name is known to lie in the box
    for kind in range(GOLD, GOLD + 3):
        for copy in range(GOLD_REMOVED[s.seats]):
            removed |= lowest(RUN[kind]) << copy
    for word in range(2):
        for x in range(PLACES):
            mine[word, x] = 0
        mine[word, BOX] = ALL_OF_WORD[word]
    mine[0, DRAW] = ALL_OF_WORD[0]
    mine[1, DRAW] = ALL_OF_WORD[1] & ~removed
