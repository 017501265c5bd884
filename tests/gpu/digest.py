"""Whole games as one number each, on a CPU and on a GPU.

Before every decision the bytes of the state, the observation of the seat to act and its mask go into a running digest;
sometimes the observations of all seats and of the referee do, too, and finally the rewards of all seats. Equal digests
over many games mean equal bytes. The CPU calls the rules directly, the GPU uses the batches of VectorGame.
"""

from __future__ import annotations

import functools
import os
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np

from armarium.core.kernels.random_play import next_random
from armarium.lab.slots import find_batch
from tests.gpu.cases import MODEST, Case, compile_modest_choice

__all__ = ["compute_on_cpu", "compute_on_gpu"]

cuda: Any = None  # numba.cuda, once it is needed
_PRIME = 0x100000001B3
_FIRST, _POSITIVE = 0x1E3779B97F4A7C15, 0x7FFFFFFFFFFFFFFF
EVERY = 8  # decisions between observations of all seats and the referee
PARTS = 12  # of a win, so that a shared win is a whole number
MOST_DECISIONS = 5000
NO_FAULT = -1

Found = tuple[np.ndarray, np.ndarray]  # digests, and numbers of decisions


def _find_template(case: Case) -> tuple[Any, tuple[np.ndarray, int]]:
    batch = find_batch(case.game)
    return batch, batch.template(case.seats, case.edition, True, dict(case.options))


@functools.cache
def _compile_mixing() -> Any:
    from numba import njit

    @njit(error_model="numpy", nogil=True)
    def mix_words(digest, row, low, high):
        """Use 63 bits, so that Python's unbounded integers give the same result."""
        for i in range(low, high):
            digest = ((digest ^ int(row[i])) * _PRIME) & _POSITIVE
            digest ^= digest >> 29
        return digest

    return mix_words


# ------------------------------------------------------------------------------------ the CPU


@functools.cache
def _compile_loop(game: str) -> Any:
    """Compile a loop that plays games one by one and digests every byte."""
    from numba import njit

    batch = find_batch(game)
    begin_with, is_over, apply, reward = (
        batch.begin_with, batch.is_over, batch.apply, batch.reward,
    )  # fmt: skip
    choose = batch.choose
    modest = compile_modest_choice() if game == "biblios" else choose
    observe, observe_all, mask, mix_words = (
        batch.observe,
        batch.observe_all,
        batch.mask,
        _compile_mixing(),
    )
    width, row_words = batch.WIDTH, batch.SIZE // 8
    legal_words, whole_words = batch.MASK_SIZE // 8, batch.WHOLE_SIZE // 8

    @njit(error_model="numpy", nogil=True)
    def digest_game(states, words, blank, seed, first, seats, policy, most, row, legal, whole):
        begin_with(states, words, 0, blank, seed, first)
        s = states[0]
        word = ((seed + 1) * _FIRST) & _POSITIVE | 1
        digest = seed
        decisions = 0
        while decisions < most and not is_over(s):
            observe(s, s.actor, row)
            mask(s, legal)
            digest = mix_words(digest, words, 0, width)
            digest = mix_words(digest, row, 0, row_words)
            digest = mix_words(digest, legal, 0, legal_words)
            if decisions % EVERY == 0:
                for seat in range(seats):
                    observe(s, seat, row)
                    digest = mix_words(digest, row, 0, row_words)
                observe_all(s, whole)
                digest = mix_words(digest, whole, 0, whole_words)
            word = next_random(word)
            apply(s, modest(s, word) if policy == MODEST else choose(s, word))
            decisions += 1
        if is_over(s):
            for seat in range(seats):
                row[0] = int(PARTS * np.float32(reward(s, seat)) + 0.5)
                digest = mix_words(digest, row, 0, 1)
        return digest, decisions

    @njit(error_model="numpy", nogil=True)
    def digest_games(
        low, high, states, words, blank, seed, first, seats, policy, most, row, legal, whole, digests,
        numbers,
    ):  # fmt: skip
        for n in range(low, high):
            digests[n], numbers[n] = digest_game(
                states, words, blank, seed + n, first, seats, policy, most, row, legal, whole
            )

    return digest_games


