"""The main kernel of a batch on a GPU: play some decisions in every slot, with a block of 32 threads for 32 slots.

First the true state: each thread plays its own game, on a copy of its state in the block's shared memory. Where a game
ends, the slot's next one has been dealt in advance (slot_kernels.py).

Then the knowledge of each viewer (the seats and the public). It is too large for shared memory and stays in the records
in global memory. Viewers are independent of the rules and of each other, so the 32 threads share the work evenly. Each
takes one viewer of one game in which cards have moved, copies its 256 bytes into shared memory, updates them, and
copies them back. Games with many moves (a theft has up to five) come first, so that threads that work side by side have
about equal work.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from armarium.core.kernels.random_play import next_random
from armarium.lab.cuda.shared_memory import LANES, make_record_type, pad_for_shared_memory

__all__ = ["BEGIN", "RANDOM", "USER", "advance_kernel"]

cuda: Any = None  # numba.cuda, set by the module that builds kernels; a global, because Numba's simulator looks there

# Where actions come from: the caller or a random generator; or every slot starts its next game.
USER, RANDOM, BEGIN = range(3)
KNOWLEDGE_WORDS = 32  # words of a viewer's sets
ORDINARY_MOVES = 2  # moves of an ordinary action


def advance_kernel(batch: Any, has_knowledge: bool) -> Any:
    """Build the kernel. Without knowledge (`has_knowledge` is False) there is room for more blocks."""
    from numba import int32, int64, uint64

    # The game's functions and sizes are constants of the kernel's closure.
    turn, show, choose, begin_with = batch.turn, batch.show, batch.choose, batch.begin_with
    is_allowed, inform, viewers = batch.is_allowed, batch.inform, max(1, batch.VIEWERS)
    state_type = make_record_type(batch.STATE)
    game_type = pad_for_shared_memory(batch.TRUTH)
    knowledge_type = pad_for_shared_memory(
        np.dtype([("possible", "i8", (2, KNOWLEDGE_WORDS // 2))])
    )
    width, truth = batch.WIDTH, batch.TRUTH.itemsize // 8
    stride, knowledge_stride = game_type.itemsize // 8, knowledge_type.itemsize // 8
    assert width == truth + KNOWLEDGE_WORDS * batch.VIEWERS
    # Unsigned indices need no check for negative values.
    none, one, row = (np.uint64(n) for n in (0, 1, knowledge_stride))
    game_words, knowledge_words = (
        LANES * stride,
        LANES * knowledge_stride if has_knowledge else knowledge_stride,
    )

    def advance(
        words, count, tracked_viewers, decisions, decider, actions, random_words, deals, dealt, blank, seed, first,
        numbers, rewards, dones, illegal, actors, observations, masks,
    ):  # fmt: skip
        """Play some decisions in every slot, at random or one by the caller; or start the next games.

        `tracked_viewers` is the bit set of the viewers whose knowledge is kept.
        """
        shared_words = cuda.shared.array(game_words, int64)
        knowledge_buffer = cuda.shared.array(knowledge_words, int64)
        queue = cuda.shared.array(LANES, int32)
        tally = cuda.shared.array(2, int32)
        addresses = cuda.shared.array(LANES, uint64)
        games, knowledge = shared_words.view(game_type), knowledge_buffer.view(knowledge_type)
        lane = cuda.threadIdx.x
        column = np.uint64(lane)
        base = cuda.blockIdx.x * LANES
        here = min(LANES, count - base)
        i = base + lane
        is_there = lane < here
        for n in range(lane, here * truth, LANES):
            shared_words[n // truth * stride + n % truth] = words[
                (base + n // truth) * width + n % truth
            ]
        cuda.syncthreads()
        my_game = games[lane : lane + 1]
        my_words = shared_words[lane * stride : lane * stride + truth]
        s = games[lane]
        number = 0
        random = 0
        if is_there:
            number = numbers[i]
            random = random_words[i]
        for _ in range(decisions):
            # ---- the true state
            has_moved = is_there
            if is_there:
                ends = decider == BEGIN
                if decider == USER:
                    has_moved = is_allowed(s, actions[i])
                illegal[i] = not has_moved
                if ends or not has_moved:
                    dones[i] = False
                    for seat in range(rewards.shape[1]):
                        rewards[i, seat] = 0.0
                else:
                    code = actions[i]
                    if decider == RANDOM:
                        random = next_random(random)
                        code = choose(s, random)
                    ends = turn(s, i, code, rewards, dones)
                if ends:
                    number += 1
                    if dealt[i] == number:
                        for n in range(truth):
                            my_words[n] = deals[i * truth + n]
                    else:  # the second game that ended since the last deal
                        begin_with(my_game, my_words, 0, blank, seed + number * count + i, first)
            # ---- the knowledge of the viewers
            if has_knowledge:
                if lane < 2:
                    tally[lane] = 0
                cuda.syncthreads()
                if has_moved and s.move_count > ORDINARY_MOVES:
                    queue[cuda.atomic.add(tally, 0, 1)] = lane
                elif has_moved and s.move_count > 0:
                    queue[LANES - 1 - cuda.atomic.add(tally, 1, 1)] = lane
                cuda.syncthreads()
                many = tally[0]
                tasks = (many + tally[1]) * viewers
                cuda.syncthreads()  # all threads must read the tally before one clears it
                for start in range(0, tasks, LANES):
                    task = start + lane
                    place = min(task, tasks - 1) // viewers
                    viewer = task % viewers
                    game = queue[place if place < many else LANES - 1 - (place - many)]
                    needed = np.uint64(min(LANES, tasks - start))
                    addresses[lane] = (base + game) * width + truth + KNOWLEDGE_WORDS * viewer
                    cuda.syncthreads()
                    # Row by row, one word per thread; eight loads are in flight before the first is needed. The last
                    # eight may exceed the needed rows; they then read rows of the last game.
                    n = none
                    at = column
                    while n < needed:
                        a = words[addresses[n] + column]
                        n += one
                        b = words[addresses[n] + column]
                        n += one
                        c = words[addresses[n] + column]
                        n += one
                        d = words[addresses[n] + column]
                        n += one
                        e = words[addresses[n] + column]
                        n += one
                        f = words[addresses[n] + column]
                        n += one
                        g = words[addresses[n] + column]
                        n += one
                        h = words[addresses[n] + column]
                        n += one
                        knowledge_buffer[at] = a
                        at += row
                        knowledge_buffer[at] = b
                        at += row
                        knowledge_buffer[at] = c
                        at += row
                        knowledge_buffer[at] = d
                        at += row
                        knowledge_buffer[at] = e
                        at += row
                        knowledge_buffer[at] = f
                        at += row
                        knowledge_buffer[at] = g
                        at += row
                        knowledge_buffer[at] = h
                        at += row
                    cuda.syncthreads()
                    if task < tasks and (tracked_viewers >> viewer) & 1:
                        inform(games[game], knowledge[lane].possible, viewer)
                    cuda.syncthreads()
                    n = none
                    at = column
                    while n < needed:
                        words[addresses[n] + column] = knowledge_buffer[at]
                        n += one
                        at += row
                    cuda.syncthreads()
            if has_moved:
                show(s, words.view(state_type)[i], i, actors, observations, masks)
        if is_there:
            random_words[i] = random
            numbers[i] = number
        cuda.syncthreads()
        for n in range(lane, here * truth, LANES):
            words[(base + n // truth) * width + n % truth] = shared_words[
                n // truth * stride + n % truth
            ]

    return advance
