"""Phase 4c: hire a card's artisans for one tower and pay with another card, at most twice a turn (G-22 to G-27)."""

from __future__ import annotations

from armarium.core.jit import jit, jit_inline
from armarium.games.bibliogamo.cards import MAX_HIRES, TYPES
from armarium.games.bibliogamo.kernels import library
from armarium.games.bibliogamo.kernels.piles import (
    HIRED,
    PAID_CARD,
    PLACED,
    discard_from_hand,
    record_effect,
)
from armarium.games.bibliogamo.state import HIRE, NONE, PAY, PLACE

__all__ = ["fits", "hire", "is_finished", "pay", "place"]

_TYPES = len(TYPES)


@jit_inline
def fits(s, card, tower, kind):
    """Return how many artisans of a type fit. Icons that do not fit are lost (G-24)."""
    return min(int(s.grants[card, kind]), int(s.need[tower, kind]) - int(s.artisans[tower, kind]))


@jit
def is_finished(s, tower):
    for kind in range(_TYPES):
        if s.artisans[tower, kind] < s.need[tower, kind]:
            return False
    return True


@jit
def hire(s, card, tower):
    """Hire: place every icon that fits, as far as the supply allows (G-22)."""
    discard_from_hand(s, card)
    s.hires += 1
    s.hired = card
    s.hired_tower = tower
    for kind in range(_TYPES):
        s.to_place[kind] = fits(s, card, tower, kind)
    record_effect(s, HIRED, card, tower, NONE, NONE)
    _place_or_ask(s)


@jit
def place(s, kind):
    """Place one artisan of a chosen type, if the supply is short (G-26)."""
    _place_artisans(s, kind, 1)
    _place_or_ask(s)


@jit
def _place_or_ask(s):
    """Place all artisans, or ask the player if the supply is short and there is a choice."""
    needed = 0
    types = 0
    for kind in range(_TYPES):
        needed += int(s.to_place[kind])
        if s.to_place[kind] > 0:
            types += 1
    if needed > s.supply and types > 1 and s.supply > 0:
        s.step = PLACE
        return
    for kind in range(_TYPES):
        _place_artisans(s, kind, min(int(s.to_place[kind]), int(s.supply)))
        s.to_place[kind] = 0
    s.step = PAY


@jit
def _place_artisans(s, kind, number):
    if number > 0:
        s.artisans[s.hired_tower, kind] += number
        s.supply -= number
        s.to_place[kind] -= number
        record_effect(s, PLACED, s.hired_tower, kind, number, NONE)


@jit
def pay(s, card):
    """Pay for a hire with a card (G-24)."""
    discard_from_hand(s, card)
    record_effect(s, PAID_CARD, card, NONE, NONE, NONE)
    s.hired = s.hired_tower = NONE
    s.step = HIRE
    if s.hires == MAX_HIRES:
        library.offer_or_end_turn(s)
