"""All tables of a training run side by side: one batch of games per table setting."""

from __future__ import annotations

import hashlib
from itertools import pairwise
from typing import Any

import numpy as np
import torch

from armarium.core.registry import find_game
from armarium.lab.train.settings import Settings
from armarium.lab.vector import VectorGame, find_batch
from armarium.players.network.columns import seat_rotations

__all__ = ["Tables", "training_seed"]

SLOT_MULTIPLE = 32  # with many slots, their number per table is a multiple of this


def training_seed(seed: int, run: int, table: int, rank: int = 0) -> int:
    """Return the seed of a table's first deal.

    All are below 2**62, and the arena draws 256 bits, so no deal is in both.
    """
    text = f"armarium training {seed} {run} {table}{f' {rank}' if rank else ''}".encode()
    return int.from_bytes(hashlib.sha256(text).digest()[:8], "little") % 2**61


class Tables:
    """The slots of all tables in one array; `seats` holds the number of seats of each slot."""

    def __init__(self, settings: Settings, device: str, run: int, rank: int = 0) -> None:
        self.settings, self.device, self.run, self.rank = settings, device, run, rank
        total = sum(table.share for table in settings.tables)
        self.counts = [
            _round_slots(settings.slots * table.share / total, settings.slots)
            for table in settings.tables
        ]
        self.slots = sum(self.counts)
        edges = np.cumsum([0, *self.counts])
        self.slices = [slice(int(a), int(b)) for a, b in pairwise(edges)]
        self.max_seats = max(find_game(settings.game).seats)
        batch = find_batch(settings.game)
        self.size, self.whole_size = batch.SIZE, batch.WHOLE_SIZE
        self.actions = len(batch.TEXTS)
        numbers = np.repeat([table.seats for table in settings.tables], self.counts)
        self.seats = torch.as_tensor(numbers, device=device)
        kinds = sorted({table.seats for table in settings.tables})
        lines = [seat_rotations(batch.WHOLE_LAYOUT, seats, self.max_seats) for seats in kinds]
        self.turns = torch.as_tensor(np.concatenate(lines), device=device)
        first = dict(zip(kinds, np.cumsum([0, *kinds[:-1]])))
        self.first_turn = torch.as_tensor(np.array([first[n] for n in numbers]), device=device)

    def open(self) -> None:
        """Deal. On a GPU the first batch of a process compiles for a minute."""
        settings, device = self.settings, self.device
        self.games = [
            VectorGame(
                settings.game, count, table.seats, device,
                training_seed(settings.seed, self.run, n, self.rank), edition=table.edition, **table.options,
            )
            for n, (table, count) in enumerate(zip(settings.tables, self.counts))
        ]  # fmt: skip
        self._rows = [self._shared(games.observe()) for games in self.games]
        self._masks = [self._shared(games.masks()) for games in self.games]
        self._actors = [self._shared(games.actors) for games in self.games]
        self._rewards = [self._shared(games.rewards) for games in self.games]
        self._dones = [self._shared(games.dones) for games in self.games]

    def _shared(self, array: Any) -> Any:
        """Return a tensor that shares memory with the games."""
        return torch.as_tensor(array, device=self.device)

    def copy_observations(self, rows: Any, masks: Any, actors: Any) -> None:
        """Copy the observations and masks of the seats to act."""
        torch.cat(self._rows, out=rows)
        torch.cat(self._masks, out=masks)
        self.copy_actors(actors)

    def copy_actors(self, actors: Any) -> None:
        torch.cat(self._actors, out=actors)

    def observe_all(self) -> Any:
        return torch.cat([self._shared(games.observe_all()) for games in self.games])

    def step(self, actions: Any, rewards: Any, dones: Any) -> None:
        """Play the actions; copy each seat's reward (in seat order) and whether the game is over."""
        for games, part in zip(self.games, self.slices):
            chosen = actions[part]
            games.step(chosen if self.device == "cuda" else chosen.numpy())
        torch.cat(self._dones, out=dones)
        rewards.zero_()
        for won, part in zip(self._rewards, self.slices):
            rewards[part, : won.shape[1]] = won

    def get_games(self) -> dict[str, np.ndarray]:
        """Return the games in play, for a checkpoint. CPU only."""
        found = {}
        for n, games in enumerate(self.games):
            for name, array in _get_arrays(games).items():
                found[f"{n}.{name}"] = array
        return found

    def set_games(self, saved: dict[str, np.ndarray]) -> None:
        """Restore this process's games from the games of all processes."""
        for n, games in enumerate(self.games):
            for name, array in _get_arrays(games).items():
                own = slice(self.rank * len(array), (self.rank + 1) * len(array))
                array[...] = saved[f"{n}.{name}"][own]
            games.adopt_masks()


def _get_arrays(games: VectorGame) -> dict[str, np.ndarray]:
    """Return all arrays of a batch on a CPU, writable."""
    return {
        "states": games.states.view(np.uint8),
        "numbers": games.numbers,
        "rewards": games.rewards,
        "dones": games.dones,
        "actors": games.actors,
        "rows": games.observe(),
        "masks": games.masks(),
    }


def _round_slots(wanted: float, slots: int) -> int:
    multiple = SLOT_MULTIPLE if slots >= 64 * SLOT_MULTIPLE else 1
    return max(multiple, round(wanted / multiple) * multiple)
