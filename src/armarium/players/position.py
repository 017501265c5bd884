"""A position: all that a player gets. It is made from a view and leads nowhere else, so no player can cheat."""

from __future__ import annotations

import functools
import hashlib
from collections.abc import Callable

import numpy as np

from armarium.games.shelf import open_book
from armarium.games.table.errors import BadView
from armarium.games.table.game import Game, View

__all__ = ["Position", "position_from", "position_of"]

# What every view has, also that of a game that does not write its shape down.
_KEYS = frozenset({"game", "you", "to_act", "legal", "options"})
# What reading a view that is none of ours stumbles over. It is not looked through beforehand: that would take longer
# than most players think.
_STUMBLES = (
    ArithmeticError, AssertionError, AttributeError, LookupError, TypeError, ValueError,
)  # fmt: skip


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
        key = _key(rng)
        try:
            if self._world is None:
                self._world = open_book(self.view["game"]).worlds_of(self.view)
            return self._world(key)
        except _STUMBLES as error:
            raise BadView(reason="view-unfit", detail=repr(error)) from error


def _key(rng: int | np.random.Generator) -> np.ndarray:
    drawn = rng.bytes(32) if isinstance(rng, np.random.Generator) else str(int(rng)).encode()
    return np.frombuffer(hashlib.sha256(b"armarium imagine 1" + drawn).digest(), "<u4")


def position_of(game: Game, seat: int | None) -> Position:
    """The position of a seat in a game; equal to `position_from` of its view."""
    return Position(game.view(seat))


def position_from(view: View) -> Position:
    """A position from a view, also one that came as JSON from another process; says what it lacks."""
    if not isinstance(view, dict):
        raise BadView(reason="view-no-object", found=type(view).__name__)
    for name, kind in (("game", str), ("you", int | None), ("legal", list), ("options", dict)):
        if name not in view or not isinstance(view[name], kind):
            raise BadView(reason="view-key", name=name)
    if not (keys := _keys_of(view["game"])) <= view.keys():
        raise BadView(reason="view-key", name=min(keys - view.keys()))
    return Position(view)


@functools.cache
def _keys_of(game: str) -> frozenset[str]:
    shape = open_book(game).shapes.get("View")
    return _KEYS if shape is None else _KEYS | shape.__required_keys__
