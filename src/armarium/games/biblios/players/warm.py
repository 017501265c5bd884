"""One choice of every level of Biblios from a view, and one compiled game between them."""

from __future__ import annotations

import numpy as np

from armarium.games.biblios import Game
from armarium.games.biblios.players.sight import new_sights
from armarium.games.biblios.players.together import COMPILED, play_together_at
from armarium.games.biblios.players.weights import NAMES
from armarium.players.load import load
from armarium.players.position import position_of

__all__ = ["warm"]


def warm() -> None:
    game = Game.new(seats=4, seed=0, first=0)
    for name in COMPILED:
        load(name, seed=0).choose(position_of(game, 0))
    states, who = game._states.copy(), np.arange(4)
    play_together_at(
        states, 0, new_sights(1), who, np.zeros((4, len(NAMES))), np.arange(1, 5), True
    )
