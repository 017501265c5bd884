"""The rows of single games, made by the chapter that makes them for batches."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from armarium.games.table.game import Game
from armarium.games.table.layout import Entry
from armarium.games.table.promises import Batch
from armarium.games.table.state_game import StateGame

__all__ = ["BatchRows"]


class BatchRows:
    def __init__(self, batch: Batch, score: str | None = None) -> None:
        """`score`: the name of the entry that says what the game would be worth if it ended now."""
        self.texts: tuple[str, ...] = tuple(batch.TEXTS)
        self.layout: Sequence[Entry] = batch.LAYOUT
        self.size: int = batch.SIZE
        entries = {entry.name: entry for entry in batch.LAYOUT}
        self.score: Entry | None = None if score is None else entries[score]
        self._observe = batch.observe_slots

    def observation(self, game: Game, seat: int) -> np.ndarray:
        assert isinstance(game, StateGame)
        words = np.empty((1, self.size // 8), np.int64)
        self._observe(game._states, 0, 1, np.full(1, seat, np.int64), words)
        row: np.ndarray = words.view(np.int8)[0]
        return row
