"""Phase 4c: a card's artisans go to one tower, another card pays; twice a turn at most (G-22 to G-27)."""

from __future__ import annotations

from armarium.games.bibliogamo.cards import MOST_HIRES, TYPES
from armarium.games.bibliogamo.kernels import library
from armarium.games.bibliogamo.kernels.piles import (
    HIRED,
    PAID_CARD,
    PLACED,
    discard_from_hand,
    note,
)
from armarium.games.bibliogamo.state import HIRE, NONE, PAY, PLACE
from armarium.games.table.compiled import compiled, inlined

__all__ = ["fits", "hire", "is_finished", "pay", "place"]

_TYPES = len(TYPES)


@inlined
def fits(s, card, tower, kind):
    """G-24: icons that do not fit are lost."""
    return min(int(s.grants[card, kind]), int(s.need[tower, kind]) - int(s.artisans[tower, kind]))


@compiled
def is_finished(s, tower):
    for kind in range(_TYPES):
        if s.artisans[tower, kind] < s.need[tower, kind]:
            return False
    return True


@compiled
def hire(s, card, tower):
    """G-22: every icon that fits is placed, as far as the supply reaches."""
    discard_from_hand(s, card)
    s.hires += 1
    s.hired = card
    s.hired_tower = tower
    for kind in range(_TYPES):
        s.to_place[kind] = fits(s, card, tower, kind)
    note(s, HIRED, card, tower, NONE, NONE)
    _settle(s)


@compiled
def place(s, kind):
    """G-26: the supply is short, and the player picks the types."""
    _put(s, kind, 1)
    _settle(s)


@compiled
def _settle(s):
    """Place what leaves no choice; wait for the player where there is one."""
    wanted = 0
    types = 0
    for kind in range(_TYPES):
        wanted += int(s.to_place[kind])
        if s.to_place[kind] > 0:
            types += 1
    if wanted > s.supply and types > 1 and s.supply > 0:
        s.step = PLACE
        return
    for kind in range(_TYPES):
        _put(s, kind, min(int(s.to_place[kind]), int(s.supply)))
        s.to_place[kind] = 0
    s.step = PAY


@compiled
def _put(s, kind, number):
    if number > 0:
        s.artisans[s.hired_tower, kind] += number
        s.supply -= number
        s.to_place[kind] -= number
        note(s, PLACED, s.hired_tower, kind, number, NONE)


@compiled
def pay(s, card):
    """The second card gives nothing (G-24)."""
    discard_from_hand(s, card)
    note(s, PAID_CARD, card, NONE, NONE, NONE)
    s.hired = s.hired_tower = NONE
    s.step = HIRE
    if s.hires == MOST_HIRES:
        library.open_or_end(s)
