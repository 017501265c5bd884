"""Phases 1 to 3 and 5: the day starts, the librarian walks, a type is blocked; the turn ends."""

from __future__ import annotations

from armarium.core.jit import jit, jit_inline
from armarium.core.kernels.bits import count
from armarium.games.bibliogamo.cards import HAND_SIZE, LAST_DAY, LIBRARY, SPACES, WALK
from armarium.games.bibliogamo.kernels import scoring
from armarium.games.bibliogamo.kernels.piles import (
    DAY,
    DREW,
    LIFTED,
    TURNED,
    WALKED,
    bit,
    discard_from_hand,
    record_effect,
    take_top,
)
from armarium.games.bibliogamo.state import MOVE, NONE

__all__ = ["end_turn", "is_blocked", "lift", "start_day", "wrap_space"]


@jit_inline
def wrap_space(space):
    """Wrap a space number around the ring; at most one round either way."""
    return (space + SPACES) % SPACES


@jit
def start_day(s):
    """Start a day: phases 1 and 2, which are automatic."""
    s.day += 1
    record_effect(s, DAY, s.day, NONE, NONE, NONE)
    start = int(s.librarian)
    rested = wrap_space(start + WALK)
    record_effect(s, WALKED, start, rested, NONE, NONE)
    card = take_top(s)
    s.discard |= bit(card)
    s.librarian = wrap_space(rested + int(s.walks[card]))
    s.turned = card
    s.blocked = s.blocks[card]
    s.lifted = 0
    s.hires = 0
    # G-4: only the space at the end of the phase counts, unless every stop does.
    s.landed = s.librarian == LIBRARY or (s.every_stop and rested == LIBRARY)
    record_effect(s, TURNED, card, rested, s.librarian, s.blocked)
    s.step = MOVE


@jit_inline
def is_blocked(s, card):
    """Return True if a card is blocked, by a large icon (G-6). Small icons count only with an option."""
    if s.blocked == NONE:
        return False
    return s.grants[card, s.blocked] > 0 or (s.any_icon and s.blocks[card] == s.blocked)


@jit
def lift(s, card):
    """Lift the block for the whole turn with a card that has the same small icon (G-8)."""
    record_effect(s, LIFTED, card, s.blocked, NONE, NONE)
    discard_from_hand(s, card)
    s.blocked = NONE
    s.lifted = 1


@jit
def end_turn(s):
    """Refill the hand and start the next day. On the last day end the game (G-20, G-28)."""
    if s.day >= LAST_DAY:
        scoring.end(s)
        return
    while count(s.hand) < HAND_SIZE:
        card = take_top(s)
        s.hand |= bit(card)
        record_effect(s, DREW, card, NONE, NONE, NONE)
    start_day(s)
