"""Random play in which every decision gets its observation and its mask: what learners pay for a game."""

from __future__ import annotations

import numpy as np

from armarium.lab.batch.random_play import FIRST_WORD
from armarium.lab.batch.slots import batch_of

__all__ = ["WatchedPlay"]


class WatchedPlay:
    """A stream of games like RandomPlay's; `run` plays some more and counts decisions."""

    def __init__(self, game: str, seats: int, edition: str | None, seed: int) -> None:
        self._batch = batch_of(game)
        blank, self._first = self._batch.template(seats, edition, True, {})
        self._states = blank.copy()
        self._blank = blank.view(np.int64)
        self._row, self._mask = (
            np.zeros((1, size // 8), np.int64) for size in (self._batch.SIZE, self._batch.MASK_SIZE)
        )
        self._word, self._seed = FIRST_WORD ^ (seed << 20), seed << 40

    def run(self, games: int) -> int:
        decisions, self._word = self._batch.play_watched(
            self._states, self._states.view(np.int64), 0, self._blank, self._seed, self._first, self._word,
            games, self._row, self._mask,
        )  # fmt: skip
        self._seed += games
        return int(decisions)
