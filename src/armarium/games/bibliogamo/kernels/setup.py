"""Set-up: choose the collection, shuffle the deck, deal five cards, 20 artisans and 5 florins."""

from __future__ import annotations

from armarium.core.jit import jit
from armarium.core.kernels.chance import below, shuffle
from armarium.games.bibliogamo.cards import (
    CARDS,
    COLLECTIONS,
    HAND_SIZE,
    LIBRARY,
    START_ARTISANS,
    START_FLORINS,
    TOWERS,
    TYPES,
)
from armarium.games.bibliogamo.kernels import day
from armarium.games.bibliogamo.kernels.piles import bit, take_top
from armarium.games.bibliogamo.state import NONE

__all__ = ["deal", "prepare_game"]

_TOWERS, _TYPES = len(TOWERS), len(TYPES)


@jit
def deal(s):
    """Choose the collection and shuffle the deck."""
    s.prestige = below(s, COLLECTIONS)
    for card in range(CARDS):
        s.draw[card] = card
    shuffle(s, s.draw, CARDS)


@jit
def prepare_game(s):
    """Prepare the first turn. Collection and deck are already chosen."""
    s.draw_next = 0
    s.draw_end = CARDS
    s.hand = 0
    s.discard = 0
    s.on_table = 0
    for _ in range(HAND_SIZE):
        s.hand |= bit(take_top(s))
    s.supply = START_ARTISANS
    s.florins = START_FLORINS
    for tower in range(_TOWERS):
        s.books[tower] = 0
        for kind in range(_TYPES):
            s.artisans[tower, kind] = 0
    for kind in range(_TYPES):
        s.to_place[kind] = 0
    s.librarian = LIBRARY
    s.day = 0
    s.actor = 0
    s.owed = 0
    s.hired = s.hired_tower = NONE
    s.first = s.second = NONE
    s.library_card = s.source = s.target = NONE
    s.moves_left = 0
    s.score = 0
    s.fulfilled = 0
    s.effect_count = 0
    day.start_day(s)
