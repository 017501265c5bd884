"""Observations, legal masks and the referee's sight of single games, as the adapters hand them on."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from armarium.games import shelf
from armarium.games.shelf import open_book
from armarium.games.table.errors import ArmariumError, IllegalAction
from armarium.games.table.game import Game
from armarium.games.table.promises import Rows as BookRows
from armarium.games.table.state_game import StateGame
from armarium.lab.batch.slots import batch_of

__all__ = ["NoRows", "Rows", "rows_of"]


class NoRows(ArmariumError):
    code = "no-rows"
    sentence = "{asked} has no rows for learners; these games have: {allowed}."


class Rows:
    """The rows of one of the games. `layout` names their bytes (docs/observations.md)."""

    def __init__(self, game: str, rows: BookRows) -> None:
        self._game = game
        self.texts = rows.texts
        self.codes = {text: code for code, text in enumerate(rows.texts)}
        self.layout = rows.layout
        self.size = rows.size
        self.score = rows.score
        self.observation = rows.observation

    def __reduce__(self) -> tuple[Callable[[str], Rows], tuple[str]]:
        """In another process they are asked of the book again: compiled chapters do not travel."""
        return rows_of, (self._game,)

    def mask(self, game: Game) -> np.ndarray:
        mask = np.zeros(len(self.texts), np.int8)
        mask[[self.codes[text] for text in game.legal()]] = 1
        return mask

    def text_of(self, code: int, game: Game) -> str:
        """A number that is no action of the game's is as illegal as one that is not allowed now."""
        if not 0 <= code < len(self.texts):
            raise IllegalAction(asked=code, allowed=game.legal())
        return self.texts[code]

    @property
    def whole_size(self) -> int:
        """The length of the referee's row; only games in batches have one."""
        return batch_of(self._game).WHOLE_SIZE

    def whole(self, game: Game) -> np.ndarray:
        """(whole_size,) int8: everything, hidden cards and their order included."""
        assert isinstance(game, StateGame)
        words = np.empty((1, self.whole_size // 8), np.int64)
        batch_of(self._game).observe_all_slots(game._states, 0, 1, words)
        row: np.ndarray = words.view(np.int8)[0]
        return row

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
    return Rows(name, rows)
