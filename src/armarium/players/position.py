"""A position is everything that a player receives. It is made from a view alone, so players cannot cheat."""

from __future__ import annotations

import functools
import hashlib
import json
from collections.abc import Callable
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from armarium.core.errors import BadView
from armarium.core.game import BaseGame, View
from armarium.core.registry import find_game
from armarium.core.state_game import StateGame
from armarium.players.observing import mask_of_view, observe_state, row_of_view

__all__ = ["Position", "position_from", "position_of"]

# Keys of every view, also in games that do not declare the shape of their views.
_KEYS = frozenset({"game", "you", "to_act", "legal", "options"})
# Errors that a malformed view causes. Views are not validated beforehand, because that would take longer than most
# players need for a move.
_MALFORMED_VIEW_ERRORS = (
    ArithmeticError, AssertionError, AttributeError, LookupError, TypeError, ValueError,
)  # fmt: skip


class _Written(NamedTuple):
    """What compiled code wrote about a seat, without a way back to the game."""

    view: bytes  # JSON
    game: str
    seat: int
    legal: list[str]
    row: NDArray[np.int8]
    mask: NDArray[np.int8]


class Position:
    """What a seat sees, its legal actions, and a way to imagine worlds that look the same to it."""

    def __init__(self, view: View | None, written: _Written | None = None) -> None:
        self._view, self._written = view, written
        self._world: Callable[[np.ndarray], BaseGame] | None = None

    @property
    def view(self) -> View:
        """What the seat sees, as plain data (docs/views.md)."""
        if self._view is None:
            assert self._written is not None
            self._view = json.loads(self._written.view)
        view: View = self._view
        return view

    @property
    def game(self) -> str:
        """The name of the game."""
        name: str = self.view["game"] if self._written is None else self._written.game
        return name

    @property
    def seat(self) -> int | None:
        """The number of the seat; None for a spectator."""
        if self._written is not None:
            return self._written.seat
        seat: int | None = self.view["you"]
        return seat

    @property
    def legal(self) -> list[str]:
        """The texts of the legal actions, in canonical order; empty when another seat is to act."""
        return list(self.view["legal"] if self._written is None else self._written.legal)

    @functools.cached_property
    def row(self) -> NDArray[np.int8]:
        """The observation row of the seat, (size,) int8 (docs/observations.md).

        It says everything that the view says. So it can be more certain than `VectorGame.observe`, never less.
        """
        return self._read(row_of_view) if self._written is None else self._written.row

    @functools.cached_property
    def mask(self) -> NDArray[np.int8]:
        """1 for each legal action code, (actions,) int8; all 0 when another seat is to act."""
        return self._read(mask_of_view) if self._written is None else self._written.mask

    def _read(self, read: Callable[[View], np.ndarray]) -> np.ndarray:
        try:
            return read(self.view)
        except _MALFORMED_VIEW_ERRORS as error:
            raise BadView(reason="view-unfit", detail=repr(error)) from error

    def imagine(self, rng: int | np.random.Generator) -> BaseGame:
        """Return a game that looks the same to this seat; everything it cannot know is redrawn."""
        key = _key(rng)
        try:
            if self._world is None:
                self._world = find_game(self.view["game"]).make_world_sampler(self.view)
            return self._world(key)
        except _MALFORMED_VIEW_ERRORS as error:
            raise BadView(reason="view-unfit", detail=repr(error)) from error


def _key(rng: int | np.random.Generator) -> np.ndarray:
    entropy = rng.bytes(32) if isinstance(rng, np.random.Generator) else str(int(rng)).encode()
    return np.frombuffer(hashlib.sha256(b"armarium imagine 1" + entropy).digest(), "<u4")


def position_of(game: BaseGame, seat: int | None) -> Position:
    """Return the position of a seat in a game; equal to `position_from` of its view."""
    has_rows = isinstance(game, StateGame) and find_game(game.name).batch is not None
    if not has_rows or seat is None or game.to_act is None:
        return Position(game.view(seat))
    assert isinstance(game, StateGame)
    view = game.view_text(seat)  # checks the seat
    legal = game.legal() if seat == game.to_act else []
    row, mask = observe_state(game.name, game.states, seat)
    return Position(None, _Written(view, game.name, seat, legal, row, mask))


def position_from(view: View) -> Position:
    """Make a position from a view, also one that came as JSON from another process.

    Raises BadView if a key is missing or has the wrong type.
    """
    if not isinstance(view, dict):
        raise BadView(reason="view-no-object", found=type(view).__name__)
    for name, kind in (("game", str), ("you", int | None), ("legal", list), ("options", dict)):
        if name not in view or not isinstance(view[name], kind):
            raise BadView(reason="view-key", name=name)
    if not (keys := _required_keys(view["game"])) <= view.keys():
        raise BadView(reason="view-key", name=min(keys - view.keys()))
    return Position(view)


@functools.cache
def _required_keys(game: str) -> frozenset[str]:
    shape = find_game(game).shapes.get("View")
    return _KEYS if shape is None else _KEYS | shape.__required_keys__
