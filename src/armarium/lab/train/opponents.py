"""Where a game keeps the players of the house for many games at once."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from armarium.games.shelf import BOOKS
from armarium.games.table.errors import BadOption

__all__ = ["opponents_of"]


def opponents_of(game: str) -> Any:
    """`NAMES`, `first_word`, `new_sights` and `go_on`; see there."""
    try:
        return import_module(f"armarium.players.{game}.beside")
    except ModuleNotFoundError as error:
        having = [name for name in BOOKS if name != game]
        raise BadOption(option="game", asked=game, allowed=having) from error
