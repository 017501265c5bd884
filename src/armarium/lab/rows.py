"""Observation rows of a game, from its batch or from its views, for environments and datasets."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import numpy as np

from armarium.core import registry
from armarium.core.batch import Batch, Entry
from armarium.core.errors import IllegalAction
from armarium.core.game import BaseGame, View
from armarium.core.state_game import StateGame
from armarium.lab.extension import ObservationRows, lab_extension
from armarium.lab.slots import find_batch
from armarium.players.observing import NoRows

__all__ = [
    "BatchRows",
    "GameRows",
    "NoRows",
    "RowPart",
    "ViewRows",
    "find_rows",
]


class BatchRows:
    """Rows written by the game's batch kernels."""

    def __init__(self, batch: Batch, score: str | None = None) -> None:
        """`score` names the entry that holds the value of the game if it ended now."""
        self.texts: tuple[str, ...] = tuple(batch.TEXTS)
        self.layout: Sequence[Entry] = batch.LAYOUT
        self.size: int = batch.SIZE
        entries = {entry.name: entry for entry in batch.LAYOUT}
        self.score: Entry | None = None if score is None else entries[score]
        self._observe = batch.observe_slots

    def observation(self, game: BaseGame, seat: int) -> np.ndarray:
        assert isinstance(game, StateGame)
        words = np.empty((1, self.size // 8), np.int64)
        self._observe(game._states, 0, 1, np.full(1, seat, np.int64), words)
        row: np.ndarray = words.view(np.int8)[0]
        return row


class RowPart(NamedTuple):
    """Some numbers of a row, each from 0 to 127, and the function that reads them from a view."""

    name: str
    length: int
    meaning: str
    numbers: Callable[[View], Sequence[int]]


class ViewRows:
    """Rows of a game in plain Python. They are read from a seat's own view, so they cannot leak hidden cards."""

    def __init__(self, texts: Sequence[str], parts: Sequence[RowPart]) -> None:
        self.texts = tuple(texts)
        self.score: Entry | None = None
        self._parts = tuple(parts)
        starts = [sum(part.length for part in parts[:n]) for n in range(len(parts) + 1)]
        self.size = starts[-1]
        self.layout: Sequence[Entry] = [
            Entry(part.name, start, part.length, part.meaning)
            for part, start in zip(parts, starts[:-1])
        ]

    def observation(self, game: BaseGame, seat: int) -> np.ndarray:
        view = game.view(seat)
        row = np.zeros(self.size, np.int8)
        for entry, part in zip(self.layout, self._parts):
            numbers = part.numbers(view)
            row[entry.start : entry.start + len(numbers)] = np.clip(numbers, 0, 127)
        return row


class GameRows:
    """The rows, action codes and rewards of a game. `layout` names the bytes of a row (docs/observations.md)."""

    def __init__(self, game: str, rows: ObservationRows) -> None:
        self._game = game
        self.texts = rows.texts
        self.codes = {text: code for code, text in enumerate(rows.texts)}
        self.layout = rows.layout
        self.size = rows.size
        self.score = rows.score
        self.observation = rows.observation

    def __reduce__(self) -> tuple[Callable[[str], GameRows], tuple[str]]:
        """Look the rows up again in another process, because compiled functions cannot be pickled."""
        return find_rows, (self._game,)

    def mask(self, game: BaseGame) -> np.ndarray:
        mask = np.zeros(len(self.texts), np.int8)
        mask[[self.codes[text] for text in game.legal()]] = 1
        return mask

    def get_action_text(self, code: int, game: BaseGame) -> str:
        """Return the text of an action code. An unknown code is an illegal action."""
        if not 0 <= code < len(self.texts):
            raise IllegalAction(asked=code, allowed=game.legal())
        return self.texts[code]

    @property
    def whole_size(self) -> int:
        """The length of the full-state row; only games with batches have one."""
        return find_batch(self._game).WHOLE_SIZE

    def observe_all(self, game: BaseGame) -> np.ndarray:
        """Return the full state, hidden cards and their order included, (whole_size,) int8."""
        assert isinstance(game, StateGame)
        words = np.empty((1, self.whole_size // 8), np.int64)
        find_batch(self._game).observe_all_slots(game._states, 0, 1, words)
        row: np.ndarray = words.view(np.int8)[0]
        return row

    def final_reward(self, outcome: dict[str, Any], seat: int) -> float:
        """Return the final reward of a seat: the score in a game for one seat, else 1 for a win, shared equally."""
        if "score" in outcome:
            return float(outcome["score"])
        winners = outcome["winners"]
        return 1 / len(winners) if seat in winners else 0.0


def find_rows(name: str) -> GameRows:
    rows = lab_extension(name).rows
    if rows is None:
        supported = [
            other for other in registry.game_names() if lab_extension(other).rows is not None
        ]
        raise NoRows(asked=name, allowed=supported)
    return GameRows(name, rows)
