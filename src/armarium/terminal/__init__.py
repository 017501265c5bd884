"""The terminal: games in words, alone, hot-seat or against players; replays; and proof of a fair deal.

It knows a game through its views and events, like the page does, and says everything with the one catalogue.
What differs from game to game lives in a room of its own, which offers

    play(asked, spoken, screen)                an evening with the game (evening.py)
    arguments_of(record)                       what it takes to deal a recorded game again
    Narrator(game, seat, language)             a record told again (replaying.py)
    Proof(game, stream, arguments)             a record proved (verify.py)
"""

from __future__ import annotations

from importlib import import_module
from typing import Any

__all__ = ["ROOMS", "room_of"]

ROOMS = {
    "biblios": "armarium.terminal.biblios",
    "bibliogamo": "armarium.terminal.bibliogamo",
}


def room_of(game: str) -> Any:
    """The terminal's room for a game; its rulebook is opened with it."""
    return import_module(ROOMS[game])
