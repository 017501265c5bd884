"""Whole games as one number each, on a CPU and on a GPU.

Before every decision the bytes of the state, the observation of the seat to act and its mask go into a running digest;
now and then the observations of all seats and of the referee do, too, and at the end what each seat won. Equal digests
over many games are equal bytes. The CPU plays by the rules' own doors, the GPU by the very batches of VectorGame.
"""

from __future__ import annotations

import functools
import os
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np

from armarium.games.table.kernels.policy import next_random
from armarium.lab.batch.slots import batch_of
from tests.gpu.cases import MODEST, Case, modest_choice

__all__ = ["digests_on_cpu", "digests_on_gpu"]

cuda: Any = None  # numba.cuda, once it is needed
_PRIME = 0x100000001B3
_FIRST, _POSITIVE = 0x1E3779B97F4A7C15, 0x7FFFFFFFFFFFFFFF
EVERY = 8  # how often all seats and the referee are looked at
PARTS = 12  # of a victory, so that a shared one is a whole number
MOST_DECISIONS = 5000
NO_FAULT = -1

Found = tuple[np.ndarray, np.ndarray]  # digests, and numbers of decisions


def _template(case: Case) -> tuple[Any, tuple[np.ndarray, int]]:
    batch = batch_of(case.game)
    return batch, batch.template(case.seats, case.edition, True, dict(case.options))


@functools.cache
def _mixed() -> Any:
    from numba import njit

    @njit(error_model="numpy", nogil=True)
    def mixed(digest, row, low, high):
        """On 63 bits, so that the interpreter, whose numbers have no end, finds the same."""
        for i in range(low, high):
            digest = ((digest ^ int(row[i])) * _PRIME) & _POSITIVE
            digest ^= digest >> 29
        return digest

    return mixed


# ------------------------------------------------------------------------------------ the CPU


@functools.cache
def _loop(game: str) -> Any:
    """Games one after another, each followed byte by byte."""
    from numba import njit

    batch = batch_of(game)
    begin_with, is_over, apply, reward = (
        batch.begin_with, batch.is_over, batch.apply, batch.reward,
    )  # fmt: skip
    choose = batch.choose
    modest = modest_choice() if game == "biblios" else choose
    observe, observe_all, mask, mixed = batch.observe, batch.observe_all, batch.mask, _mixed()
    width, row_words = batch.WIDTH, batch.SIZE // 8
    legal_words, whole_words = batch.MASK_SIZE // 8, batch.WHOLE_SIZE // 8

    @njit(error_model="numpy", nogil=True)
    def follow(states, words, blank, seed, first, seats, policy, most, row, legal, whole):
        begin_with(states, words, 0, blank, seed, first)
        s = states[0]
        word = ((seed + 1) * _FIRST) & _POSITIVE | 1
        digest = seed
        decisions = 0
        while decisions < most and not is_over(s):
            observe(s, s.actor, row)
            mask(s, legal)
            digest = mixed(digest, words, 0, width)
            digest = mixed(digest, row, 0, row_words)
            digest = mixed(digest, legal, 0, legal_words)
            if decisions % EVERY == 0:
                for seat in range(seats):
                    observe(s, seat, row)
                    digest = mixed(digest, row, 0, row_words)
                observe_all(s, whole)
                digest = mixed(digest, whole, 0, whole_words)
            word = next_random(word)
            apply(s, modest(s, word) if policy == MODEST else choose(s, word))
            decisions += 1
        if is_over(s):
            for seat in range(seats):
                row[0] = int(PARTS * np.float32(reward(s, seat)) + 0.5)
                digest = mixed(digest, row, 0, 1)
        return digest, decisions

    @njit(error_model="numpy", nogil=True)
    def loop(
        low, high, states, words, blank, seed, first, seats, policy, most, row, legal, whole, digests,
        numbers,
    ):  # fmt: skip
        for n in range(low, high):
            digests[n], numbers[n] = follow(
                states, words, blank, seed + n, first, seats, policy, most, row, legal, whole
            )

    return loop


