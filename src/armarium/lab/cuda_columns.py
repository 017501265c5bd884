"""The kernel of before, kept until the new one (cuda_kernels.py) has been measured beside it.

States lie in columns, all first words, all second words …; a launch copies each thread's words into local memory, which
the hardware interleaves the same way, and each thread thinks for all eyes of its own game.
"""

from __future__ import annotations

from typing import Any

from armarium.games.table.policy import next_random
from armarium.lab.cuda_kernels import USER, records

__all__ = ["columns_kernel", "rows_kernel"]

cuda: Any = None


def columns_kernel(batch: Any, watched: bool) -> Any:
    from numba import int64

    turn, show, choose, begin_with = batch.turn, batch.show, batch.choose, batch.begin_with
    is_allowed = batch.is_allowed
    form = records(batch.STATE)
    width = batch.WIDTH
    kept = width if watched else batch.TRUTH.itemsize // 8

    def advance(
        words, count, watching, decisions, policy, actions, policy_words, blank, numbers, seed, first,
        rewards, dones, illegal, actors, observations, masks,
    ):  # fmt: skip
        i = cuda.grid(1)
        if i >= count:
            return
        mine = cuda.local.array(width, int64)
        for word in range(kept):
            mine[word] = words[word * count + i]
        states = mine.view(form)
        number = numbers[i]
        if decisions == 0:
            begin_with(states, mine, 0, blank, seed + number * count + i, first)
            illegal[i] = 0
        elif policy == USER:
            illegal[i] = not is_allowed(states[0], actions[i])
        if decisions == 0 or (policy == USER and illegal[i]):
            dones[i] = False
            for seat in range(rewards.shape[1]):
                rewards[i, seat] = 0.0
            if decisions > 0:
                return
            show(states[0], states[0], i, actors, observations, masks)
        random = policy_words[i]
        for _ in range(decisions):
            code = actions[i]
            if policy != USER:
                random = next_random(random)
                code = choose(states[0], random, policy)
            number = turn(
                states, mine, 0, i, code, blank, seed, first, number, count, rewards, dones
            )
            show(states[0], states[0], i, actors, observations, masks)
        policy_words[i] = random
        numbers[i] = number
        for word in range(kept):
            words[word * count + i] = mine[word]

    return advance


def rows_kernel(batch: Any) -> Any:
    """From columns to records."""
    width = batch.WIDTH

    def to_rows(words, count, rows):
        i = cuda.grid(1)
        if i < count:
            for word in range(width):
                rows[i * width + word] = words[word * count + i]

    return to_rows
