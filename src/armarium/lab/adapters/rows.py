"""Observations and legal masks of single games, as the adapters hand them on."""

from __future__ import annotations

from typing import Any

import numpy as np

from armarium.games.table.game import Game
from armarium.lab.vector import batch_of

__all__ = ["Rows", "rows_of"]


class Rows:
    """The rows of one of the games. `layout` names their bytes (docs/observations.md)."""

    def __init__(self, batch: Any) -> None:
        self.texts: tuple[str, ...] = tuple(batch.TEXTS)
        self.codes = {text: code for code, text in enumerate(self.texts)}
        self.layout = batch.LAYOUT
        self.size: int = batch.SIZE
        self._observe = batch.observe_slots

    def observation(self, game: Game, seat: int) -> np.ndarray:
        words = np.empty((1, self.size // 8), np.int64)
        self._observe(game._states, 0, 1, np.full(1, seat, np.int64), words)
        row: np.ndarray = words.view(np.int8)[0]
        return row

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
    return Rows(batch_of(name))