def digests_on_cpu(case: Case, games: int, seed: int, most: int = MOST_DECISIONS) -> Found:
    """Of the games of seeds `seed` …, by all cores; of each at most so many decisions."""
    batch, (blank, first) = _template(case)
    digests, numbers = np.zeros(games, np.int64), np.zeros(games, np.int64)

    def stretch(low: int) -> None:
        states = batch.new_states(1)
        row, legal, whole = (
            np.zeros(size // 8, np.int64)
            for size in (batch.SIZE, batch.MASK_SIZE, batch.WHOLE_SIZE)
        )
        _loop(case.game)(
            low, min(low + 256, games), states, states.view(np.int64), blank.view(np.int64), seed, first,
            case.seats, case.policy, most, row, legal, whole, digests, numbers,
        )  # fmt: skip

    stretch(0)  # compiled by one thread, not by all
    with ThreadPoolExecutor(os.cpu_count() or 1) as pool:
        list(pool.map(stretch, range(256, games, 256)))
    return digests, numbers


# ------------------------------------------------------------------------------------ the GPU


@functools.cache
def _kernels() -> Any:
    """What the batch has written, slot by slot, into the digests of the games that are not over."""
    global cuda
    from armarium.lab.cuda.slots import cuda_of_numba

    cuda = cuda_of_numba()
    mixed = _mixed()

    def mix(digests, alive, rows):
        i = cuda.grid(1)
        if i < digests.shape[0] and alive[i]:
            digests[i] = mixed(int(digests[i]), rows[i], 0, rows.shape[1])

    def close(digests, alive, numbers, dones, rewards, won):
        """After a decision: count it, and end the digests of the games that it ended."""
        i = cuda.grid(1)
        if i < digests.shape[0] and alive[i]:
            numbers[i] += 1
            if dones[i]:
                alive[i] = 0
                for seat in range(rewards.shape[1]):
                    won[i, 0] = int(PARTS * rewards[i, seat] + 0.5)
                    digests[i] = mixed(int(digests[i]), won[i], 0, 1)

    def spoil(rows, slot):
        """One bit of one state."""
        rows[slot, 100] ^= 1

    return cuda.jit(mix), cuda.jit(close), cuda.jit(spoil)


@functools.cache
def _pick() -> Any:
    """The modest choices of a batch: they are the harness's, so they come to the batch as a user's do."""
    choose = modest_choice()

    def pick(states, words, codes):
        i = cuda.grid(1)
        if i < words.shape[0]:
            words[i] = next_random(int(words[i]))
            codes[i] = choose(states[i], int(words[i]))

    return cuda.jit(pick)


def digests_on_gpu(
    case: Case,
    games: int,
    seed: int,
    most: int = MOST_DECISIONS,
    faulty: int = -1,
    fault: int = NO_FAULT,
) -> Found:
    """The same by a batch on the GPU, a decision a launch; one game may be given a fault of one bit."""
    from armarium.lab.cuda.slots import CudaSlots

    kernels = _kernels()
    blocks = -(-games // 64)
    mix, close = (kernel[blocks, 64] for kernel in kernels[:2])
    batch, template = _template(case)
    slots = CudaSlots(batch, games, case.seats, template, True, True)
    slots.begin(seed)
    seeds = np.arange(seed, seed + games, dtype=np.int64)
    slots.random_words.copy_to_device(((seeds + 1) * np.int64(_FIRST)) & np.int64(_POSITIVE) | 1)
    digests, numbers = cuda.to_device(seeds), cuda.to_device(np.zeros(games, np.int64))
    alive = cuda.to_device(np.ones(games, np.int8))
    won = cuda.to_device(np.zeros((games, 1), np.int64))
    codes = cuda.to_device(np.zeros(games, np.int64))
    states = slots.states.view(np.int64).reshape(games, batch.WIDTH)  # the games themselves
    for decision in range(most + 1):
        if decision == fault:
            kernels[2][1, 1](states, faulty)
        if decision % EVERY == 0 and not alive.copy_to_host().any():
            return digests.copy_to_host(), numbers.copy_to_host()
        if decision == most:
            break
        for rows in (states, slots.observation_words, slots.mask_words):
            mix(digests, alive, rows)
        if decision % EVERY == 0:
            for seat in range(case.seats):
                mix(digests, alive, slots.observe(seat).view(np.int64))
            mix(digests, alive, slots.observe_all().view(np.int64))
        if case.policy == MODEST:
            _pick()[blocks, 64](slots.states, slots.random_words, codes)
            slots.turn(codes)
        else:
            slots.play(1)
        close(digests, alive, numbers, slots.dones, slots.rewards, won)
    assert most < MOST_DECISIONS, f"a game of more than {MOST_DECISIONS} decisions"
    return digests.copy_to_host(), numbers.copy_to_host()
