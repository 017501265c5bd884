"""A batch on a CUDA GPU: kernels that call the very functions that the CPU runs, one thread a slot.

Needs numba-cuda (`pip install armarium[cuda]`) and an NVIDIA GPU. A state is one record of 2 KB; threads that each read
their own would use a small part of every line of memory they fetch. So states lie in columns, all first words, all
second words …, and a launch copies each thread's words into local memory, which the hardware interleaves the same way.
"""

from __future__ import annotations

import functools
from typing import Any

import numpy as np

from armarium.games.table.policy import next_random
from armarium.lab.slots import NoDevice

__all__ = ["COLUMNS", "COPIED", "ROWS", "CudaSlots", "cuda_of_numba", "kernels_of"]

cuda: Any = None  # numba.cuda, once somebody asks; a name of the module, where Numba's simulator looks for it

USER = -1  # the policy of who brings actions along
BLOCK = 64


def cuda_of_numba() -> Any:
    """`numba.cuda`, once it is sure that a GPU answers; one clear error otherwise."""
    if not hasattr(np, "row_stack"):  # NumPy 2.5 dropped the name, numba-cuda 0.30 still uses it
        np.row_stack = np.vstack  # type: ignore[attr-defined,unused-ignore]
    global cuda
    try:
        from numba import cuda as found_cuda
    except Exception as error:  # numba's own stub and numba-cuda fail in many ways
        raise NoDevice(reason=f"numba-cuda cannot be loaded ({_short(error)})") from error
    cuda = found_cuda
    try:
        found = cuda.is_available()
        why = "no CUDA driver or no GPU was found"
    except Exception as error:
        found, why = False, _short(error)
    if not found:
        raise NoDevice(reason=why)
    return cuda


def _short(error: Exception) -> str:
    lines = str(error).strip().splitlines()
    return lines[0].rstrip(".:") if lines else type(error).__name__


# Where a launch works on its states, and how they lie in the GPU's memory.
ROWS = 0  # in place, record after record
COPIED = 1  # in local memory, copied from records
COLUMNS = 2  # in local memory, copied from columns: the n-th words of all records lie together


