"""The house's players in every slot of a VectorGame: opponents, teachers, or whole games of theirs.

    monks = HousePlayers(games, "monk", seed=1)
    games.step(monks.actions())

Compiled where the game's book has that (docs/players.md says which levels); any other level or player chooses from the
view of the seat to act, slot by slot.
"""

from __future__ import annotations

import os
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from typing import Any

import numpy as np

from armarium.games.shelf import open_book
from armarium.games.table.promises import Beside
from armarium.games.table.state_game import StateGame
from armarium.lab.batch.single import game_at
from armarium.lab.vector import VectorGame
from armarium.players import Player, load, position_of

__all__ = ["HousePlayers"]


class HousePlayers:
    """One player, by its name as in the arena, for whoever is to act in each slot."""

    def __init__(
        self, games: VectorGame, name: str, seed: int = 0, *, threads: int | None = None
    ) -> None:
        self._games = games
        beside = open_book(games.game).beside
        self._choose: _Compiled | _FromViews
        if beside is not None and name in beside.NAMES:
            self._choose = _Compiled(games, beside, name, seed, threads)
        else:
            self._choose = _FromViews(games, name, seed)

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
        self, games: VectorGame, beside: Beside, name: str, seed: int, threads: int | None
    ) -> None:
        self._beside, self._who = beside, beside.NAMES.index(name)
        chance = np.random.default_rng(seed).integers(2**32, size=(games.count, games.seats))
        words = [[beside.first_word(int(word)) for word in row] for row in chance]
        self._words = np.array(words, np.int64)
        parts = max(1, min(threads or os.cpu_count() or 1, games.count // 16))
        self._sights = [beside.new_features(1) for _ in range(parts)]
        self._pool = ThreadPoolExecutor(parts)

    def __call__(self, states: np.ndarray, wanted: np.ndarray) -> np.ndarray:
        slots = np.flatnonzero(wanted)
        codes = np.zeros(len(slots), np.int64)
        some = states if len(slots) == len(states) else states[slots]
        words = self._words[slots]
        edges = [len(slots) * n // len(self._sights) for n in range(len(self._sights) + 1)]
        tasks = [
            self._pool.submit(
                self._beside.choose_slots, some, low, high, self._who, words, sight, codes
            )
            for (low, high), sight in zip(pairwise(edges), self._sights)
        ]
        for task in tasks:
            task.result()
        self._words[slots] = words
        found = np.zeros(len(states), np.int64)
        found[slots] = codes
        return found

    def close(self) -> None:
        self._pool.shutdown()


class _FromViews:
    """A player a seat, who meets all slots in turn: the house's keep nothing between two choices."""

    def __init__(self, games: VectorGame, name: str, seed: int) -> None:
        self._pattern = games.single(0)
        self._codes = {text: code for code, text in enumerate(games.actions)}
        self._players: list[Player] = []
        for seat in range(games.seats):
            player = load(name, seed + seat, games.game)
            player.start(seat, games.seats, self._pattern.options, seed + seat)
            self._players.append(player)

    def __call__(self, states: np.ndarray, wanted: np.ndarray) -> np.ndarray:
        found = np.zeros(len(states), np.int64)
        for slot in np.flatnonzero(wanted):
            game: StateGame = game_at(self._pattern, states[slot : slot + 1])
            seat = game.to_act
            assert seat is not None
            found[slot] = self._codes[self._players[seat].choose(position_of(game, seat))]
        return found

    def close(self) -> None:
        for player in self._players:
            player.close()
