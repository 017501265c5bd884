"""Storage of the games of a batch: the interface of a device, the CPU implementation, and single games of a batch."""

from __future__ import annotations

import copy
import os
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from typing import Any, ClassVar, Protocol

import numpy as np

from armarium.core import registry
from armarium.core.batch import Batch
from armarium.core.errors import ArmariumError, BadOption
from armarium.core.game import BaseGame
from armarium.core.kernels.masks import first_masked
from armarium.core.registry import find_game
from armarium.core.state_game import StateGame

__all__ = [
    "CpuSlots",
    "IllegalInSlot",
    "NoBatches",
    "NoDevice",
    "Slots",
    "broadcast_seats",
    "check_actions",
    "find_batch",
    "game_from_state",
]


class IllegalInSlot(ArmariumError):
    code: ClassVar[str] = "illegal-in-slot"
    sentence: ClassVar[str] = (
        "Slot {slot} cannot play {asked} now. Allowed: {allowed}. No slot was changed."
    )


class NoDevice(ArmariumError):
    code: ClassVar[str] = "no-device"
    sentence: ClassVar[str] = "No CUDA device can be used here: {reason}."
    reasons: ClassVar = {
        "device-library": "numba-cuda cannot be loaded ({detail})",
        "device-none": "no CUDA driver or no GPU was found",
        "device-error": "the search for a GPU failed ({detail})",
    }


class NoBatches(ArmariumError):
    code: ClassVar[str] = "no-batches"
    sentence: ClassVar[str] = "{asked} cannot be played in batches. Games that can: {allowed}."


def find_batch(game: str) -> Batch:
    """Return the batch implementation of a game."""
    batch = find_game(game).batch
    if batch is None:
        supported = [name for name in registry.game_names() if find_game(name).batch is not None]
        raise NoBatches(asked=game, allowed=supported)
    return batch


def check_actions(codes: Any, count: int) -> None:
    """Check that there is one action per slot."""
    if codes.shape != (count,):
        raise BadOption(option="actions", asked=list(codes.shape), form="one-a-slot", count=count)


def _find_ranges(here: np.ndarray) -> list[tuple[int, int]]:
    """Return the half-open ranges in which the array is True."""
    edges = np.flatnonzero(np.diff(here, prepend=False, append=False))
    return [(int(low), int(high)) for low, high in zip(edges[::2], edges[1::2])]


def broadcast_seats(asked: Any, count: int, seats: int) -> np.ndarray:
    """Return the seat from which each slot is observed: the same for all, or one per slot."""
    allowed = list(range(seats))
    try:
        viewers = np.ascontiguousarray(np.broadcast_to(asked, count), np.int64)
    except (TypeError, ValueError) as error:
        raise BadOption(option="seats", asked=asked, allowed=allowed) from error
    if not 0 <= int(viewers.min()) <= int(viewers.max()) < seats:
        raise BadOption(option="seats", asked=asked, allowed=allowed)
    return viewers


class Slots(Protocol):
    """The games of a batch on a device. Arrays are NumPy arrays on a CPU and Numba device arrays on a GPU."""

    @property
    def states(self) -> Any: ...

    numbers: Any
    rewards: Any
    dones: Any
    actors: Any
    illegal: Any
    observations: Any
    masks: Any

    def reset(self, seed: int) -> None: ...
    def step(self, actions: Any, stays: Any = None) -> None: ...
    def start_next(self, slots: np.ndarray) -> None: ...
    def observe(self, seats: Any) -> Any: ...
    def observe_all(self) -> Any: ...

    def get_arrays(self) -> dict[str, np.ndarray]:
        """Return copies of all arrays of a batch, on the CPU."""

    def set_arrays(self, seed: int, saved: dict[str, np.ndarray]) -> None: ...

    def adopt_masks(self) -> None:
        """Check the next actions against `masks` as a caller has restored them."""


