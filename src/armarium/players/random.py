"""The random player: any legal action, all equally likely, in every game."""

from __future__ import annotations

import random
from typing import Any

from armarium.games.table.errors import NotYourTurn
from armarium.players.player import Player
from armarium.players.position import Position

__all__ = ["RandomPlayer"]


class RandomPlayer(Player):
    def __init__(self, seed: int | None = None) -> None:
        self._random = random.Random(seed)

    def start(self, seat: int, seats: int, options: dict[str, Any], seed: int) -> None:
        """Its chance belongs to the game: the same game goes the same way, whatever was played before."""
        self._random = random.Random(seed)

    def choose(self, position: Position) -> str:
        legal = position.legal
        if not legal:
            to_act = position.view["to_act"]
            over = {} if to_act is not None else {"reason": "game-over"}
            raise NotYourTurn(seat=position.seat, asked="choose", to_act=to_act, **over)
        return self._random.choice(legal)
