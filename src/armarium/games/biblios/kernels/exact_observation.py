"""The row of a seat with all that its view tells: the same bytes from a game and from a view that went through JSON.

`observe` leaves out what only the sizes of hands and piles imply (places.py), because that takes longer than a turn,
and a batch of games that learns asks for a row every turn. Whoever decides at a table has the time.
"""

from __future__ import annotations

import numpy as np

from armarium.games.biblios.cards import LABELS_IN_WORD_0
from armarium.games.biblios.kernels import places
from armarium.games.biblios.kernels.observation import mask, observe_with
from armarium.games.biblios.state import PLACES, PUBLIC_EYE
from armarium.games.table.compiled import compiled, door

__all__ = ["observe_exactly", "observe_exactly_at"]


@compiled
def observe_exactly(s, seat, out):
    mine = np.zeros((2, PLACES), np.int64)
    everyone = np.zeros((2, PLACES), np.int64)
    _conclude(s, seat, mine)
    _conclude(s, PUBLIC_EYE, everyone)
    observe_with(s, mine, everyone, seat, out)


@compiled
def _conclude(s, eye, sets):
    """The sets of an eye, each label only where the sizes of all places let it be."""
    masks = np.empty(places.LABELS, np.int64)
    room = np.empty(PLACES, np.int64)
    at = np.empty(places.LABELS, np.int64)
    came_from = np.empty(PLACES, np.int64)
    places.masks_of(s, eye, masks)
    places.room_of(s, eye, room)
    if places.assign(masks, room, np.arange(places.LABELS), at, came_from):
        places.narrow(masks, at)
    for label in range(places.LABELS):
        word = 0 if label < LABELS_IN_WORD_0 else 1
        bit = 1 << (label - LABELS_IN_WORD_0 * word)
        for x in range(PLACES):
            if (masks[label] >> x) & 1:
                sets[word, x] |= bit


@door
def observe_exactly_at(states, i, seat, rows, masks):
    """The row of a seat, and what may be done now."""
    observe_exactly(states[i], seat, rows[0])
    mask(states[i], masks[0])
