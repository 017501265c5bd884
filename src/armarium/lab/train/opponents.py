"""The players of the house for many games at once, of the games that have them."""

from __future__ import annotations

from armarium.games import shelf
from armarium.games.shelf import open_book
from armarium.games.table.errors import BadOption
from armarium.games.table.promises import Beside

__all__ = ["opponents_of"]


def opponents_of(game: str) -> Beside:
    beside = open_book(game).beside
    if beside is None:
        able = [name for name in shelf.names() if open_book(name).beside is not None]
        raise BadOption(option="game", asked=game, allowed=able)
    return beside
