"""A round that goes on from a moment of another game: with its cards, or with cards drawn anew from what a seat saw."""

from __future__ import annotations

import msgspec
import numpy as np

from armarium.games.table.book import Book
from armarium.games.table.game import Game
from armarium.server.table.log import Moment

__all__ = ["begun_from"]


def begun_from(book: Book, moment: Moment, seed: bytes) -> Game:
    """The same game for the same seed, whenever the log is read."""
    if moment.record:
        return book.game.replay(moment.record)
    return book.worlds_of(msgspec.json.decode(moment.view))(np.frombuffer(seed, "<u4"))