class CpuSlots:
    """Runs the loops of a game's batch, one range of slots per thread. They release the GIL."""

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
        # The rules write whole words; callers need rows without padding.
        self._padded = self._mask_rows.view(np.int8)[:, : len(batch.TEXTS)]
        self.masks = np.zeros(self._padded.shape, np.int8) if masks else None
        self._seed = 0
        ranges = max(1, min(threads or os.cpu_count() or 1, count // 64))
        edges = [count * n // ranges for n in range(ranges + 1)]
        self._ranges = list(pairwise(edges))
        self._pool = ThreadPoolExecutor(ranges) if ranges > 1 else None

    def _run_loop(
        self, loop: Any, *arguments: Any, ranges: list[tuple[int, int]] | None = None
    ) -> list[Any]:
        """Run a loop over all slots, or over the given ranges of slots."""
        where = self._ranges if ranges is None else ranges
        if self._pool is None:
            return [loop(self.states, low, high, *arguments) for low, high in where]
        tasks = [self._pool.submit(loop, self.states, low, high, *arguments) for low, high in where]
        return [task.result() for task in tasks]

    def _outputs(self) -> tuple[Any, ...]:
        return self.rewards, self.dones, self.actors, self._rows, self._mask_rows

    def reset(self, seed: int) -> None:
        self._seed = seed
        self.numbers[:] = 0
        self._run_loop(
            self._batch.begin_slots,
            self._words, self._blank, self.numbers, seed, self._first, *self._outputs(),
        )  # fmt: skip
        self._pack_masks()

    def place(self, games: Sequence[BaseGame]) -> None:
        """Replace the games in the slots by copies of these games."""
        for slot, game in enumerate(games):
            assert isinstance(game, StateGame) and game.to_act is not None
            self.states[slot] = game._states[0]
            self.actors[slot] = game.to_act
            self._padded[slot] = 0
            self._padded[slot, [game.codes[text] for text in game.legal()]] = 1
        self.rewards[:], self.dones[:] = 0, False
        self._run_loop(self._batch.observe_slots, self.actors.astype(np.int64), self._rows)
        self._pack_masks()

    def _pack_masks(self) -> None:
        if self.masks is not None:
            self.masks[:] = self._padded

    def step(self, actions: Any, stays: Any = None) -> None:
        codes = np.ascontiguousarray(actions, np.int64)
        check_actions(codes, len(self.states))
        ranges = self._ranges if stays is None else _find_ranges(~np.asarray(stays, np.bool_))
        illegal = self._find_illegal(codes, ranges)
        if illegal:
            raise self._illegal_error(min(illegal), codes)
        self._run_loop(
            self._batch.turn_slots, codes,
            self._words, self._blank, self.numbers, self._seed, self._first, *self._outputs(),
            ranges=ranges,
        )  # fmt: skip
        if stays is not None:
            self.rewards[stays], self.dones[stays] = 0, False
        self._pack_masks()

    def _find_illegal(self, codes: np.ndarray, ranges: list[tuple[int, int]]) -> list[int]:
        """Return the first illegal slot of each range that has one, from the masks if they are written."""
        if self.masks is None:
            found = self._run_loop(self._batch.first_illegal, codes, ranges=ranges)
        else:
            found = [first_masked(self._padded, low, high, codes) for low, high in ranges]
        return [slot for slot in found if slot >= 0]

    def start_next(self, slots: np.ndarray) -> None:
        """Start the next game in these slots, even if the current one is not over."""
        self.numbers[slots] += 1
        for slot in slots:
            self._batch.begin_slots(
                self.states, slot, slot + 1,
                self._words, self._blank, self.numbers, self._seed, self._first, *self._outputs(),
            )  # fmt: skip
        self._pack_masks()

    def _arrays(self) -> dict[str, np.ndarray]:
        return {
            "words": self._words, "numbers": self.numbers, "rewards": self.rewards, "dones": self.dones,
            "actors": self.actors, "rows": self._rows, "masks": self._mask_rows,
        }  # fmt: skip

    def get_arrays(self) -> dict[str, np.ndarray]:
        return {name: array.copy() for name, array in self._arrays().items()}

    def set_arrays(self, seed: int, saved: dict[str, np.ndarray]) -> None:
        self._seed = seed
        for name, array in self._arrays().items():
            array[...] = saved[name]
        self._pack_masks()

    def adopt_masks(self) -> None:
        if self.masks is not None:
            self._padded[:] = self.masks

    def _illegal_error(self, slot: int, codes: np.ndarray) -> IllegalInSlot:
        code, texts = int(codes[slot]), self._batch.TEXTS
        asked = texts[code] if 0 <= code < len(texts) else code
        allowed = self._batch.allowed_texts(self.states, slot)
        return IllegalInSlot(slot=slot, asked=asked, allowed=allowed)

    def observe(self, seats: Any) -> np.ndarray:
        rows = np.zeros((len(self.states), self._batch.SIZE // 8), np.int64)
        viewers = broadcast_seats(seats, len(rows), self.rewards.shape[1])
        self._run_loop(self._batch.observe_slots, viewers, rows)
        return rows.view(np.int8)

    def observe_all(self) -> np.ndarray:
        rows = np.zeros((len(self.states), self._batch.WHOLE_SIZE // 8), np.int64)
        self._run_loop(self._batch.observe_all_slots, rows)
        return rows.view(np.int8)


def game_from_state(pattern: StateGame, states: np.ndarray) -> StateGame:
    """Return a game in the given state, an array of one record. The pattern provides the rules and options.

    It has no history, so `record()` raises an error.
    """
    game = copy.copy(pattern)
    game._states = states
    game._actions = []
    game._has_history = False
    return game