@functools.cache
def kernels_of(batch: Any, layout: int, registers: int | None = None) -> Any:
    """The one big kernel of a game (compiling takes a minute), and three small ones."""
    cuda_of_numba()
    from numba import int64

    # The game's functions and sizes, as constants of the kernels' closures.
    turn, show, choose, begin_with = batch.turn, batch.show, batch.choose, batch.begin_with
    is_allowed, observe, observe_all = batch.is_allowed, batch.observe, batch.observe_all
    form, width = batch.STATE, batch.WIDTH

    def advance(
        words, count, kept, decisions, policy, actions, policy_words, blank, numbers, seed, first,
        rewards, dones, illegal, actors, observations, masks,
    ):  # fmt: skip
        """Some decisions in every slot: by a policy, or one by the user. Without any, the slots begin anew.

        Only the first `kept` words of a state are used.
        """
        i = cuda.grid(1)
        if i >= count:
            return
        if layout == ROWS:
            mine, k = words, i
        else:
            mine, k = cuda.local.array(width, int64), 0
            for word in range(kept):
                mine[word] = (
                    words[word * count + i] if layout == COLUMNS else words[i * width + word]
                )
        states = mine.view(form)
        number = numbers[i]
        if decisions == 0:
            begin_with(states, mine, k, blank, seed + number * count + i, first)
            illegal[i] = 0
        elif policy == USER:
            illegal[i] = not is_allowed(states[k], actions[i])
        if decisions == 0 or (policy == USER and illegal[i]):
            dones[i] = False
            for seat in range(rewards.shape[1]):
                rewards[i, seat] = 0.0
            if decisions > 0:
                return
            show(states[k], i, actors, observations, masks)
        random = policy_words[i]
        for _ in range(decisions):
            code = actions[i]
            if policy != USER:
                random = next_random(random)
                code = choose(states[k], random, policy)
            number = turn(
                states, mine, k, i, code, blank, seed, first, number, count, rewards, dones
            )
            show(states[k], i, actors, observations, masks)
        policy_words[i] = random
        numbers[i] = number
        if layout != ROWS:
            for word in range(kept):
                if layout == COLUMNS:
                    words[word * count + i] = mine[word]
                else:
                    words[i * width + word] = mine[word]

    def to_rows(words, count, kept, rows):
        i = cuda.grid(1)
        if i < count:
            for word in range(width):
                value = 0
                if word < kept:
                    value = (
                        words[word * count + i] if layout == COLUMNS else words[i * width + word]
                    )
                rows[i * width + word] = value

    def look(states, seats, observations):
        i = cuda.grid(1)
        if i < states.shape[0]:
            observe(states[i], seats[i], observations[i])

    def look_at_all(states, observations):
        i = cuda.grid(1)
        if i < states.shape[0]:
            observe_all(states[i], observations[i])

    jit = cuda.jit
    limited = {} if registers is None else {"max_registers": registers}
    return jit(**limited)(advance), jit(to_rows), jit(look), jit(look_at_all)


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
        *,
        layout: int = COLUMNS,
        registers: int | None = None,
    ) -> None:
        cuda_of_numba()
        self._batch = batch
        blank, self._first = template
        is_watched = "eyes" not in batch.STATE.names or bool(blank["eyes"].any())
        self._kept = batch.WIDTH if is_watched else batch.WITHOUT_EYES
        self._advance, self._to_rows, self._look, self._look_at_all = kernels_of(
            batch, layout, registers
        )
        self._count = count
        self.set_block(BLOCK)
        self._blank = cuda.to_device(blank.view(np.int64))
        self._words = cuda.device_array(count * batch.WIDTH, np.int64)
        self.numbers = cuda.to_device(np.zeros(count, np.int64))
        self.rewards = cuda.to_device(np.zeros((count, seats), np.float32))
        self.dones = cuda.to_device(np.zeros(count, np.bool_))
        self.actors = cuda.to_device(np.zeros(count, np.int8))
        self.illegal = cuda.to_device(np.zeros(count, np.int8))
        self._codes = cuda.to_device(np.zeros(count, np.int64))
        # The random policies' generators, one a slot.
        self.policy_words = cuda.to_device(policy_words(count))
        self._rows = cuda.device_array((count if observations else 0, batch.SIZE // 8), np.int64)
        self._mask_rows = cuda.device_array((count if masks else 0, batch.MASK_SIZE // 8), np.int64)
        self.observations = self._rows.view(np.int8) if observations else None
        self.masks = self._mask_rows.view(np.int8)[:, : len(batch.TEXTS)] if masks else None
        self._seed = 0

    @property
    def states(self) -> Any:
        """A copy of the games as records, on the GPU."""
        rows = cuda.device_array(self._count * self._batch.WIDTH, np.int64)
        self._to_rows[self._grid](self._words, self._count, self._kept, rows)
        return rows.view(self._batch.STATE)

    def set_block(self, threads: int) -> None:
        """How many slots share a block of threads; only speed depends on it."""
        self._grid = (-(-self._count // threads), threads)

    def _launch(self, decisions: int, policy: int, codes: Any, share: float = 1.0) -> None:
        blocks, threads = self._grid
        self._advance[max(1, int(blocks * share)), threads](
            self._words, self._count, self._kept, decisions, policy, codes, self.policy_words, self._blank,
            self.numbers, self._seed, self._first, self.rewards, self.dones, self.illegal, self.actors,
            self._rows, self._mask_rows,
        )  # fmt: skip

    def begin(self, seed: int) -> None:
        self._seed = seed
        self.numbers.copy_to_device(np.zeros(len(self.numbers), np.int64))
        self._launch(0, USER, self._codes)

    def turn(self, actions: Any) -> None:
        if hasattr(actions, "__cuda_array_interface__"):
            codes = cuda.as_cuda_array(actions)
        else:
            codes = cuda.to_device(np.ascontiguousarray(actions, np.int64))
        self._launch(1, USER, codes)

    def play(self, decisions: int, policy: int, share: float = 1.0) -> None:
        """So many decisions by a random policy of the batch's chapter, in one launch: in every slot, or in a share
        of them from the front."""
        self._launch(decisions, policy, self._codes, share)

    def observe(self, seats: Any) -> Any:
        count = len(self.numbers)
        whose = cuda.to_device(np.ascontiguousarray(np.broadcast_to(seats, count), np.int64))
        rows = cuda.device_array((count, self._batch.SIZE // 8), np.int64)
        self._look[self._grid](self.states, whose, rows)
        return rows.view(np.int8)

    def observe_all(self) -> Any:
        rows = cuda.device_array((len(self.numbers), self._batch.WHOLE_SIZE // 8), np.int64)
        self._look_at_all[self._grid](self.states, rows)
        return rows.view(np.int8)


def policy_words(count: int) -> np.ndarray:
    """A starting word for each slot's random policy."""
    words = (np.arange(1, count + 1, dtype=np.uint64) * np.uint64(0x9E3779B97F4A7C15)) >> np.uint64(
        2
    )
    return (words | np.uint64(1)).astype(np.int64)
