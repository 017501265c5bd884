"""Phase 4a: paid steps, and the florin levels that give artisans and take them back (G-14, G-32 to G-34)."""

from __future__ import annotations

import numpy as np

from armarium.core.jit import jit
from armarium.games.bibliogamo import cards
from armarium.games.bibliogamo.kernels.day import wrap_space
from armarium.games.bibliogamo.kernels.hire import is_finished
from armarium.games.bibliogamo.kernels.piles import (
    GAVE_BACK,
    LEVEL_LOST,
    LEVEL_REACHED,
    PAID_STEP,
    record_effect,
)
from armarium.games.bibliogamo.state import GIVE_BACK, HIRE, MOVE, NONE, SELL

__all__ = ["earn", "end_walk", "give_back", "pay_step"]

LEVEL = np.array([level for level, _ in cards.LEVELS], np.int64)
EXTRA = np.array([extra for _, extra in cards.LEVELS], np.int64)


@jit
def pay_step(s, direction):
    """Move one space for one florin. If a florin level is lost, its artisans are lost first."""
    start = int(s.librarian)
    s.librarian = wrap_space(start + direction)
    s.florins -= 1
    if s.every_stop and s.librarian == cards.LIBRARY:
        s.landed = 1
    record_effect(s, PAID_STEP, start, s.librarian, NONE, NONE)
    for i in range(len(LEVEL)):
        if s.florins == LEVEL[i] - 1:
            _lose_level(s, i)


@jit
def _lose_level(s, i):
    """Lose the artisans of a level: from the supply first, then from towers of the player's choice (G-33)."""
    lost = EXTRA[i]
    given = min(lost, int(s.supply))
    s.supply -= given
    s.owed = lost - given
    record_effect(s, LEVEL_LOST, LEVEL[i], lost, NONE, NONE)
    if s.owed > 0:
        s.step = GIVE_BACK


@jit
def give_back(s, tower, kind):
    s.artisans[tower, kind] -= 1
    s.owed -= 1
    record_effect(s, GAVE_BACK, tower, kind, NONE, NONE)
    if s.owed == 0:
        s.step = MOVE


@jit
def earn(s, florins):
    """Gain florins. Artisans of new levels join the supply at once (G-32)."""
    before = int(s.florins)
    s.florins += florins
    for i in range(len(LEVEL)):
        if before < LEVEL[i] <= s.florins:
            s.supply += EXTRA[i]
            record_effect(s, LEVEL_REACHED, LEVEL[i], EXTRA[i], NONE, NONE)


@jit
def end_walk(s):
    """End phase 4a. Its last space counts as landing (G-4). At the Grand Library nothing is sold (G-12)."""
    if s.librarian == cards.LIBRARY:
        s.landed = 1
        s.step = HIRE
    elif is_finished(s, int(s.tower_at[s.librarian])):
        s.step = SELL
    else:
        s.step = HIRE
