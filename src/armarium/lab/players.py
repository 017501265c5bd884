"""The house's players in every slot of a VectorGame: opponents, teachers, or whole games of theirs.

    monks = BatchPlayers(games, "monk", seed=1)
    games.step(monks.actions())

Compiled where the game's book has that (docs/players.md says which levels); any other level or player chooses from the
view of the seat to act, slot by slot.
"""

from __future__ import annotations

import os
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from itertools import pairwise
from typing import Any, Protocol

import numpy as np

from armarium.games import shelf
from armarium.games.shelf import open_book
from armarium.games.table.promises import Beside
from armarium.games.table.state_game import StateGame
from armarium.lab.batch.single import game_at
from armarium.lab.vector import VectorGame
from armarium.players import load, position_of

__all__ = ["BatchPlayers", "Chooser", "chooser"]


class Chooser(Protocol):
    """A player in some games at once, told only where it is to choose: codes there, 0 elsewhere."""

    def begin(self, seed: int) -> None:
        """Its chance from the beginning, as if it had just sat down."""

    def __call__(self, states: np.ndarray, wanted: np.ndarray) -> np.ndarray: ...

    def close(self) -> None: ...


def chooser(
    pattern: StateGame, count: int, name: str, seed: int, threads: int | None = None
) -> Chooser:
    """For `count` games like the pattern; by name as in the arena."""
    beside = open_book(pattern.name).beside
    if beside is not None and name in beside.NAMES:
        return _Compiled(beside, count, pattern.seats, name, seed, threads)
    return _FromViews(pattern, name, seed)


class BatchPlayers:
    """One player, by its name as in the arena, for whoever is to act in each slot."""

    def __init__(
        self, games: VectorGame, name: str, seed: int = 0, *, threads: int | None = None
    ) -> None:
        self._games = games
        self._choose = chooser(games.single(0), games.count, name, seed, threads)

    def actions(self, where: Any = None) -> np.ndarray:
        """(count,) int64: an action code a slot; with `where`, (count,) bool, only there, elsewhere 0.

        It sees each game through the eye of the seat to act. Nothing is played.
        """
        states = self._games.states
        here = states.copy_to_host() if hasattr(states, "copy_to_host") else states
        wanted = np.ones(self._games.count, np.bool_) if where is None else np.asarray(where, bool)
        return self._choose(here, wanted)

    def close(self) -> None:
        self._choose.close()


class _Compiled:
    def __init__(
        self, beside: Beside, count: int, seats: int, name: str, seed: int, threads: int | None
    ) -> None:
        self._beside, self._who = beside, beside.NAMES.index(name)
        self._words = np.zeros((count, seats), np.int64)
        self.begin(seed)
        parts = max(1, min(threads or os.cpu_count() or 1, count // 16))
        self._features = [beside.new_features(1) for _ in range(parts)]
        self._pool = ThreadPoolExecutor(parts) if parts > 1 else None

    def begin(self, seed: int) -> None:
        chance = np.random.default_rng(seed).integers(2**32, size=self._words.shape)
        self._words[:] = [[self._beside.first_word(int(word)) for word in row] for row in chance]

    def __call__(self, states: np.ndarray, wanted: np.ndarray) -> np.ndarray:
        slots = np.flatnonzero(wanted)
        codes = np.zeros(len(slots), np.int64)
        some = states if len(slots) == len(states) else states[slots]
        words = self._words[slots]
        parts = len(self._features)
        edges = [len(slots) * n // parts for n in range(parts + 1)]
        work = [
            partial(self._beside.choose_slots, some, low, high, self._who, words, sight, codes)
            for (low, high), sight in zip(pairwise(edges), self._features)
        ]
        if self._pool is None:
            work[0]()
        else:
            for task in [self._pool.submit(part) for part in work]:
                task.result()
        self._words[slots] = words
        found = np.zeros(len(states), np.int64)
        found[slots] = codes
        return found

    def close(self) -> None:
        if self._pool is not None:
            self._pool.shutdown()

    def __getstate__(self) -> dict[str, Any]:
        """Threads and compiled chapters do not travel: what the book has is asked of it again."""
        game = next(n for n in shelf.names() if open_book(n).beside is self._beside)
        return {"game": game, "who": self._who, "words": self._words, "parts": len(self._features)}

    def __setstate__(self, kept: dict[str, Any]) -> None:
        beside = open_book(kept["game"]).beside
        assert beside is not None
        name, (count, seats) = beside.NAMES[kept["who"]], kept["words"].shape
        self.__init__(beside, count, seats, name, 0, kept["parts"])  # type: ignore[misc]
        self._words = kept["words"]


class _FromViews:
    """A player a seat, who meets all games in turn: the house's keep nothing between two choices."""

    def __init__(self, pattern: StateGame, name: str, seed: int) -> None:
        self._pattern = pattern
        self._players = [load(name, seed + s, pattern.name) for s in range(pattern.seats)]
        self.begin(seed)

    def begin(self, seed: int) -> None:
        for seat, player in enumerate(self._players):
            player.start(seat, self._pattern.seats, self._pattern.options, seed + seat)

    def __call__(self, states: np.ndarray, wanted: np.ndarray) -> np.ndarray:
        found = np.zeros(len(states), np.int64)
        for slot in np.flatnonzero(wanted):
            game = game_at(self._pattern, states[slot : slot + 1])
            seat = game.to_act
            assert seat is not None
            found[slot] = game.codes[self._players[seat].choose(position_of(game, seat))]
        return found

    def close(self) -> None:
        for player in self._players:
            player.close()
