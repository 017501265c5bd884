"""Where the games of a batch live: what VectorGame needs of a device, and the CPU as one."""

from __future__ import annotations

import os
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from typing import Any, ClassVar, Protocol

import numpy as np

from armarium.games import shelf
from armarium.games.shelf import open_book
from armarium.games.table.errors import ArmariumError, BadOption
from armarium.games.table.promises import Batch

__all__ = [
    "CpuSlots", "IllegalInSlot", "NoBatches", "NoDevice", "Slots", "batch_of", "check_actions", "every_seat",
]  # fmt: skip


class IllegalInSlot(ArmariumError):
    code: ClassVar[str] = "illegal-in-slot"
    sentence: ClassVar[str] = (
        "Slot {slot} cannot play {asked} now; allowed: {allowed}. No slot has changed."
    )


class NoDevice(ArmariumError):
    code: ClassVar[str] = "no-device"
    sentence: ClassVar[str] = "No CUDA device can be used here: {reason}."
    reasons: ClassVar = {
        "device-library": "numba-cuda cannot be loaded ({detail})",
        "device-none": "no CUDA driver or no GPU was found",
        "device-error": "looking for one failed ({detail})",
    }


class NoBatches(ArmariumError):
    code: ClassVar[str] = "no-batches"
    sentence: ClassVar[str] = "{asked} cannot be played in batches; these games can: {allowed}."


def batch_of(game: str) -> Batch:
    """The chapter of a game that knows batches."""
    batch = open_book(game).batch
    if batch is None:
        able = [name for name in shelf.names() if open_book(name).batch is not None]
        raise NoBatches(asked=game, allowed=able)
    return batch


def check_actions(codes: Any, count: int) -> None:
    """One a slot."""
    if codes.shape != (count,):
        raise BadOption(option="actions", asked=list(codes.shape), form="one-a-slot", count=count)


def _runs(here: np.ndarray) -> list[tuple[int, int]]:
    """Where it is true, from the first to before the last, one stretch after another."""
    edges = np.flatnonzero(np.diff(here, prepend=False, append=False))
    return [(int(low), int(high)) for low, high in zip(edges[::2], edges[1::2])]


def every_seat(asked: Any, count: int, seats: int) -> np.ndarray:
    """The seat by which each slot is observed: one for all, or one a slot."""
    allowed = list(range(seats))
    try:
        whose = np.ascontiguousarray(np.broadcast_to(asked, count), np.int64)
    except (TypeError, ValueError) as error:
        raise BadOption(option="seats", asked=asked, allowed=allowed) from error
    if not 0 <= int(whose.min()) <= int(whose.max()) < seats:
        raise BadOption(option="seats", asked=asked, allowed=allowed)
    return whose


class Slots(Protocol):
    """Where a batch lives. Arrays are NumPy's on a CPU and Numba's device arrays on a GPU."""

    @property
    def states(self) -> Any: ...

    numbers: Any
    rewards: Any
    dones: Any
    actors: Any
    illegal: Any
    observations: Any
    masks: Any

    def begin(self, seed: int) -> None: ...
    def turn(self, actions: Any, stays: Any = None) -> None: ...
    def begin_next(self, slots: np.ndarray) -> None: ...
    def observe(self, seats: Any) -> Any: ...
    def observe_all(self) -> Any: ...

    def kept(self) -> dict[str, np.ndarray]:
        """Copies of all that a batch consists of, on a CPU."""

    def put_back(self, seed: int, kept: dict[str, np.ndarray]) -> None: ...


