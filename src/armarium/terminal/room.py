"""What a room of the terminal offers: a game's own, or the plain one for a book without."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from armarium.games.shelf import open_book
from armarium.terminal.evening import Asked
from armarium.terminal.narrator import Narrator
from armarium.terminal.proof import Proof
from armarium.terminal.screen import Screen

__all__ = ["Room", "room_of"]


@dataclass(frozen=True)
class Room:
    play: Callable[[Asked, str, Screen], None]  # an evening with the game (evening.py)
    narrator: type[Narrator]  # a record told again (replaying.py)
    proof: type[Proof]  # a record proved (verify.py)


def room_of(game: str) -> Room:
    """The terminal's room for a game; its rulebook is opened with it."""
    own = open_book(game).room
    if own is not None:
        return own
    from armarium.terminal.plain import plain_room

    return plain_room(game)
