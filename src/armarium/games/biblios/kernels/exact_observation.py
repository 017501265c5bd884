"""The row of a seat with all that its view tells: the same bytes from a game and from a view that went through JSON.

`observe` leaves out what only the sizes of hands and piles imply (alike.py), because that takes longer than a turn,
and a batch of games that learns asks for a row every turn. Whoever decides at a table has the time.
"""

from __future__ import annotations

import numpy as np

from armarium.games.biblios.kernels.alike import conclude
from armarium.games.biblios.kernels.observation import mask, observe_with
from armarium.games.biblios.state import PLACES, PUBLIC_EYE
from armarium.games.table.compiled import compiled, door

__all__ = ["observe_exactly", "observe_exactly_at"]


@compiled
def observe_exactly(s, seat, out):
    mine = np.empty((2, PLACES), np.int64)
    everyone = np.empty((2, PLACES), np.int64)
    conclude(s, seat, mine)
    conclude(s, PUBLIC_EYE, everyone)
    observe_with(s, mine, everyone, seat, out)


@door
def observe_exactly_at(states, i, seat, rows, masks):
    """The row of a seat, and what may be done now."""
    observe_exactly(states[i], seat, rows[0])
    mask(states[i], masks[0])
