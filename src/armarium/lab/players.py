"""Built-in players in every slot of a VectorGame: as opponents, as teachers, or playing whole games.

    monks = BatchPlayers(games, "monk", seed=1)
    games.step(monks.actions())

Levels with a compiled batch version use it (docs/research.md lists them). A player with `choose_batch` gets the rows of
all slots at once. Any other player chooses from the view of the seat to act, slot by slot.
"""

from __future__ import annotations

import os
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from itertools import pairwise
from typing import Any, Protocol

import numpy as np
from numpy.typing import ArrayLike

from armarium.core import registry
from armarium.core.state_game import StateGame
from armarium.lab.extension import OpponentBatch, lab_extension
from armarium.lab.slots import game_from_state
from armarium.lab.vector import VectorGame
from armarium.players import load, position_of
from armarium.players.observing import observe_games

__all__ = ["BatchPlayers", "Chooser", "make_chooser"]


class Chooser(Protocol):
    """A player in many games at once. It returns action codes where it has to choose, and 0 elsewhere."""

    def reset(self, seed: int) -> None:
        """Restart its random numbers from a seed."""

    def __call__(self, states: np.ndarray, is_wanted: np.ndarray) -> np.ndarray: ...

    def close(self) -> None: ...


def make_chooser(
    pattern: StateGame, count: int, name: str, seed: int, threads: int | None = None
) -> Chooser:
    """Load a player by its arena name for `count` games like the pattern."""
    opponents = lab_extension(pattern.name).opponents
    if opponents is not None and name in opponents.NAMES:
        return _CompiledChooser(opponents, count, pattern.seats, name, seed, threads)
    return _ViewChooser(pattern, name, seed)


class BatchPlayers:
    """One player, by its arena name, that chooses for the seat to act in each slot."""

    def __init__(
        self, games: VectorGame, name: str, seed: int = 0, *, threads: int | None = None
    ) -> None:
        self._games = games
        self._choose = make_chooser(games.copy_game(0), games.count, name, seed, threads)

    def actions(self, where: ArrayLike | None = None) -> np.ndarray:
        """Return an action code per slot, (count,) int64; with `where`, (count,) bool, only there and 0 elsewhere.

        It sees each game from the point of view of the seat to act. Nothing is played.
        """
        states = self._games.states
        host_states = states.copy_to_host() if hasattr(states, "copy_to_host") else states
        is_wanted = (
            np.ones(self._games.count, np.bool_) if where is None else np.asarray(where, bool)
        )
        return self._choose(host_states, is_wanted)

    def close(self) -> None:
        self._choose.close()


class _CompiledChooser:
    def __init__(
        self,
        opponents: OpponentBatch,
        count: int,
        seats: int,
        name: str,
        seed: int,
        threads: int | None,
    ) -> None:
        self._opponents, self._player_number = opponents, opponents.NAMES.index(name)
        self._words = np.zeros((count, seats), np.int64)
        self.reset(seed)
        parts = max(1, min(threads or os.cpu_count() or 1, count // 16))
        self._features = [opponents.new_features(1) for _ in range(parts)]
        self._pool = ThreadPoolExecutor(parts) if parts > 1 else None

    def reset(self, seed: int) -> None:
        seeds = np.random.default_rng(seed).integers(2**32, size=self._words.shape)
        self._words[:] = [[self._opponents.first_word(int(word)) for word in row] for row in seeds]

    def __call__(self, states: np.ndarray, is_wanted: np.ndarray) -> np.ndarray:
        slots = np.flatnonzero(is_wanted)
        codes = np.zeros(len(slots), np.int64)
        selected = states if len(slots) == len(states) else states[slots]
        words = self._words[slots]
        parts = len(self._features)
        edges = [len(slots) * n // parts for n in range(parts + 1)]
        work = [
            partial(
                self._opponents.choose_slots,
                selected,
                low,
                high,
                self._player_number,
                words,
                features,
                codes,
            )
            for (low, high), features in zip(pairwise(edges), self._features)
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
        """Leave out threads and compiled functions; unpickling looks the opponents up again."""
        game = next(
            n for n in registry.game_names() if lab_extension(n).opponents is self._opponents
        )
        return {
            "game": game,
            "who": self._player_number,
            "words": self._words,
            "parts": len(self._features),
        }

    def __setstate__(self, state: dict[str, Any]) -> None:
        opponents = lab_extension(state["game"]).opponents
        assert opponents is not None
        name, (count, seats) = opponents.NAMES[state["who"]], state["words"].shape
        self.__init__(opponents, count, seats, name, 0, state["parts"])  # type: ignore[misc]
        self._words = state["words"]


class _ViewChooser:
    """One player per seat for all games. Built-in players keep no state between two choices."""

    def __init__(self, pattern: StateGame, name: str, seed: int) -> None:
        self._pattern = pattern
        self._players = [load(name, seed + s, pattern.name) for s in range(pattern.seats)]
        self.reset(seed)

    def reset(self, seed: int) -> None:
        for seat, player in enumerate(self._players):
            player.start(seat, self._pattern.seats, self._pattern.options, seed + seat)

    def __call__(self, states: np.ndarray, is_wanted: np.ndarray) -> np.ndarray:
        found = np.zeros(len(states), np.int64)
        slots = np.flatnonzero(is_wanted)
        games = [game_from_state(self._pattern, states[slot : slot + 1]) for slot in slots]
        if games and self._players[0].takes_rows:
            found[slots] = self._players[0].choose_batch(*observe_games(games))
            return found
        for slot, game in zip(slots, games, strict=True):
            seat = game.to_act
            assert seat is not None
            found[slot] = game.codes[self._players[seat].choose(position_of(game, seat))]
        return found

    def close(self) -> None:
        for player in self._players:
            player.close()
