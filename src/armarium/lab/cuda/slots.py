"""A batch on a CUDA GPU: kernels that call the same functions as the CPU, one thread per slot.

Needs numba-cuda (`pip install armarium[cuda]`) and an NVIDIA GPU. advance.py describes a launch, slot_kernels.py how
games are dealt and observed.
"""

from __future__ import annotations

import functools
from importlib import import_module
from typing import Any

import numpy as np
from numba import config

from armarium.core.errors import BadOption
from armarium.lab.cuda.kernels import advance, slot_kernels
from armarium.lab.cuda.kernels.advance import BEGIN, RANDOM, USER
from armarium.lab.cuda.kernels.slot_kernels import SLOTS_PER_BLOCK
from armarium.lab.cuda.shared_memory import LANES, make_record_type
from armarium.lab.slots import NoDevice, broadcast_seats, check_actions

__all__ = ["CudaSlots", "compile_kernels", "load_cuda"]

cuda: Any = None  # numba.cuda once loaded; a global, because Numba's simulator looks there

# Number of decisions after which used deals are replaced. By then enough slots have used theirs to keep the threads
# busy, and few have waited so long that they had to deal for themselves.
DEAL_INTERVAL = 32
BLOCK_SIZE = 256  # threads per block in simple kernels


def load_cuda() -> Any:
    """Return `numba.cuda` if a GPU is available; otherwise raise NoDevice."""
    global cuda
    try:
        cuda = advance.cuda = slot_kernels.cuda = _load_numba_cuda_on_numpy_2_5()
    except Exception as error:  # Numba's stub and numba-cuda fail in many ways
        raise NoDevice(reason="device-library", detail=_first_line(error)) from error
    try:
        found = cuda.is_available()
    except Exception as error:
        raise NoDevice(reason="device-error", detail=_first_line(error)) from error
    if not found:
        raise NoDevice(reason="device-none")
    return cuda


def _load_numba_cuda_on_numpy_2_5() -> Any:
    """Return `numba.cuda`, which needs a name at import time that NumPy 2.5 removed.

    The name exists only during the import, so other code sees an unchanged NumPy. No version of numba-cuda will make
    this unnecessary: it is in maintenance mode and closed the fix (NVIDIA/numba-cuda issue 907, pull request 916).
    Remove this when we move to its successor, numba-cuda-mlir.
    """
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


def _first_line(error: Exception) -> str:
    lines = str(error).strip().splitlines()
    return lines[0].rstrip(".:") if lines else type(error).__name__


@functools.cache
def compile_kernels(batch: Any, has_knowledge: bool) -> Any:
    """Return the main kernel of a game, which takes a minute to compile, and the small ones."""
    load_cuda()
    jit = cuda.jit
    # Prefer shared memory to a larger cache; the simulator has neither.
    big = jit if config.ENABLE_CUDASIM else jit(shared_memory_carveout="maxshared")
    play_on = big(advance.advance_kernel(batch, has_knowledge))
    small = (
        slot_kernels.observe_kernel(batch),
        slot_kernels.observe_all_kernel(batch),
        slot_kernels.pack_masks,
        slot_kernels.mask_codes,
        slot_kernels.clear_results,
    )
    return play_on, jit(slot_kernels.deal_kernel(batch)), *(jit(kernel) for kernel in small)


