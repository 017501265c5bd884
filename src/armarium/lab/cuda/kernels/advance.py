"""The one big kernel of a batch on a GPU: some decisions in every slot, a block of 32 threads for 32 slots.

Truth first: each thread plays its own game, on a copy of its state in the memory that the threads of a block share.
Where a game ends, the slot's next one has been dealt beforehand (deal.py).

Then the eyes. What they know is too large for shared memory; it stays in the records in global memory. No eye asks the
rules or another eye, so the 32 threads share the thinking evenly: each takes one eye of one game in which cards have
moved, whosever game it is, copies its 256 bytes into shared memory, lets it learn, and copies them back. Games with
many moves (a theft has up to five) come first, so that threads that work side by side have about as much to do.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from armarium.games.table.kernels.policy import next_random
from armarium.lab.cuda.shared_memory import LANES, in_shared_memory, records

__all__ = ["BEGIN", "RANDOM", "USER", "advance_kernel"]

cuda: Any = None  # numba.cuda, set by who builds a kernel; a name of the module, where Numba's simulator looks for it

# Who decides: the user, who brings actions along, or chance; or every slot's next game begins.
USER, RANDOM, BEGIN = range(3)
MIND = 32  # words of an eye's sets
FEW = 2  # moves of an ordinary action


def advance_kernel(batch: Any, watched: bool) -> Any:
    """`watched`: does any eye count? Where none does, there is room for more blocks."""
    from numba import int32, int64, uint64

    # The game's functions and sizes, as constants of the kernel's closure.
    turn, show, choose, begin_with = batch.turn, batch.show, batch.choose, batch.begin_with
    is_allowed, inform, eyes = batch.is_allowed, batch.inform, max(1, batch.EYES)
    home_form = records(batch.STATE)
    game_form = in_shared_memory(batch.TRUTH)
    mind_form = in_shared_memory(np.dtype([("may", "i8", (2, MIND // 2))]))
    width, truth = batch.WIDTH, batch.TRUTH.itemsize // 8
    stride, mind_stride = game_form.itemsize // 8, mind_form.itemsize // 8
    assert width == truth + MIND * batch.EYES
    # Unsigned: an index that cannot be negative is not looked at twice.
    none, one, row = (np.uint64(n) for n in (0, 1, mind_stride))
    game_words, mind_words = LANES * stride, LANES * mind_stride if watched else mind_stride

    def advance(
        words, count, watching, decisions, decider, actions, random_words, deals, dealt, blank, seed, first, numbers,
        rewards, dones, illegal, actors, observations, masks,
    ):  # fmt: skip
        """Some decisions in every slot: at random, or one by the user; or the next games begin.

        `watching`: the set of eyes that count.
        """
        shared_words = cuda.shared.array(game_words, int64)
        thoughts = cuda.shared.array(mind_words, int64)
        queue = cuda.shared.array(LANES, int32)
        tally = cuda.shared.array(2, int32)
        homes = cuda.shared.array(LANES, uint64)
        games, minds = shared_words.view(game_form), thoughts.view(mind_form)
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
            # ---- the truth
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
            # ---- the eyes
            if watched:
                if lane < 2:
                    tally[lane] = 0
                cuda.syncthreads()
                if has_moved and s.move_count > FEW:
                    queue[cuda.atomic.add(tally, 0, 1)] = lane
                elif has_moved and s.move_count > 0:
                    queue[LANES - 1 - cuda.atomic.add(tally, 1, 1)] = lane
                cuda.syncthreads()
                long = tally[0]
                tasks = (long + tally[1]) * eyes
                cuda.syncthreads()  # all have read the tally before anybody clears it again
                for start in range(0, tasks, LANES):
                    task = start + lane
                    place = min(task, tasks - 1) // eyes
                    eye = task % eyes
                    game = queue[place if place < long else LANES - 1 - (place - long)]
                    needed = np.uint64(min(LANES, tasks - start))
                    homes[lane] = (base + game) * width + truth + MIND * eye
                    cuda.syncthreads()
                    # Row by row, a word a thread; eight loads are under way before the first is needed. The last eight
                    # may be more than are needed: then they are rows of the last game's.
                    n = none
                    at = column
                    while n < needed:
                        a = words[homes[n] + column]
                        n += one
                        b = words[homes[n] + column]
                        n += one
                        c = words[homes[n] + column]
                        n += one
                        d = words[homes[n] + column]
                        n += one
                        e = words[homes[n] + column]
                        n += one
                        f = words[homes[n] + column]
                        n += one
                        g = words[homes[n] + column]
                        n += one
                        h = words[homes[n] + column]
                        n += one
                        thoughts[at] = a
                        at += row
                        thoughts[at] = b
                        at += row
                        thoughts[at] = c
                        at += row
                        thoughts[at] = d
                        at += row
                        thoughts[at] = e
                        at += row
                        thoughts[at] = f
                        at += row
                        thoughts[at] = g
                        at += row
                        thoughts[at] = h
                        at += row
                    cuda.syncthreads()
                    if task < tasks and (watching >> eye) & 1:
                        inform(games[game], minds[lane].may, eye)
                    cuda.syncthreads()
                    n = none
                    at = column
                    while n < needed:
                        words[homes[n] + column] = thoughts[at]
                        n += one
                        at += row
                    cuda.syncthreads()
            if has_moved:
                show(s, words.view(home_form)[i], i, actors, observations, masks)
        if is_there:
            random_words[i] = random
            numbers[i] = number
        cuda.syncthreads()
        for n in range(lane, here * truth, LANES):
            words[(base + n // truth) * width + n % truth] = shared_words[
                n // truth * stride + n % truth
            ]

    return advance
