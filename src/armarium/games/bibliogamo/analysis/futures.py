"""Imagined futures of a position: all that the order of the draw pile may bring, and the planner goes on to the end.

Nothing else is hidden in Bibliogamo, so the referee who does not know the order and the seat see the same.
"""

from __future__ import annotations

import hashlib

import numpy as np

from armarium.games.bibliogamo.players.kernels.endings import branch, end_all, imagine_all
from armarium.games.bibliogamo.players.kernels.evaluation import new_evaluations
from armarium.games.bibliogamo.players.weights import WEIGHTS
from armarium.games.bibliogamo.state import OVER, new_states

__all__ = ["ends_of", "ends_with", "worlds_of"]

BREADTH = 1  # of the planner in a future


def worlds_of(root: np.ndarray, number: int, seed: int) -> np.ndarray:
    """So many other orders of the draw pile; the same root and seed, the same worlds."""
    words = hashlib.sha256(b"armarium futures 1 %d" % seed).digest()
    rng = np.random.Generator(np.random.Philox(int.from_bytes(words[:8], "little")))
    worlds = new_states(number)
    imagine_all(root, rng.integers(0, 1 << 32, (number, 8), np.uint32), worlds)
    return worlds


def ends_of(worlds: np.ndarray) -> np.ndarray:
    """The same games, finished; those given stay as they are."""
    ends = worlds.copy()
    if len(ends) and int(ends["step"][0]) != OVER:
        end_all(ends, WEIGHTS, BREADTH, new_evaluations())
    return ends


def ends_with(worlds: np.ndarray, codes: np.ndarray) -> np.ndarray:
    """(worlds, actions): finished after each action."""
    states = new_states(len(worlds) * len(codes))
    branch(worlds, codes.astype(np.int64), states)
    end_all(states, WEIGHTS, BREADTH, new_evaluations())
    ends: np.ndarray = states.reshape(len(worlds), len(codes))
    return ends
