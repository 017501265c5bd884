"""The shelf: the games of the house, one line a game. A book is opened, and compiled, only when it is asked for."""

from __future__ import annotations

from importlib import import_module
from typing import Any

__all__ = ["BOOKS", "open_book"]

BOOKS = {
    "biblios": "armarium.games.biblios",
    "bibliogamo": "armarium.games.bibliogamo",
}


def open_book(name: str) -> Any:
    """The package of a game, with its `Game`."""
    return import_module(BOOKS[name])
