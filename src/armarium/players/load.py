"""Players by name."""

from __future__ import annotations

from typing import Protocol

from armarium.players.position import Position
from armarium.players.random import RandomPlayer

__all__ = ["Player", "load"]


class Player(Protocol):
    """Any object with `choose`; `start(seat, seats, options, seed)` is called before a game if it exists."""

    def choose(self, position: Position) -> str: ...


def load(name: str, seed: int | None = None) -> Player:
    if name == "random":
        return RandomPlayer(seed)
    raise LookupError(name)
