"""The small kernel before the big one: every slot's next game is dealt beforehand.

Dealing takes a digest and half a dozen blocks of chance. If each thread did it when its game ends, 31 others would
wait; here those slots whose deal was used are gathered, and 32 threads deal 32 games at once.
"""

from __future__ import annotations

from typing import Any

from armarium.lab.cuda.shared_memory import LANES, in_shared_memory

__all__ = ["SPAN", "deal_kernel"]

cuda: Any = None  # numba.cuda, set by who builds a kernel; a name of the module, where Numba's simulator looks for it

# Slots that a block looks through: at 64 decisions a launch some 27 of them have used their deal, nearly a thread each.
SPAN = 192


def deal_kernel(batch: Any) -> Any:
    from numba import int32, int64

    begin_with = batch.begin_with
    form = in_shared_memory(batch.TRUTH)
    truth, stride = batch.TRUTH.itemsize // 8, form.itemsize // 8
    words_of_block = LANES * stride

    def deal(deals, dealt, numbers, count, blank, seed, first):
        """`dealt`: which game of its slot a deal is."""
        shared_words = cuda.shared.array(words_of_block, int64)
        queue = cuda.shared.array(SPAN, int32)
        tally = cuda.shared.array(1, int32)
        games = shared_words.view(form)
        lane = cuda.threadIdx.x
        base = cuda.blockIdx.x * SPAN
        if lane == 0:
            tally[0] = 0
        cuda.syncthreads()
        for i in range(base + lane, min(base + SPAN, count), LANES):
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
