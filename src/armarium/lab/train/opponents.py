"""Where a game keeps the players of the house for many games at once."""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec
from typing import Any

from armarium.games.shelf import BOOKS
from armarium.games.table.errors import BadOption

__all__ = ["has_opponents", "opponents_of"]


def opponents_of(game: str) -> Any:
    """`NAMES`, `first_word`, `new_sights` and `go_on`; see there."""
    if not has_opponents(game):
        raise BadOption(option="game", asked=game, allowed=list(filter(has_opponents, BOOKS)))
    return import_module(_room(game))


def has_opponents(game: str) -> bool:
    """A game for one seat has none."""
    return find_spec(_room(game)) is not None


def _room(game: str) -> str:
    return f"armarium.players.{game}.beside"
