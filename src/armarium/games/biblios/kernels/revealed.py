"""Which viewers an action showed cards to, and whether it used chance. Undo depends on it."""

from __future__ import annotations

from armarium.core.jit import jit, jit_entry, jit_no_refcount
from armarium.core.kernels.writing import separate
from armarium.games.biblios.kernels import event_words as e
from armarium.games.biblios.kernels import view_words as w
from armarium.games.biblios.kernels.event_words import end_event, write
from armarium.games.biblios.kernels.view_words import write_bool, write_word
from armarium.games.biblios.state import (
    CHURCH_ZONE,
    DISCARD,
    DRAW,
    ENDED,
    HAND,
    LOT,
    OPEN,
    PUBLIC,
    VIEWERS,
)

__all__ = ["has_revealed", "write_revealed"]


@jit_entry
def has_revealed(befores, afters, i):
    """Return True if an action showed anybody a card, opened the hands or used chance."""
    b, a = befores[i], afters[i]
    if a.step == ENDED or a.drawn != b.drawn:
        return True
    for n in range(int(a.move_count)):
        for viewer in range(VIEWERS):
            if _is_news(b, a, n, viewer):
                return True
    return False


@jit_entry
def write_revealed(befores, afters, i, out):
    """Write the cards that each viewer learned, and the rest as flags. Return the length."""
    b, a = befores[i], afters[i]
    at = write(out, 0, e.CARDS)
    is_first = True  # whether no comma is needed
    for viewer in range(VIEWERS):
        is_open = False
        for n in range(int(a.move_count)):
            if _is_news(b, a, n, viewer):
                at = separate(out, at, is_first)
                if not is_open:
                    at = write(out, write(out, at, e.VIEWER + viewer), e.LIST)
                    is_open, is_first = True, False
                at = write_word(out, at, w.CARD + int(a.moves[n, 0]))
        if is_open:
            at = write(out, at, e.NO_MORE)
    at = _write_flag(out, at, e.HANDS, a.step == ENDED)
    return end_event(out, _write_flag(out, at, e.CHANCE, a.drawn != b.drawn))


@jit_no_refcount
def _write_flag(out, at, field, is_so):
    return write_bool(out, write(out, at, field), w.NOTHING, is_so)


@jit
def _is_news(b, a, n, viewer):
    """Return True if a viewer whose knowledge is kept saw a card that it did not know.

    It knew a card that was face up, in its own hand, or just looked at.
    """
    source, target, seen = int(a.moves[n, 1]), int(a.moves[n, 2]), int(a.moves[n, 3])
    if not (int(a.viewers) & seen) >> viewer & 1:
        return False
    if source == DRAW:
        return target == DRAW or viewer != b.actor
    is_open = source in (PUBLIC, DISCARD, LOT, CHURCH_ZONE) or source >= OPEN
    return not (is_open or source == HAND + viewer)