class CudaSlots:
    """The arrays of a batch on the GPU, and the kernel launches."""

    def __init__(
        self,
        batch: Any,
        count: int,
        seats: int,
        template: tuple[np.ndarray, int],
        observations: bool,
        masks: bool,
    ) -> None:
        load_cuda()
        self._batch, self._count = batch, count
        blank, self._first = template
        self._viewers = int(blank["viewers"][0]) if batch.VIEWERS else 0
        (
            self._advance, self._deal, self._observe, self._observe_all,
            self._pack_masks, self._mask_codes, self._clear_results,
        ) = compile_kernels(batch, self._viewers != 0)  # fmt: skip
        self._blocks = -(-count // LANES)
        truth = batch.TRUTH.itemsize // 8
        self._blank = cuda.to_device(blank.view(np.int64)[:truth].copy())
        self._words = cuda.to_device(np.zeros(count * batch.WIDTH, np.int64))
        # The next game of every slot, its number in the slot, and the decisions since deals were replaced.
        self._deals = cuda.device_array(count * truth, np.int64)
        self._deal_numbers = cuda.to_device(np.zeros(count, np.int64))
        self._decisions_since_deal = 0
        self.numbers = cuda.to_device(np.zeros(count, np.int64))
        self.rewards = cuda.to_device(np.zeros((count, seats), np.float32))
        self.dones = cuda.to_device(np.zeros(count, np.bool_))
        self.actors = cuda.to_device(np.zeros(count, np.int8))
        self.illegal = cuda.to_device(np.zeros(count, np.int8))
        self._codes = cuda.to_device(np.zeros(count, np.int64))
        # The random generators, one per slot.
        self.random_words = cuda.to_device(random_words(count))
        self.observation_words = cuda.device_array(
            (count if observations else 0, batch.SIZE // 8), np.int64
        )
        self.mask_words = cuda.device_array((count if masks else 0, batch.MASK_SIZE // 8), np.int64)
        self.observations = self.observation_words.view(np.int8) if observations else None
        # The rules write whole words; callers need rows without padding.
        self.masks = cuda.device_array((count, len(batch.TEXTS)), np.int8) if masks else None
        self._whole: Any = None  # full-state rows, allocated on first use
        self._seed = 0

    @property
    def states(self) -> Any:
        """The games as records, on the GPU."""
        return self._words.view(make_record_type(self._batch.STATE))

    def get_kernel_resources(self) -> dict[str, int]:
        """Return the registers and the memory that the compiler gave the main kernel."""
        kernel = next(iter(self._advance.overloads.values()))
        return {
            "registers_a_thread": kernel.regs_per_thread,
            "shared_bytes_a_block": kernel.shared_mem_per_block,
            "local_bytes_a_thread": kernel.local_mem_per_thread,
        }

    def _launch(self, decisions: int, decider: int, codes: Any, share: float = 1.0) -> None:
        deals = (self._deals, self._deal_numbers)
        start_arguments = (self._blank, self._seed, self._first)
        if self._decisions_since_deal >= DEAL_INTERVAL:
            spans = -(-self._count // SLOTS_PER_BLOCK)
            self._deal[spans, LANES](*deals, self.numbers, self._count, *start_arguments)
            self._decisions_since_deal = 0
        self._decisions_since_deal += decisions
        self._advance[max(1, int(self._blocks * share)), LANES](
            self._words, self._count, self._viewers, decisions, decider, codes, self.random_words, *deals,
            *start_arguments, self.numbers, self.rewards, self.dones, self.illegal, self.actors,
            self.observation_words, self.mask_words,
        )  # fmt: skip
        self._pack()

    def _pack(self) -> None:
        if self.masks is not None:
            blocks = -(-self.masks.size // BLOCK_SIZE)
            self._pack_masks[blocks, BLOCK_SIZE](self.mask_words.view(np.int8), self.masks)

    def reset(self, seed: int) -> None:
        self._seed = seed
        self.numbers.copy_to_device(np.full(self._count, -1, np.int64))
        self._deal_numbers.copy_to_device(np.full(self._count, -1, np.int64))
        self._decisions_since_deal = DEAL_INTERVAL
        self._launch(1, BEGIN, self._codes)

    def step(self, actions: Any, stays: Any = None) -> None:
        if hasattr(actions, "__cuda_array_interface__"):
            codes = cuda.as_cuda_array(actions)
        else:
            codes = cuda.to_device(np.ascontiguousarray(actions, np.int64))
        check_actions(codes, self._count)
        if stays is None:
            self._launch(1, USER, codes)
            return
        blocks = -(-self._count // BLOCK_SIZE)
        if not hasattr(stays, "__cuda_array_interface__"):
            stays = cuda.to_device(np.ascontiguousarray(stays, np.bool_))
        filtered = cuda.device_array(self._count, np.int64)
        self._mask_codes[blocks, BLOCK_SIZE](codes, stays, filtered)
        self._launch(1, USER, filtered)
        self._clear_results[blocks, BLOCK_SIZE](stays, self.rewards, self.dones, self.illegal)

    def start_next(self, slots: np.ndarray) -> None:
        """Refuse: a launch starts games in all slots or in none."""
        raise BadOption(option="device", asked="cuda", allowed=["cpu"])

    def _arrays(self) -> dict[str, Any]:
        return {
            "words": self._words, "numbers": self.numbers, "rewards": self.rewards, "dones": self.dones,
            "actors": self.actors, "illegal": self.illegal, "rows": self.observation_words,
            "mask_words": self.mask_words, "random": self.random_words,
        }  # fmt: skip

    def get_arrays(self) -> dict[str, np.ndarray]:
        return {name: array.copy_to_host() for name, array in self._arrays().items() if array.size}

    def set_arrays(self, seed: int, saved: dict[str, np.ndarray]) -> None:
        """Restore the arrays. The next deals are computed again from the seed."""
        self._seed, self._decisions_since_deal = seed, DEAL_INTERVAL
        for name, array in self._arrays().items():
            if array.size:
                array.copy_to_device(saved[name])
        self._deal_numbers.copy_to_device(np.full(self._count, -1, np.int64))
        self._pack()

    def adopt_masks(self) -> None:
        """Do nothing: on a GPU the rules check the actions."""

    def play(self, decisions: int, share: float = 1.0) -> None:
        """Play this many random decisions in one launch, in every slot or in a share of them from the front."""
        self._launch(decisions, RANDOM, self._codes, share)

    def observe(self, seats: Any) -> Any:
        viewers = cuda.to_device(broadcast_seats(seats, self._count, self.rewards.shape[1]))
        rows = cuda.device_array((self._count, self._batch.SIZE // 8), np.int64)
        self._observe[self._blocks, LANES](self.states, viewers, rows)
        return rows.view(np.int8)

    def observe_all(self) -> Any:
        if self._whole is None:
            self._whole = cuda.device_array((self._count, self._batch.WHOLE_SIZE // 8), np.int64)
        self._observe_all[self._blocks, LANES](self.states, self._whole)
        return self._whole.view(np.int8)


def random_words(count: int) -> np.ndarray:
    """Return a random start value for each slot."""
    words = (np.arange(1, count + 1, dtype=np.uint64) * np.uint64(0x9E3779B97F4A7C15)) >> np.uint64(
        2
    )
    return (words | np.uint64(1)).astype(np.int64)
