"""All tables of a training as one: several batches of games, each with its seats, edition and options, side by side."""

from __future__ import annotations

import hashlib
from itertools import pairwise
from typing import Any

import numpy as np
import torch

from armarium.games.shelf import open_book
from armarium.lab.train.settings import Settings
from armarium.lab.vector import VectorGame, batch_of
from armarium.players.network.columns import turned

__all__ = ["Tables", "training_seed"]

LANE = 32  # slots come in such numbers, if there are many


def training_seed(seed: int, call: int, table: int, rank: int = 0) -> int:
    """Where the deals of a table begin. All are below 2**62; the arena draws 256 bits: no deal is in both."""
    text = f"armarium training {seed} {call} {table}{f' {rank}' if rank else ''}".encode()
    return int.from_bytes(hashlib.sha256(text).digest()[:8], "little") % 2**61


class Tables:
    """Slots of all tables in one row; whose views these are is in `seats` and in the slots' order."""

    def __init__(self, settings: Settings, device: str, call: int, rank: int = 0) -> None:
        self.settings, self.device, self.call, self.rank = settings, device, call, rank
        total = sum(table.share for table in settings.tables)
        self.counts = [
            _whole(settings.slots * table.share / total, settings.slots)
            for table in settings.tables
        ]
        self.slots = sum(self.counts)
        edges = np.cumsum([0, *self.counts])
        self.places = [slice(int(a), int(b)) for a, b in pairwise(edges)]
        self.most = max(open_book(settings.game).seats)
        batch = batch_of(settings.game)
        self.size, self.whole_size = batch.SIZE, batch.WHOLE_SIZE
        self.actions = len(batch.TEXTS)
        numbers = np.repeat([table.seats for table in settings.tables], self.counts)
        self.seats = torch.as_tensor(numbers, device=device)
        kinds = sorted({table.seats for table in settings.tables})
        lines = [turned(batch.WHOLE_LAYOUT, seats, self.most) for seats in kinds]
        self.turns = torch.as_tensor(np.concatenate(lines), device=device)
        first = dict(zip(kinds, np.cumsum([0, *kinds[:-1]])))
        self.first_turn = torch.as_tensor(np.array([first[n] for n in numbers]), device=device)

    def open(self) -> None:
        """Deal. On a GPU the first batch of a process compiles for a minute."""
        settings, device = self.settings, self.device
        self.games = [
            VectorGame(
                settings.game, count, table.seats, device,
                training_seed(settings.seed, self.call, n, self.rank), edition=table.edition, **table.options,
            )
            for n, (table, count) in enumerate(zip(settings.tables, self.counts))
        ]  # fmt: skip
        self._rows = [self._shared(games.observe()) for games in self.games]
        self._masks = [self._shared(games.masks()) for games in self.games]
        self._actors = [self._shared(games.actors) for games in self.games]
        self._rewards = [self._shared(games.rewards) for games in self.games]
        self._dones = [self._shared(games.dones) for games in self.games]

    def _shared(self, array: Any) -> Any:
        """A tensor on the very memory that the games write to."""
        return torch.as_tensor(array, device=self.device)

    def look(self, rows: Any, masks: Any, actors: Any) -> None:
        """Copy what the seats to act see."""
        torch.cat(self._rows, out=rows)
        torch.cat(self._masks, out=masks)
        self.look_who_acts(actors)

    def look_who_acts(self, actors: Any) -> None:
        torch.cat(self._actors, out=actors)

    def referee(self) -> Any:
        return torch.cat([self._shared(games.observe_all()) for games in self.games])

    def step(self, actions: Any, rewards: Any, dones: Any) -> None:
        """Play; what each seat won (by its number) and whether the game is over are copied."""
        for games, place in zip(self.games, self.places):
            chosen = actions[place]
            games.step(chosen if self.device == "cuda" else chosen.numpy())
        torch.cat(self._dones, out=dones)
        rewards.zero_()
        for won, place in zip(self._rewards, self.places):
            rewards[place, : won.shape[1]] = won

    def kept(self) -> dict[str, np.ndarray]:
        """The games in play, to be gone on with; on a CPU."""
        found = {}
        for n, games in enumerate(self.games):
            for name, array in _arrays(games).items():
                found[f"{n}.{name}"] = array
        return found

    def put_back(self, kept: dict[str, np.ndarray]) -> None:
        """Of the games of several processes, those of this one."""
        for n, games in enumerate(self.games):
            for name, array in _arrays(games).items():
                own = slice(self.rank * len(array), (self.rank + 1) * len(array))
                array[...] = kept[f"{n}.{name}"][own]


def _arrays(games: VectorGame) -> dict[str, np.ndarray]:
    """Everything that a batch on a CPU consists of, as arrays to read and to write."""
    return {
        "states": games.states.view(np.uint8),
        "numbers": games.numbers,
        "rewards": games.rewards,
        "dones": games.dones,
        "actors": games.actors,
        "rows": games.observe(),
        "masks": games.masks(),
    }


def _whole(wished: float, slots: int) -> int:
    lane = LANE if slots >= 64 * LANE else 1
    return max(lane, round(wished / lane) * lane)
