"""Which actions the player may take back: those that turn up no card, use no chance and do not end the game."""

from __future__ import annotations

from armarium.core.jit import jit_entry
from armarium.games.bibliogamo.kernels import rules
from armarium.games.bibliogamo.kernels.event_text import has_revealed
from armarium.games.bibliogamo.state import NONE

__all__ = ["may_take_back_at"]


@jit_entry
def may_take_back_at(states, i, code):
    """Return whether the player may take back this legal action.

    Only the order of the pile is hidden, so whether a card is turned up is the same in all games that look like this.
    """
    if code in (rules.SELL_BOOK, rules.REDRAW):
        return False
    if not (rules.PLACES <= code < rules.LIBRARIES or code >= rules.TRANSFERS):
        return True
    trial = states[i : i + 1].copy()
    rules.apply(trial[0], code)
    return trial[0].actor != NONE and not has_revealed(trial, 0)
