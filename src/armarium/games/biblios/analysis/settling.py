"""Worlds in which the matter at hand is brought to its end: a lot is bought or discarded, a turn of gifts is over.

Only there the critic judges: what lies open in the middle, a bid that must still be paid, it has seldom seen.
"""

from __future__ import annotations

import numpy as np

from armarium.games.biblios.observation_layout import MASK_SIZE, SIZE
from armarium.games.biblios.players.kernels.imagined_worlds import act, look
from armarium.games.biblios.players.kernels.prospects import unsettled
from armarium.games.biblios.state import NONE
from armarium.players.network.network import Network

__all__ = ["settle_matter"]

STEPS = 96  # decisions until a lot is surely settled


def settle_matter(network: Network, states: np.ndarray, worlds: np.ndarray) -> None:
    """Everybody goes on as the network does, until what `worlds` were about is settled in every state."""
    number = len(states)
    which, acting = np.empty(number, np.int64), np.empty(number, np.int64)
    rows = np.empty((number, SIZE // 8), np.int64)
    masks = np.empty((number, MASK_SIZE // 8), np.int64)
    for _ in range(STEPS):
        waiting = unsettled(states, worlds, which)
        if not waiting:
            return
        some = states[which[:waiting]]
        n = look(some, NONE, acting, rows, masks)
        act(some, acting, network.choose(rows[:n].view(np.int8), masks[:n].view(np.int8)))
        states[which[:waiting]] = some
