"""The draw pile and the discard pile (G-28, G-29), and the recorded effects of an action."""

from __future__ import annotations

from armarium.core.jit import jit, jit_inline
from armarium.core.kernels.chance import shuffle
from armarium.games.bibliogamo.cards import CARDS
from armarium.games.bibliogamo.state import MAX_EFFECTS, NONE

__all__ = ["bit", "discard_from_hand", "has_card", "record_effect", "take_top"]

# The kinds of effects (events.py makes events from them).
(
    DAY, WALKED, TURNED, PAID_STEP, LEVEL_LOST, GAVE_BACK, LIFTED, OFFERED, REDRAWN, LEVEL_REACHED, SOLD,
    HIRED, PLACED, PAID_CARD, LIBRARY_USED, MOVED, DREW, RESHUFFLED,
) = range(18)  # fmt: skip


@jit_inline
def bit(card):
    return 1 << int(card)


@jit
def record_effect(s, effect, a, b, c, d):
    """Record an effect of the current action."""
    n = int(s.effect_count)
    if n < MAX_EFFECTS:
        s.effects[n, 0] = effect
        s.effects[n, 1] = a
        s.effects[n, 2] = b
        s.effects[n, 3] = c
        s.effects[n, 4] = d
        s.effect_count = n + 1


@jit_inline
def has_card(s):
    """Return True if a card can be turned up."""
    return s.draw_next < s.draw_end or s.discard != 0


@jit
def take_top(s):
    """Take the top card. If the draw pile is empty, shuffle the discard pile first (G-29)."""
    if s.draw_next == s.draw_end:
        _reshuffle(s)
    if s.wanted_left > 0:
        _swap_to_top(s, int(s.wanted[0]))
        s.wanted_left -= 1
        for i in range(s.wanted_left):
            s.wanted[i] = s.wanted[i + 1]
    card = int(s.draw[s.draw_next])
    s.draw_next += 1
    return card


@jit
def _reshuffle(s):
    n = 0
    for card in range(CARDS):
        if s.discard & bit(card):
            s.draw[n] = card
            n += 1
    s.discard = 0
    s.draw_next = 0
    s.draw_end = n
    shuffle(s, s.draw, n)
    record_effect(s, RESHUFFLED, n, NONE, NONE, NONE)


@jit
def _swap_to_top(s, card):
    """Move a card of the draw pile to the top."""
    for i in range(s.draw_next, s.draw_end):
        if s.draw[i] == card:
            s.draw[i] = s.draw[s.draw_next]
            s.draw[s.draw_next] = card
            return


@jit_inline
def discard_from_hand(s, card):
    s.hand ^= bit(card)
    s.discard |= bit(card)
