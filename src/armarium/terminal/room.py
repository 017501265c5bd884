"""What a game's own room in the terminal offers."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from armarium.games.shelf import open_book
from armarium.games.table.record import Record
from armarium.terminal.evening import Asked
from armarium.terminal.narrator import Narrator
from armarium.terminal.proof import Proof
from armarium.terminal.screen import Screen

__all__ = ["Room", "room_of"]


@dataclass(frozen=True)
class Room:
    play: Callable[[Asked, str, Screen], None]  # an evening with the game (evening.py)
    arguments_of: Callable[[Record], dict[str, Any]]  # what it takes to deal a recorded game again
    narrator: type[Narrator]  # a record told again (replaying.py)
    proof: type[Proof]  # a record proved (verify.py)


def room_of(game: str) -> Room:
    """The terminal's room for a game; its rulebook is opened with it."""
    room = open_book(game).room
    assert room is not None
    return room
