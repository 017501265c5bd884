"""The draw pile and the discard pile (G-28, G-29), and the notes of what was done."""

from __future__ import annotations

from armarium.games.bibliogamo.cards import CARDS
from armarium.games.bibliogamo.state import MOST_DEEDS, NONE
from armarium.games.table.compiled import compiled, inlined
from armarium.games.table.kernels.chance import shuffle

__all__ = ["bit", "discard_from_hand", "has_card", "note", "take_top"]

# What a deed says (events.py puts them into words).
(
    DAY, WALKED, TURNED, PAID_STEP, LEVEL_LOST, GAVE_BACK, LIFTED, OFFERED, REDRAWN, LEVEL_REACHED, SOLD,
    HIRED, PLACED, PAID_CARD, LIBRARY_USED, MOVED, DREW, RESHUFFLED,
) = range(18)  # fmt: skip


@inlined
def bit(card):
    return 1 << int(card)


@compiled
def note(s, deed, a, b, c, d):
    """What the action under way did, in order."""
    n = int(s.deed_count)
    if n < MOST_DEEDS:
        s.deeds[n, 0] = deed
        s.deeds[n, 1] = a
        s.deeds[n, 2] = b
        s.deeds[n, 3] = c
        s.deeds[n, 4] = d
        s.deed_count = n + 1


@inlined
def has_card(s):
    """Whether a card could be turned up."""
    return s.draw_next < s.draw_end or s.discard != 0


@compiled
def take_top(s):
    """G-29: the discard pile is shuffled only when a card is needed and the draw pile is empty."""
    if s.draw_next == s.draw_end:
        _reshuffle(s)
    if s.wanted_left > 0:
        _bring_up(s, int(s.wanted[0]))
        s.wanted_left -= 1
        for i in range(s.wanted_left):
            s.wanted[i] = s.wanted[i + 1]
    card = int(s.draw[s.draw_next])
    s.draw_next += 1
    return card


@compiled
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
    note(s, RESHUFFLED, n, NONE, NONE, NONE)


@compiled
def _bring_up(s, card):
    """Put a card of the draw pile on top."""
    for i in range(s.draw_next, s.draw_end):
        if s.draw[i] == card:
            s.draw[i] = s.draw[s.draw_next]
            s.draw[s.draw_next] = card
            return


@inlined
def discard_from_hand(s, card):
    s.hand ^= bit(card)
    s.discard |= bit(card)
