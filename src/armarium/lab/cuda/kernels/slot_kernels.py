"""The small kernels of a batch on a GPU: deal the next games, observe slots on demand, and skip slots.

Every slot's next game is dealt in advance. Dealing takes a digest and half a dozen blocks of random numbers. If each
thread dealt when its game ends, 31 others would wait. Here the slots whose deal was used are collected, and 32 threads
deal 32 games at once.
"""

from __future__ import annotations

from typing import Any

from armarium.lab.cuda.shared_memory import LANES, pad_for_shared_memory

__all__ = [
    "SLOTS_PER_BLOCK",
    "clear_results",
    "deal_kernel",
    "mask_codes",
    "observe_all_kernel",
    "observe_kernel",
    "pack_masks",
]


cuda: Any = None  # numba.cuda, set by the module that builds kernels; a global, because Numba's simulator looks there

# Slots per block: at 64 decisions per launch some 27 of them have used their deal, nearly one per thread.
SLOTS_PER_BLOCK = 192


def deal_kernel(batch: Any) -> Any:
    from numba import int32, int64

    begin_with = batch.begin_with
    game_type = pad_for_shared_memory(batch.TRUTH)
    truth, stride = batch.TRUTH.itemsize // 8, game_type.itemsize // 8
    words_of_block = LANES * stride

    def deal(deals, dealt, numbers, count, blank, seed, first):
        """Deal the next game of slots that used theirs. `dealt` holds the number of each slot's prepared game."""
        shared_words = cuda.shared.array(words_of_block, int64)
        queue = cuda.shared.array(SLOTS_PER_BLOCK, int32)
        tally = cuda.shared.array(1, int32)
        games = shared_words.view(game_type)
        lane = cuda.threadIdx.x
        base = cuda.blockIdx.x * SLOTS_PER_BLOCK
        if lane == 0:
            tally[0] = 0
        cuda.syncthreads()
        for i in range(base + lane, min(base + SLOTS_PER_BLOCK, count), LANES):
            if dealt[i] != numbers[i] + 1:
                queue[cuda.atomic.add(tally, 0, 1)] = i
        cuda.syncthreads()
        for start in range(0, tally[0], LANES):
            here = min(LANES, tally[0] - start)
            if lane < here:
                i = queue[start + lane]
                number = numbers[i] + 1
                mine = shared_words[lane * stride : lane * stride + truth]
                begin_with(games[lane : lane + 1], mine, 0, blank, seed + number * count + i, first)
                dealt[i] = number
            cuda.syncthreads()
            for n in range(lane, here * truth, LANES):
                deals[queue[start + n // truth] * truth + n % truth] = shared_words[
                    n // truth * stride + n % truth
                ]
            cuda.syncthreads()

    return deal


def observe_kernel(batch: Any) -> Any:
    observe = batch.observe

    def observe_slots(states, seats, observations):
        i = cuda.grid(1)
        if i < states.shape[0]:
            observe(states[i], seats[i], observations[i])

    return observe_slots


def observe_all_kernel(batch: Any) -> Any:
    observe_all = batch.observe_all

    def observe_all_slots(states, observations):
        i = cuda.grid(1)
        if i < states.shape[0]:
            observe_all(states[i], observations[i])

    return observe_all_slots


def pack_masks(padded, masks):
    i = cuda.grid(1)
    if i < masks.size:
        slot, code = i // masks.shape[1], i % masks.shape[1]
        masks[slot, code] = padded[slot, code]


def mask_codes(codes, stays, filtered):
    i = cuda.grid(1)
    if i < filtered.size:
        filtered[i] = -1 if stays[i] else codes[i]


def clear_results(stays, rewards, dones, illegal):
    i = cuda.grid(1)
    if i < stays.size and stays[i]:
        dones[i] = False
        illegal[i] = 0
        for seat in range(rewards.shape[1]):
            rewards[i, seat] = 0.0
