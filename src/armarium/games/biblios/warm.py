"""Go through every door of the engine once, so that all of it is compiled and cached."""

from __future__ import annotations

import numpy as np

from armarium.games.biblios import state
from armarium.games.biblios.game import Game
from armarium.games.biblios.kernels import engine
from armarium.games.biblios.sketch import Sketch

__all__ = ["warm"]


def warm() -> None:
    game = Game.new(seats=4, seed=0)
    truth = game.truth()
    Game.new(seats=4, seed=0, deal={"draw": truth["draw"], "box": truth["box"]})
    game.play(game.legal()[0])
    game.follow([])
    Game.imagined(Sketch(game.view(0)), np.zeros(8, "<u4"))
    states = state.new_states(2)
    states[:] = game._states[0]
    engine.force_at(states, 1, 0)
    engine.top_at(states, 1, 0)
    engine.reveal_at(states, 1)
    game.view(None)
