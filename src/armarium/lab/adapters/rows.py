"""Observations and legal masks of single games, as the adapters hand them on."""

from __future__ import annotations

from typing import Any

import numpy as np

from armarium.games import shelf
from armarium.games.shelf import open_book
from armarium.games.table.errors import ArmariumError
from armarium.games.table.game import Game
from armarium.games.table.promises import Rows as BookRows

__all__ = ["NoRows", "Rows", "rows_of"]


class NoRows(ArmariumError):
    code = "no-rows"
    sentence = "{asked} has no rows for learners; these games have: {allowed}."


class Rows:
    """The rows of one of the games. `layout` names their bytes (docs/observations.md)."""

    def __init__(self, rows: BookRows) -> None:
        self.texts = rows.texts
        self.codes = {text: code for code, text in enumerate(rows.texts)}
        self.layout = rows.layout
        self.size = rows.size
        self.score = rows.score
        self.observation = rows.observation

    def mask(self, game: Game) -> np.ndarray:
        mask = np.zeros(len(self.texts), np.int8)
        mask[[self.codes[text] for text in game.legal()]] = 1
        return mask

    def worth(self, outcome: dict[str, Any], seat: int) -> float:
        """What a game was worth to a seat: alone its score; among others 1 for winning it, shared equally."""
        if "score" in outcome:
            return float(outcome["score"])
        winners = outcome["winners"]
        return 1 / len(winners) if seat in winners else 0.0


def rows_of(name: str) -> Rows:
    rows = open_book(name).rows
    if rows is None:
        able = [other for other in shelf.names() if open_book(other).rows is not None]
        raise NoRows(asked=name, allowed=able)
    return Rows(rows)
