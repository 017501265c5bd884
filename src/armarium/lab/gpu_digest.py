"""Whole games as one number each, by the same source on a CPU and on a GPU.

After every decision the bytes of the state, the observation of the seat to act and its mask go into a running digest;
now and then the observations of all seats and of the referee do, too. Equal digests over many games are equal bytes.
"""

from __future__ import annotations

import functools
import os
from concurrent.futures import ThreadPoolExecutor
from typing import Any, NamedTuple

import numpy as np

from armarium.games.table.policy import next_random
from armarium.lab.slots import batch_of

__all__ = ["Setting", "all_settings", "digests_on_cpu", "digests_on_gpu"]

cuda: Any = None  # numba.cuda, once it is needed
_PRIME = 0x100000001B3
EVERY = 8  # how often all seats and the referee are looked at
NO_FAULT = -1


class Setting(NamedTuple):
    seats: int
    edition: str
    policy: int
    options: tuple[tuple[str, Any], ...]

    def __str__(self) -> str:
        told = ", ".join(f"{name}={value}" for name, value in self.options)
        return f"{self.seats} seats, {self.edition}, {told}, {('uniform', 'modest')[self.policy]}"


def all_settings() -> list[Setting]:
    """Seats × editions × penalties × policies, and open collections for each number of seats."""
    settings = [
        Setting(seats, edition, policy, (("penalty", penalty),))
        for seats in (2, 3, 4)
        for edition in ("iello", "scripts-and-scribes", "manual")
        for penalty in ("standard", "medieval-bluff")
        for policy in (0, 1)
    ]
    return settings + [
        Setting(seats, "iello", 1, (("open_collections", True), ("may_refuse", True)))
        for seats in (2, 3, 4)
    ]


@functools.cache
def _follower(game: str) -> Any:
    """The one source of both sides: play a game and follow it byte by byte."""
    from numba import njit

    batch = batch_of(game)
    begin_with, is_over, apply, choose = (
        batch.begin_with, batch.is_over, batch.apply, batch.choose,
    )  # fmt: skip
    observe, observe_all, mask = batch.observe, batch.observe_all, batch.mask
    width, row_words = batch.WIDTH, batch.SIZE // 8
    legal_words, whole_words = batch.MASK_SIZE // 8, batch.WHOLE_SIZE // 8

    @njit(error_model="numpy", nogil=True)
    def mixed(digest, row, low, high):
        for i in range(low, high):
            digest = (digest ^ row[i]) * _PRIME
            digest ^= (digest >> 29) & 0x7FFFFFFFF
        return digest

    @njit(error_model="numpy", nogil=True)
    def follow(states, words, i, blank, seed, first, policy, row, legal, whole, fault):
        """The digest of a game and its number of decisions. A fault turns one bit of the state after so many."""
        begin_with(states, words, i, blank, seed, first)
        s = states[i]
        word = ((seed + 1) * 0x1E3779B97F4A7C15) & 0x7FFFFFFFFFFFFFFF | 1
        digest = seed
        decisions = 0
        while not is_over(s):
            if decisions == fault:
                words[i * width + 100] ^= 1
            observe(s, s.actor, row)
            mask(s, legal)
            digest = mixed(digest, words, i * width, (i + 1) * width)
            digest = mixed(digest, row, 0, row_words)
            digest = mixed(digest, legal, 0, legal_words)
            if decisions % EVERY == 0:
                for seat in range(s.seats):
                    observe(s, seat, row)
                    digest = mixed(digest, row, 0, row_words)
                observe_all(s, whole)
                digest = mixed(digest, whole, 0, whole_words)
            word = next_random(word)
            apply(s, choose(s, word, policy))
            decisions += 1
        return mixed(digest, words, i * width, (i + 1) * width), decisions

    return follow


@functools.cache
def _loop(game: str) -> Any:
    from numba import njit

    follow = _follower(game)

    @njit(error_model="numpy", nogil=True)
    def loop(
        low, high, states, words, blank, seed, first, policy, row, legal, whole, digests, numbers
    ):
        for n in range(low, high):
            digests[n], numbers[n] = follow(
                states, words, 0, blank, seed + n, first, policy, row, legal, whole, NO_FAULT
            )

    return loop


@functools.cache
def _kernel(game: str) -> Any:
    global cuda
    from armarium.lab.cuda import cuda_of_numba

    cuda = cuda_of_numba()
    follow = _follower(game)

    def kernel(
        states,
        words,
        blank,
        seed,
        first,
        policy,
        rows,
        legals,
        wholes,
        digests,
        numbers,
        faulty,
        fault,
    ):
        i = cuda.grid(1)
        if i < digests.shape[0]:
            digests[i], numbers[i] = follow(
                states, words, i, blank, seed + i, first, policy, rows[i], legals[i], wholes[i],
                fault if i == faulty else NO_FAULT,
            )  # fmt: skip

    return cuda.jit(kernel)


def _template(game: str, setting: Setting) -> tuple[Any, np.ndarray, int]:
    batch = batch_of(game)
    blank, first = batch.template(setting.seats, setting.edition, True, dict(setting.options))
    return batch, blank.view(np.int64), first


def digests_on_cpu(
    game: str, setting: Setting, games: int, seed: int
) -> tuple[np.ndarray, np.ndarray]:
    """Digests and numbers of decisions of the games of seeds `seed` …, by all cores."""
    batch, blank, first = _template(game, setting)
    digests, numbers = np.zeros(games, np.int64), np.zeros(games, np.int64)

    def stretch(low: int) -> None:
        states = batch.new_states(1)
        words = states.view(np.int64)
        row, legal, whole = (
            np.zeros(size // 8, np.int64)
            for size in (batch.SIZE, batch.MASK_SIZE, batch.WHOLE_SIZE)
        )
        _loop(game)(
            low, min(low + 256, games), states, words, blank, seed, first, setting.policy,
            row, legal, whole, digests, numbers,
        )  # fmt: skip

    stretch(0)  # compiled by one thread, not by all
    with ThreadPoolExecutor(os.cpu_count() or 1) as pool:
        list(pool.map(stretch, range(256, games, 256)))
    return digests, numbers


def digests_on_gpu(
    game: str, setting: Setting, games: int, seed: int, faulty: int = -1, fault: int = NO_FAULT
) -> tuple[np.ndarray, np.ndarray]:
    """The same on the GPU; one game may be given a fault of one bit."""
    kernel = _kernel(game)
    batch, blank, first = _template(game, setting)
    words = cuda.device_array(games * batch.WIDTH, np.int64)
    rows, legals, wholes = (
        cuda.device_array((games, size // 8), np.int64)
        for size in (batch.SIZE, batch.MASK_SIZE, batch.WHOLE_SIZE)
    )
    digests = cuda.to_device(np.zeros(games, np.int64))
    numbers = cuda.to_device(np.zeros(games, np.int64))
    kernel[-(-games // 64), 64](
        words.view(batch.STATE), words, cuda.to_device(blank), seed, first, setting.policy, rows, legals, wholes,
        digests, numbers, faulty, fault,
    )  # fmt: skip
    cuda.synchronize()
    return digests.copy_to_host(), numbers.copy_to_host()
