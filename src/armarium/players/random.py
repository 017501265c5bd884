"""The random player: any legal action, all equally likely, in every game."""

from __future__ import annotations

import random
from typing import Any

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
        return self._random.choice(position.legal)