class CpuSlots:
    """The loops of the game's batch chapter, a stretch of slots a thread: they hold no lock of the interpreter."""

    def __init__(
        self,
        batch: Batch,
        count: int,
        seats: int,
        template: tuple[np.ndarray, int],
        observations: bool,
        masks: bool,
        threads: int | None,
    ) -> None:
        self._batch, (blank, self._first) = batch, template
        self._blank = blank.view(np.int64)
        self.states = batch.new_states(count)
        self._words = self.states.view(np.int64)
        self.numbers = np.zeros(count, np.int64)
        self.rewards = np.zeros((count, seats), np.float32)
        self.dones = np.zeros(count, np.bool_)
        self.actors = np.zeros(count, np.int8)
        self.illegal = np.zeros(count, np.int8)
        self._rows = np.zeros((count if observations else 0, batch.SIZE // 8), np.int64)
        self._mask_rows = np.zeros((count if masks else 0, batch.MASK_SIZE // 8), np.int64)
        self.observations = self._rows.view(np.int8) if observations else None
        # The rules write whole words; others want an array without gaps between its rows.
        self._padded = self._mask_rows.view(np.int8)[:, : len(batch.TEXTS)]
        self.masks = np.zeros(self._padded.shape, np.int8) if masks else None
        self._seed = 0
        stretches = max(1, min(threads or os.cpu_count() or 1, count // 64))
        edges = [count * n // stretches for n in range(stretches + 1)]
        self._stretches = list(pairwise(edges))
        self._pool = ThreadPoolExecutor(stretches) if stretches > 1 else None

    def _everywhere(
        self, loop: Any, *arguments: Any, stretches: list[tuple[int, int]] | None = None
    ) -> list[Any]:
        """A loop over all slots, or over these stretches of them."""
        where = self._stretches if stretches is None else stretches
        if self._pool is None:
            return [loop(self.states, low, high, *arguments) for low, high in where]
        tasks = [self._pool.submit(loop, self.states, low, high, *arguments) for low, high in where]
        return [task.result() for task in tasks]

    def _shown(self) -> tuple[Any, ...]:
        return self.rewards, self.dones, self.actors, self._rows, self._mask_rows

    def begin(self, seed: int) -> None:
        self._seed = seed
        self.numbers[:] = 0
        self._everywhere(
            self._batch.begin_slots,
            self._words, self._blank, self.numbers, seed, self._first, *self._shown(),
        )  # fmt: skip
        self._close_gaps()

    def _close_gaps(self) -> None:
        if self.masks is not None:
            self.masks[:] = self._padded

    def turn(self, actions: Any, stays: Any = None) -> None:
        codes = np.ascontiguousarray(actions, np.int64)
        check_actions(codes, len(self.states))
        stretches = self._stretches if stays is None else _runs(~np.asarray(stays, np.bool_))
        illegal = [
            slot
            for slot in self._everywhere(self._batch.first_illegal, codes, stretches=stretches)
            if slot >= 0
        ]
        if illegal:
            raise self._error(min(illegal), codes)
        self._everywhere(
            self._batch.turn_slots, codes,
            self._words, self._blank, self.numbers, self._seed, self._first, *self._shown(),
            stretches=stretches,
        )  # fmt: skip
        if stays is not None:
            self.rewards[stays], self.dones[stays] = 0, False
        self._close_gaps()

    def begin_next(self, slots: np.ndarray) -> None:
        """The next game in these slots, whatever has become of the last."""
        self.numbers[slots] += 1
        for slot in slots:
            self._batch.begin_slots(
                self.states, slot, slot + 1,
                self._words, self._blank, self.numbers, self._seed, self._first, *self._shown(),
            )  # fmt: skip
        self._close_gaps()

    def _arrays(self) -> dict[str, np.ndarray]:
        return {
            "words": self._words, "numbers": self.numbers, "rewards": self.rewards, "dones": self.dones,
            "actors": self.actors, "rows": self._rows, "masks": self._mask_rows,
        }  # fmt: skip

    def kept(self) -> dict[str, np.ndarray]:
        return {name: array.copy() for name, array in self._arrays().items()}

    def put_back(self, seed: int, kept: dict[str, np.ndarray]) -> None:
        self._seed = seed
        for name, array in self._arrays().items():
            array[...] = kept[name]
        self._close_gaps()

    def _error(self, slot: int, codes: np.ndarray) -> IllegalInSlot:
        code, texts = int(codes[slot]), self._batch.TEXTS
        asked = texts[code] if 0 <= code < len(texts) else code
        allowed = self._batch.allowed_texts(self.states, slot)
        return IllegalInSlot(slot=slot, asked=asked, allowed=allowed)

    def observe(self, seats: Any) -> np.ndarray:
        rows = np.zeros((len(self.states), self._batch.SIZE // 8), np.int64)
        whose = every_seat(seats, len(rows), self.rewards.shape[1])
        self._everywhere(self._batch.observe_slots, whose, rows)
        return rows.view(np.int8)

    def observe_all(self) -> np.ndarray:
        rows = np.zeros((len(self.states), self._batch.WHOLE_SIZE // 8), np.int64)
        self._everywhere(self._batch.observe_all_slots, rows)
        return rows.view(np.int8)