def compute_on_cpu(case: Case, games: int, seed: int, most: int = MOST_DECISIONS) -> Found:
    """Compute the digests of the games from `seed` on, using all cores; `most` limits the decisions per game."""
    batch, (blank, first) = _find_template(case)
    digests, numbers = np.zeros(games, np.int64), np.zeros(games, np.int64)

    def compute_stretch(low: int) -> None:
        states = batch.new_states(1)
        row, legal, whole = (
            np.zeros(size // 8, np.int64)
            for size in (batch.SIZE, batch.MASK_SIZE, batch.WHOLE_SIZE)
        )
        _compile_loop(case.game)(
            low, min(low + 256, games), states, states.view(np.int64), blank.view(np.int64), seed, first,
            case.seats, case.policy, most, row, legal, whole, digests, numbers,
        )  # fmt: skip

    compute_stretch(0)  # compile in one thread only
    with ThreadPoolExecutor(os.cpu_count() or 1) as pool:
        list(pool.map(compute_stretch, range(256, games, 256)))
    return digests, numbers


# ------------------------------------------------------------------------------------ the GPU


@functools.cache
def _compile_kernels() -> Any:
    """Compile the kernels that mix what the batch wrote into the digests of running games."""
    global cuda
    from armarium.lab.cuda.slots import load_cuda

    cuda = load_cuda()
    mix_words = _compile_mixing()

    def mix(digests, alive, rows):
        i = cuda.grid(1)
        if i < digests.shape[0] and alive[i]:
            digests[i] = mix_words(int(digests[i]), rows[i], 0, rows.shape[1])

    def end_decision(digests, alive, numbers, dones, rewards, won):
        """Count a decision, and finish the digests of the games that it ended."""
        i = cuda.grid(1)
        if i < digests.shape[0] and alive[i]:
            numbers[i] += 1
            if dones[i]:
                alive[i] = 0
                for seat in range(rewards.shape[1]):
                    won[i, 0] = int(PARTS * rewards[i, seat] + 0.5)
                    digests[i] = mix_words(int(digests[i]), won[i], 0, 1)

    def flip_bit(rows, slot):
        """Flip one bit of one state."""
        rows[slot, 100] ^= 1

    return cuda.jit(mix), cuda.jit(end_decision), cuda.jit(flip_bit)


@functools.cache
def _compile_choices() -> Any:
    """Compile the modest policy as a kernel that writes codes, as a user of the batch would."""
    choose = compile_modest_choice()

    def choose_codes(states, words, codes):
        i = cuda.grid(1)
        if i < words.shape[0]:
            words[i] = next_random(int(words[i]))
            codes[i] = choose(states[i], int(words[i]))

    return cuda.jit(choose_codes)


def compute_on_gpu(
    case: Case,
    games: int,
    seed: int,
    most: int = MOST_DECISIONS,
    faulty: int = -1,
    fault: int = NO_FAULT,
) -> Found:
    """Compute the same digests on the GPU, one decision per launch; `faulty` names a game to corrupt by one bit."""
    from armarium.lab.cuda.slots import CudaSlots

    kernels = _compile_kernels()
    blocks = -(-games // 64)
    mix, end_decision = (kernel[blocks, 64] for kernel in kernels[:2])
    batch, template = _find_template(case)
    slots = CudaSlots(batch, games, case.seats, template, True, True)
    slots.reset(seed)
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
            _compile_choices()[blocks, 64](slots.states, slots.random_words, codes)
            slots.step(codes)
        else:
            slots.play(1)
        end_decision(digests, alive, numbers, slots.dones, slots.rewards, won)
    assert most < MOST_DECISIONS, f"a game of more than {MOST_DECISIONS} decisions"
    return digests.copy_to_host(), numbers.copy_to_host()
