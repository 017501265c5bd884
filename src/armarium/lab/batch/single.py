"""One game of a batch, or any state record, as a game of its own: to look at, to play on, to draw."""

from __future__ import annotations

import copy

import numpy as np

from armarium.games.table.state_game import StateGame

__all__ = ["game_at"]


def game_at(pattern: StateGame, states: np.ndarray) -> StateGame:
    """The game that stands like this array of one record; a pattern of the same options lends its ways.

    It has no past: its record is refused.
    """
    game = copy.copy(pattern)
    game._states = states
    game._actions = []
    game._has_past = False
    return game
