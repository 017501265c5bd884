"""Go through every door of the engine once, so that all of it is compiled and cached."""

from __future__ import annotations

import numpy as np

from armarium.games.bibliogamo import state
from armarium.games.bibliogamo.cards import SPACES
from armarium.games.bibliogamo.game import Game
from armarium.games.bibliogamo.kernels import engine, forecast
from armarium.games.bibliogamo.sketch import Sketch

__all__ = ["warm"]


def warm() -> None:
    game = Game.new(seed=0)
    Game.new(seed=0, deal={"draw": list(range(1, 48)), "prestige": 1})
    game.play(game.legal()[-1])
    Game.imagined(Sketch(game.view(0)), np.zeros(8, "<u4"))
    states = state.new_states(2)
    states[:] = game._states[0]
    engine.want_at(states, 1, 0)
    forecast.next_price_at(states, 1)
    forecast.sale_at(states, 1)
    forecast.tomorrow_at(states, 1, np.zeros(SPACES, np.int64))
