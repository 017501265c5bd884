"""Phase 4a: paid steps; and the florin levels, which give artisans and take them back (G-14, G-32 to G-34)."""

from __future__ import annotations

import numpy as np

from armarium.games.bibliogamo import cards
from armarium.games.bibliogamo.kernels.day import around
from armarium.games.bibliogamo.kernels.hire import is_finished
from armarium.games.bibliogamo.kernels.piles import (
    GAVE_BACK,
    LEVEL_LOST,
    LEVEL_REACHED,
    PAID_STEP,
    note,
)
from armarium.games.bibliogamo.state import GIVE_BACK, HIRE, MOVE, NONE, SELL
from armarium.games.table.compiled import compiled

__all__ = ["earn", "end_walk", "give_back", "pay_step"]

LEVEL = np.array([level for level, _ in cards.LEVELS], np.int64)
EXTRA = np.array([extra for _, extra in cards.LEVELS], np.int64)


@compiled
def pay_step(s, way):
    """One florin, one space; a level that is lost takes its artisans with it, before anything else."""
    start = int(s.librarian)
    s.librarian = around(start + way)
    s.florins -= 1
    if s.every_stop and s.librarian == cards.LIBRARY:
        s.landed = 1
    note(s, PAID_STEP, start, s.librarian, NONE, NONE)
    for i in range(len(LEVEL)):
        if s.florins == LEVEL[i] - 1:
            _lose(s, i)


@compiled
def _lose(s, i):
    """G-33: from the supply first; what it cannot give, towers of the player's choice."""
    lost = EXTRA[i]
    given = min(lost, int(s.supply))
    s.supply -= given
    s.owed = lost - given
    note(s, LEVEL_LOST, LEVEL[i], lost, NONE, NONE)
    if s.owed > 0:
        s.step = GIVE_BACK


@compiled
def give_back(s, tower, kind):
    s.artisans[tower, kind] -= 1
    s.owed -= 1
    note(s, GAVE_BACK, tower, kind, NONE, NONE)
    if s.owed == 0:
        s.step = MOVE


@compiled
def earn(s, florins):
    """G-32: artisans join the supply at once."""
    before = int(s.florins)
    s.florins += florins
    for i in range(len(LEVEL)):
        if before < LEVEL[i] <= s.florins:
            s.supply += EXTRA[i]
            note(s, LEVEL_REACHED, LEVEL[i], EXTRA[i], NONE, NONE)


@compiled
def end_walk(s):
    """G-4: where 4a ends counts as landing. G-12: at the Grand Library nothing is sold."""
    if s.librarian == cards.LIBRARY:
        s.landed = 1
        s.step = HIRE
    elif is_finished(s, int(s.tower_at[s.librarian])):
        s.step = SELL
    else:
        s.step = HIRE
