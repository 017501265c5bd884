"""Random legal play in bulk, with and without observations, for `armarium bench rules`."""

from __future__ import annotations

import numpy as np

from armarium.core.seeding import deal_key, seed_bytes
from armarium.lab.slots import find_batch

__all__ = ["FIRST_WORD", "ObservedPlay", "RandomPlay"]


FIRST_WORD = 88172645463325252  # seed of the generator of random actions


class RandomPlay:
    """A stream of random games, each with its own key; `run` plays more of them and counts decisions."""

    def __init__(
        self, game: str, seats: int, edition: str | None, seed: int, keep_knowledge: bool
    ) -> None:
        self._batch = find_batch(game)
        self._blank, self._first = self._batch.template(seats, edition, keep_knowledge, {})
        self._states = self._blank.copy()
        self._key = deal_key(seed_bytes(seed), [bytes(32)] * seats).copy()
        self._word = FIRST_WORD ^ (seed << 20)

    def run(self, games: int) -> int:
        decisions, self._word = self._batch.play_games(
            self._states, 0, self._blank, self._key, self._first, self._word, games
        )
        return int(decisions)


class ObservedPlay:
    """Like RandomPlay, but writes an observation and a mask at every decision."""

    def __init__(self, game: str, seats: int, edition: str | None, seed: int) -> None:
        self._batch = find_batch(game)
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
