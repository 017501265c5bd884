"""The rows of a game in plain Python: numbers read from a seat's own view, so that they can hold no secret."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

import numpy as np

from armarium.games.table.game import Game, View
from armarium.games.table.layout import Entry

__all__ = ["Part", "ViewRows"]


class Part(NamedTuple):
    """Some numbers of a row, each from 0 to 127, and how they are read from a view."""

    name: str
    length: int
    meaning: str
    numbers: Callable[[View], Sequence[int]]


class ViewRows:
    def __init__(self, texts: Sequence[str], parts: Sequence[Part]) -> None:
        self.texts = tuple(texts)
        self.score: Entry | None = None
        self._parts = tuple(parts)
        starts = [sum(part.length for part in parts[:n]) for n in range(len(parts) + 1)]
        self.size = starts[-1]
        self.layout: Sequence[Entry] = [
            Entry(part.name, start, part.length, part.meaning)
            for part, start in zip(parts, starts[:-1])
        ]

    def observation(self, game: Game, seat: int) -> np.ndarray:
        view = game.view(seat)
        row = np.zeros(self.size, np.int8)
        for entry, part in zip(self.layout, self._parts):
            numbers = part.numbers(view)
            row[entry.start : entry.start + len(numbers)] = np.clip(numbers, 0, 127)
        return row
