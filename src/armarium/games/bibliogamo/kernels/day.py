"""Phases 1 to 3 and 5: a day begins, the librarian walks, a type is blocked; a turn ends."""

from __future__ import annotations

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
    note,
    take_top,
)
from armarium.games.bibliogamo.state import MOVE, NONE
from armarium.games.table.compiled import compiled, inlined
from armarium.games.table.kernels.bits import count

__all__ = ["around", "begin", "end_turn", "is_blocked", "lift"]


@inlined
def around(space):
    """A space of the ring, from a number up to once round either way."""
    return (space + SPACES) % SPACES


@compiled
def begin(s):
    """Phases 1 and 2 run by themselves."""
    s.day += 1
    note(s, DAY, s.day, NONE, NONE, NONE)
    start = int(s.librarian)
    rested = around(start + WALK)
    note(s, WALKED, start, rested, NONE, NONE)
    card = take_top(s)
    s.discard |= bit(card)
    s.librarian = around(rested + int(s.walks[card]))
    s.turned = card
    s.blocked = s.blocks[card]
    s.lifted = 0
    s.hires = 0
    # G-4: only where he rests at the end of the phase, unless every stop counts.
    s.landed = s.librarian == LIBRARY or (s.every_stop and rested == LIBRARY)
    note(s, TURNED, card, rested, s.librarian, s.blocked)
    s.step = MOVE


@inlined
def is_blocked(s, card):
    """G-6: by a large icon; a small one is a condition, not an artisan on offer."""
    if s.blocked == NONE:
        return False
    return s.grants[card, s.blocked] > 0 or (s.any_icon and s.blocks[card] == s.blocked)


@compiled
def lift(s, card):
    """G-8: one card with the same small icon lifts the block for the whole turn."""
    note(s, LIFTED, card, s.blocked, NONE, NONE)
    discard_from_hand(s, card)
    s.blocked = NONE
    s.lifted = 1


@compiled
def end_turn(s):
    """G-20, G-28: on the last day nothing is drawn."""
    if s.day >= LAST_DAY:
        scoring.end(s)
        return
    while count(s.hand) < HAND_SIZE:
        card = take_top(s)
        s.hand |= bit(card)
        note(s, DREW, card, NONE, NONE, NONE)
    begin(s)
