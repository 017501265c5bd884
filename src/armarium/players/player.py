"""What a player is: a position in, an action text out."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Any, ClassVar

from armarium.games.table.errors import ArmariumError
from armarium.players.position import Position

__all__ = ["Player", "UnknownPlayer", "as_player"]


class UnknownPlayer(ArmariumError):
    code = "unknown-player"
    sentence = "There is no player {asked!r}; choose one of: {allowed}."
    reasons: ClassVar = {
        "player-no-file": "There is no player “{asked}”: the file {path} does not exist."
    }


class Player(ABC):
    """Whoever can choose may play; most need nothing else."""

    @abstractmethod
    def choose(self, position: Position) -> str:
        """An action text of `position.legal`."""

    def start(self, seat: int, seats: int, options: dict[str, Any], seed: int) -> None:
        """A new game begins."""

    def close(self) -> None:
        """Let go of whatever is held; a player can be asked again afterwards."""


class _Guest(Player):
    """Any object with `choose`; its `start` is called if it has one."""

    def __init__(self, guest: Any) -> None:
        self._guest = guest

    def choose(self, position: Position) -> str:
        choice: str = self._guest.choose(position)
        return choice

    def start(self, seat: int, seats: int, options: dict[str, Any], seed: int) -> None:
        if start := getattr(self._guest, "start", None):
            start(seat, seats, options, seed)

    def close(self) -> None:
        if close := getattr(self._guest, "close", None):
            close()


def as_player(guest: Any) -> Player:
    return guest if isinstance(guest, Player) else _Guest(guest)
