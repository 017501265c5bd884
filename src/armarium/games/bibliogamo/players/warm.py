"""One choice of every level of Bibliogamo from a view, one compiled game, and one step of tuning."""

from __future__ import annotations

import numpy as np

from armarium.games.bibliogamo import Game
from armarium.games.bibliogamo.players.planner import scores_of
from armarium.games.bibliogamo.players.solo import PLANNER, play_solo
from armarium.games.bibliogamo.players.weights import WEIGHTS
from armarium.players.load import load
from armarium.players.position import position_of

__all__ = ["warm"]

NAMES = ("careful", "planner", "search:iterations=8")


def warm() -> None:
    game = Game.new(seed=0)
    game.play("done")  # to hire: there the search has most to try
    for name in NAMES:
        load(name, seed=0).choose(position_of(game, 0))
    states = game._states.copy()
    scores_of(states, np.zeros(1, np.int64), WEIGHTS)
    play_solo(states, PLANNER, 1)
