"""A batch on a CUDA GPU: kernels that call the very functions that the CPU runs, one thread a slot.

Needs numba-cuda (`pip install armarium[cuda]`) and an NVIDIA GPU. How a launch works on its states is told in
advance.py, how games are dealt in deal.py.
"""

from __future__ import annotations

import functools
from importlib import import_module
from typing import Any

import numpy as np
from numba import config

from armarium.games.table.errors import BadOption
from armarium.lab.batch.slots import NoDevice, check_actions, every_seat
from armarium.lab.cuda.kernels import advance, deal, rows, staying
from armarium.lab.cuda.kernels.advance import BEGIN, RANDOM, USER
from armarium.lab.cuda.kernels.deal import SPAN
from armarium.lab.cuda.shared_memory import LANES, records

__all__ = ["CudaSlots", "cuda_of_numba", "kernels_of"]

cuda: Any = None  # numba.cuda, once somebody asks; a name of the module, where Numba's simulator looks for it

# Decisions after which the deals that were used are replaced. More slots have used theirs then, so that threads are
# busy; and few have used it long ago and had to deal for themselves.
DEAL_AFTER = 32
WIDE = 256  # threads of a block of simple work


def cuda_of_numba() -> Any:
    """`numba.cuda`, once it is sure that a GPU answers; one clear error otherwise."""
    global cuda
    try:
        cuda = advance.cuda = deal.cuda = rows.cuda = staying.cuda = _loaded()
    except Exception as error:  # numba's own stub and numba-cuda fail in many ways
        raise NoDevice(reason="device-library", detail=_short(error)) from error
    try:
        found = cuda.is_available()
    except Exception as error:
        raise NoDevice(reason="device-error", detail=_short(error)) from error
    if not found:
        raise NoDevice(reason="device-none")
    return cuda


def _loaded() -> Any:
    """NumPy 2.5 dropped the name `row_stack`; numba-cuda 0.30 asks for it once, when it loads its arrays. It is given
    for as long as that takes: nobody else's NumPy changes."""
    is_missing = not hasattr(np, "row_stack")
    if is_missing:
        np.row_stack = np.vstack  # type: ignore[attr-defined,unused-ignore]
    try:
        from numba import cuda as found

        if is_missing and not config.ENABLE_CUDASIM:
            import_module("numba.cuda.np.arrayobj")
        return found
    finally:
        if is_missing:
            del np.row_stack  # type: ignore[attr-defined,unused-ignore]


def _short(error: Exception) -> str:
    lines = str(error).strip().splitlines()
    return lines[0].rstrip(".:") if lines else type(error).__name__


@functools.cache
def kernels_of(batch: Any, watched: bool) -> Any:
    """The one big kernel of a game (compiling takes a minute), and some small ones."""
    cuda_of_numba()
    jit = cuda.jit
    # Shared memory rather than a larger cache; the simulator has neither.
    big = jit if config.ENABLE_CUDASIM else jit(shared_memory_carveout="maxshared")
    play_on = big(advance.advance_kernel(batch, watched))
    small = (
        rows.observe_kernel(batch), rows.observe_all_kernel(batch), rows.close_gaps, staying.leave_out, staying.silence,
    )  # fmt: skip
    return play_on, jit(deal.deal_kernel(batch)), *(jit(kernel) for kernel in small)


