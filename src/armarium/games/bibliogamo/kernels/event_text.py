"""Write the events of an action as JSON (docs/views.md), and what it revealed.

Everything except the order of the draw pile is open, so all viewers see the same events.
"""

from __future__ import annotations

from armarium.core.jit import jit_entry, jit_no_refcount
from armarium.core.kernels.writing import number, separate
from armarium.games.bibliogamo.kernels import event_words as e
from armarium.games.bibliogamo.kernels import piles
from armarium.games.bibliogamo.kernels import view_words as w
from armarium.games.bibliogamo.kernels.event_words import write
from armarium.games.bibliogamo.kernels.outcome_text import write_final_event
from armarium.games.bibliogamo.kernels.view_words import write_crew, write_word
from armarium.games.bibliogamo.state import NONE, OVER

__all__ = ["has_revealed", "write_events", "write_revealed"]


@jit_entry
def write_events(afters, i, out):
    """Write the events of the last action, or of the first day. Return the length."""
    s = afters[i]
    at = write(out, 0, e.LIST)
    last = NONE  # the effect of the previous event
    for n in range(int(s.effect_count)):
        effect = int(s.effects[n, 0])
        if effect == piles.PLACED and last == piles.HIRED:
            continue  # part of the hire event
        if effect == piles.DREW:
            at = _write_drawn_card(s, n, last == effect, out, at)
        else:
            for _ in range(int(s.effects[n, 3]) if effect == piles.PLACED else 1):
                at = _write_event(s, n, effect, out, separate(out, at, at == 1))
        last = effect
    if s.step == OVER:
        at = write_final_event(s, out, separate(out, at, at == 1))
    return write(out, at, e.NO_MORE)


@jit_no_refcount
def _write_drawn_card(s, n, is_next, out, at):
    """Write a drawn card; cards drawn one after the other are one event."""
    if is_next:
        at = separate(out, at - 2, False)  # before the end of the list and of the event
    else:
        at = write(out, separate(out, at, at == 1), e.EVENT + piles.DREW)
        at = write(out, at, e.DRAWN_CARDS)
    at = number(out, at, int(s.effects[n, 1]) + 1)
    return write(out, write(out, at, e.NO_MORE), e.NO_MORE_IN)


@jit_no_refcount
def _write_event(s, n, effect, out, at):
    at = write(out, at, e.EVENT + effect)
    for fact in range(e.FACTS.shape[1]):
        name, meaning, value = e.FACTS[effect, fact, 0], e.FACTS[effect, fact, 1], 0
        if name == NONE:
            break
        value = int(s.effects[n, 1 + fact])
        at = write(out, at, name)
        if meaning == e.TOWER:
            at = write_word(out, at, w.TOWER + value)
        elif meaning == e.TYPE:
            at = write_word(out, at, w.TYPE + value)
        else:
            at = number(out, at, value + 1 if meaning == e.CARD else value)
    if effect == piles.HIRED:
        at = _write_hire(s, int(s.effects[n, 1]), out, at)
    return write(out, at, e.NO_MORE_IN)


@jit_no_refcount
def _write_hire(s, card, out, at):
    """Write what a hire placed, and the icons of its card, to show what was lost."""
    at = write(out, at, e.PLACES)
    is_first = True
    for n in range(int(s.effect_count)):
        if s.effects[n, 0] == piles.PLACED:
            at = write_word(out, separate(out, at, is_first), w.TYPE_IS + int(s.effects[n, 2]))
            at = number(out, at, int(s.effects[n, 3]))
            is_first = False
    at = write(out, write(out, at, e.NO_MORE_IN), e.ICONS)
    return write_crew(out, at, s.grants[card])


@jit_entry
def has_revealed(afters, i):
    """Return True if the last action turned up a card or used chance."""
    s = afters[i]
    for n in range(int(s.effect_count)):
        effect = s.effects[n, 0]
        if _count_turned(effect) > 0 or effect == piles.RESHUFFLED:
            return True
    return False


@jit_no_refcount
def _count_turned(effect):
    """Return how many cards an effect turned up."""
    if effect == piles.OFFERED:
        return 2
    return 1 if effect in (piles.TURNED, piles.DREW, piles.REDRAWN) else 0


@jit_entry
def write_revealed(afters, i, out):
    """Write the cards that the last action turned up, and whether it used chance. Return the length."""
    s = afters[i]
    cards = chance = 0
    for n in range(int(s.effect_count)):
        cards += _count_turned(s.effects[n, 0])
        chance += s.effects[n, 0] == piles.RESHUFFLED
    if cards:
        at = _write_turned(s, out, write(out, 0, e.CARDS))
        at = _write_turned(s, out, write(out, at, e.EVERYONE))
        at = write(out, at, e.NO_MORE)
    else:
        at = write(out, 0, e.NO_CARDS)
    at = write(out, at, e.HANDS)
    return write(out, write(out, at, e.TRUE if chance else e.FALSE), e.NO_MORE_IN)


@jit_no_refcount
def _write_turned(s, out, at):
    is_first = True
    for n in range(int(s.effect_count)):
        effect = int(s.effects[n, 0])
        last = 2 if effect in (piles.OFFERED, piles.REDRAWN) else 1  # the fact with the last card
        for fact in range(last + 1 - _count_turned(effect), last + 1):
            at = number(out, separate(out, at, is_first), int(s.effects[n, fact]) + 1)
            is_first = False
    return at
