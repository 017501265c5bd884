"""A position: all that a player gets. It is made from a view and leads nowhere else, so no player can cheat."""

from __future__ import annotations

import hashlib
from collections.abc import Callable

import numpy as np

from armarium.games.shelf import open_book
from armarium.games.table.game import Game, View

__all__ = ["Position", "position_from", "position_of"]


class Position:
    """What a seat sees, what it may do, and worlds that look the same to it."""

    def __init__(self, view: View) -> None:
        self.view = view
        self._world: Callable[[np.ndarray], Game] | None = None

    @property
    def seat(self) -> int | None:
        seat: int | None = self.view["you"]
        return seat

    @property
    def legal(self) -> list[str]:
        return list(self.view["legal"])

    def imagine(self, rng: int | np.random.Generator) -> Game:
        """A game that looks the same to this seat, all it cannot know redrawn."""
        if self._world is None:
            self._world = open_book(self.view["game"]).worlds_of(self.view)
        return self._world(_key(rng))


def _key(rng: int | np.random.Generator) -> np.ndarray:
    drawn = rng.bytes(32) if isinstance(rng, np.random.Generator) else str(int(rng)).encode()
    return np.frombuffer(hashlib.sha256(b"armarium imagine 1" + drawn).digest(), "<u4")


def position_of(game: Game, seat: int | None) -> Position:
    """The position of a seat in a game; equal to `position_from` of its view."""
    return Position(game.view(seat))


def position_from(view: View) -> Position:
    """A position from a view, also one that came as JSON from another process."""
    return Position(view)