class CudaSlots:
    """The arrays of a batch on the GPU, and the launches."""

    def __init__(
        self,
        batch: Any,
        count: int,
        seats: int,
        template: tuple[np.ndarray, int],
        observations: bool,
        masks: bool,
    ) -> None:
        cuda_of_numba()
        self._batch, self._count = batch, count
        blank, self._first = template
        self._eyes = int(blank["eyes"][0]) if batch.EYES else 0
        (
            self._advance, self._deal, self._observe, self._observe_all,
            self._close_gaps, self._leave_out, self._silence,
        ) = kernels_of(batch, self._eyes != 0)  # fmt: skip
        self._blocks = -(-count // LANES)
        truth = batch.TRUTH.itemsize // 8
        self._blank = cuda.to_device(blank.view(np.int64)[:truth].copy())
        self._words = cuda.to_device(np.zeros(count * batch.WIDTH, np.int64))
        # The next game of every slot, which of its games that is, and the decisions since that was looked at.
        self._deals = cuda.device_array(count * truth, np.int64)
        self._dealt = cuda.to_device(np.zeros(count, np.int64))
        self._since = 0
        self.numbers = cuda.to_device(np.zeros(count, np.int64))
        self.rewards = cuda.to_device(np.zeros((count, seats), np.float32))
        self.dones = cuda.to_device(np.zeros(count, np.bool_))
        self.actors = cuda.to_device(np.zeros(count, np.int8))
        self.illegal = cuda.to_device(np.zeros(count, np.int8))
        self._codes = cuda.to_device(np.zeros(count, np.int64))
        # The generators of random play, one a slot.
        self.random_words = cuda.to_device(random_words(count))
        self.observation_words = cuda.device_array(
            (count if observations else 0, batch.SIZE // 8), np.int64
        )
        self.mask_words = cuda.device_array((count if masks else 0, batch.MASK_SIZE // 8), np.int64)
        self.observations = self.observation_words.view(np.int8) if observations else None
        # The rules write whole words; others want an array without gaps between its rows.
        self.masks = cuda.device_array((count, len(batch.TEXTS)), np.int8) if masks else None
        self._whole: Any = None  # the referee's rows, once somebody asks for them
        self._seed = 0

    @property
    def states(self) -> Any:
        """The games as records, on the GPU."""
        return self._words.view(records(self._batch.STATE))

    def needs(self) -> dict[str, int]:
        """What the compiler gave the big kernel, once it is compiled: registers, and bytes of memory."""
        kernel = next(iter(self._advance.overloads.values()))
        return {
            "registers_a_thread": kernel.regs_per_thread,
            "shared_bytes_a_block": kernel.shared_mem_per_block,
            "local_bytes_a_thread": kernel.local_mem_per_thread,
        }

    def _launch(self, decisions: int, decider: int, codes: Any, share: float = 1.0) -> None:
        deals = (self._deals, self._dealt)
        beginning = (self._blank, self._seed, self._first)
        if self._since >= DEAL_AFTER:
            spans = -(-self._count // SPAN)
            self._deal[spans, LANES](*deals, self.numbers, self._count, *beginning)
            self._since = 0
        self._since += decisions
        self._advance[max(1, int(self._blocks * share)), LANES](
            self._words, self._count, self._eyes, decisions, decider, codes, self.random_words, *deals,
            *beginning, self.numbers, self.rewards, self.dones, self.illegal, self.actors,
            self.observation_words, self.mask_words,
        )  # fmt: skip
        self._pack()

    def _pack(self) -> None:
        if self.masks is not None:
            blocks = -(-self.masks.size // WIDE)
            self._close_gaps[blocks, WIDE](self.mask_words.view(np.int8), self.masks)

    def begin(self, seed: int) -> None:
        self._seed = seed
        self.numbers.copy_to_device(np.full(self._count, -1, np.int64))
        self._dealt.copy_to_device(np.full(self._count, -1, np.int64))
        self._since = DEAL_AFTER
        self._launch(1, BEGIN, self._codes)

    def turn(self, actions: Any, stays: Any = None) -> None:
        if hasattr(actions, "__cuda_array_interface__"):
            codes = cuda.as_cuda_array(actions)
        else:
            codes = cuda.to_device(np.ascontiguousarray(actions, np.int64))
        check_actions(codes, self._count)
        if stays is None:
            self._launch(1, USER, codes)
            return
        blocks = -(-self._count // WIDE)
        if not hasattr(stays, "__cuda_array_interface__"):
            stays = cuda.to_device(np.ascontiguousarray(stays, np.bool_))
        left = cuda.device_array(self._count, np.int64)
        self._leave_out[blocks, WIDE](codes, stays, left)
        self._launch(1, USER, left)
        self._silence[blocks, WIDE](stays, self.rewards, self.dones, self.illegal)

    def begin_next(self, slots: np.ndarray) -> None:
        """A launch begins games in all slots or in none."""
        raise BadOption(option="device", asked="cuda", allowed=["cpu"])

    def _arrays(self) -> dict[str, Any]:
        return {
            "words": self._words, "numbers": self.numbers, "rewards": self.rewards, "dones": self.dones,
            "actors": self.actors, "illegal": self.illegal, "rows": self.observation_words,
            "mask_words": self.mask_words, "random": self.random_words,
        }  # fmt: skip

    def kept(self) -> dict[str, np.ndarray]:
        return {name: array.copy_to_host() for name, array in self._arrays().items() if array.size}

    def put_back(self, seed: int, kept: dict[str, np.ndarray]) -> None:
        """The next deals are made again: they follow from the seed."""
        self._seed, self._since = seed, DEAL_AFTER
        for name, array in self._arrays().items():
            if array.size:
                array.copy_to_device(kept[name])
        self._dealt.copy_to_device(np.full(self._count, -1, np.int64))
        self._pack()

    def play(self, decisions: int, share: float = 1.0) -> None:
        """So many random decisions in one launch: in every slot, or in a share of them from the front."""
        self._launch(decisions, RANDOM, self._codes, share)

    def observe(self, seats: Any) -> Any:
        whose = cuda.to_device(every_seat(seats, self._count, self.rewards.shape[1]))
        rows = cuda.device_array((self._count, self._batch.SIZE // 8), np.int64)
        self._observe[self._blocks, LANES](self.states, whose, rows)
        return rows.view(np.int8)

    def observe_all(self) -> Any:
        if self._whole is None:
            self._whole = cuda.device_array((self._count, self._batch.WHOLE_SIZE // 8), np.int64)
        self._observe_all[self._blocks, LANES](self.states, self._whole)
        return self._whole.view(np.int8)


def random_words(count: int) -> np.ndarray:
    """A starting word for each slot's random play."""
    words = (np.arange(1, count + 1, dtype=np.uint64) * np.uint64(0x9E3779B97F4A7C15)) >> np.uint64(
        2
    )
    return (words | np.uint64(1)).astype(np.int64)
