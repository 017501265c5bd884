"""The base class of players: a position in, an action text out; or rows and masks in, action codes out."""

from __future__ import annotations

import random
from abc import ABC, abstractmethod
from typing import Any, ClassVar

import numpy as np
from numpy.typing import ArrayLike

from armarium.core.errors import ArmariumError, IllegalAction, NotYourTurn
from armarium.players.observing import texts_of_codes
from armarium.players.position import Position

__all__ = [
    "BadCodes",
    "Player",
    "RandomPlayer",
    "UnknownPlayer",
    "as_player",
    "check_codes",
    "choose_from_row",
]


class UnknownPlayer(ArmariumError):
    code = "unknown-player"
    sentence = "There is no player {asked!r}. Choose one of: {allowed}."
    reasons: ClassVar = {
        "player-no-file": "There is no player “{asked}”: the file {path} does not exist."
    }


class BadCodes(ArmariumError):
    code = "bad-codes"
    sentence = (
        "choose_batch must return one action code per row, {count} in all, "
        "not an array of shape {asked} and type {kind}."
    )


class Player(ABC):
    """A player must be able to choose; everything else is optional."""

    @abstractmethod
    def choose(self, position: Position) -> str:
        """Return an action text of `position.legal`."""

    def choose_before(self, position: Position, deadline: float) -> tuple[str, bool]:
        """Return the best action found before `deadline` (time.monotonic), and whether the search was cut short.

        A player that does not search ignores the deadline.
        """
        return self.choose(position), False

    @property
    def takes_rows(self) -> bool:
        """Whether the player has `choose_batch`."""
        return type(self).choose_batch is not Player.choose_batch

    def choose_batch(self, rows: np.ndarray, masks: np.ndarray) -> np.ndarray:
        """Choose in many games at once, from observation rows and masks; return one action code per row."""
        raise NotImplementedError

    def start(self, seat: int, seats: int, options: dict[str, Any], seed: int) -> None:
        """Start a new game. It is not called where `choose_batch` plays many games at once."""

    def close(self) -> None:
        """Release all resources. The player can be used again afterwards."""


def choose_from_row(player: Player, position: Position) -> str:
    """Let a player with `choose_batch` choose in one position."""
    _check_turn(position)
    code = int(player.choose_batch(position.row[None], position.mask[None])[0])
    texts = texts_of_codes(position.game)
    if not 0 <= code < len(texts):
        raise IllegalAction(asked=code, allowed=position.legal)
    return texts[code]


def check_codes(codes: ArrayLike, count: int) -> np.ndarray:
    """Return the answer of `choose_batch` as int64, if it has one number per row."""
    found = np.asarray(codes)
    if found.shape != (count,) or found.dtype.kind not in "iu":
        raise BadCodes(asked=list(found.shape), kind=str(found.dtype), count=count)
    return found.astype(np.int64)


def _check_turn(position: Position) -> None:
    if not position.legal:
        to_act = position.view["to_act"]
        over = {} if to_act is not None else {"reason": "game-over"}
        raise NotYourTurn(seat=position.seat, asked="choose", to_act=to_act, **over)


class _WrappedPlayer(Player):
    """Wraps any object with `choose` or `choose_batch`; calls its `start` and `close` if it has them."""

    def __init__(self, player: Any) -> None:
        self._player = player

    @property
    def takes_rows(self) -> bool:
        return hasattr(self._player, "choose_batch")

    def choose(self, position: Position) -> str:
        if self.takes_rows and not hasattr(self._player, "choose"):
            return choose_from_row(self, position)
        choice: str = self._player.choose(position)
        return choice

    def choose_batch(self, rows: np.ndarray, masks: np.ndarray) -> np.ndarray:
        return check_codes(self._player.choose_batch(rows, masks), len(rows))

    def start(self, seat: int, seats: int, options: dict[str, Any], seed: int) -> None:
        if start := getattr(self._player, "start", None):
            start(seat, seats, options, seed)

    def close(self) -> None:
        if close := getattr(self._player, "close", None):
            close()


def as_player(player: object) -> Player:
    return player if isinstance(player, Player) else _WrappedPlayer(player)


class RandomPlayer(Player):
    def __init__(self, seed: int | None = None) -> None:
        self._random = random.Random(seed)

    def start(self, seat: int, seats: int, options: dict[str, Any], seed: int) -> None:
        """Restart the random numbers, so that a game does not depend on earlier games."""
        self._random = random.Random(seed)

    def choose(self, position: Position) -> str:
        _check_turn(position)
        return self._random.choice(position.legal)
