"""Random actions from masks of legal actions, and the check of actions against them, for many games at once."""

from __future__ import annotations

import numpy as np

from armarium.core.jit import jit_entry

__all__ = ["choose_legal", "first_masked"]

BLOCK = 64  # codes that are counted together; the processor can add so many bytes as one vector


@jit_entry
def choose_legal(masks, numbers, found):
    """Choose a legal action per row of (count, actions) masks, from numbers in [0, 1).

    Return the first row without a legal action; −1 if there is none.
    """
    actions = masks.shape[1]
    blocks = actions // BLOCK
    sums = np.empty(blocks, np.int8)
    for i in range(masks.shape[0]):
        legal = 0
        for block in range(blocks):
            # A slice of constant length and a sum of one byte, or the compiler makes no vectors: that takes five times
            # as long.
            part = masks[i, BLOCK * block : BLOCK * (block + 1)]
            here = np.int8(0)
            for n in range(BLOCK):
                here = np.int8(here + np.int8(part[n] != 0))
            sums[block] = here
            legal += here
        for code in range(BLOCK * blocks, actions):
            legal += masks[i, code] != 0
        if legal == 0:
            return i
        left = int(numbers[i] * legal)  # index among the legal actions
        block = 0
        while block < blocks and left >= sums[block]:
            left -= sums[block]
            block += 1
        code = BLOCK * block
        while left > 0 or masks[i, code] == 0:
            left -= masks[i, code] != 0
            code += 1
        found[i] = code
    return -1


@jit_entry
def first_masked(masks, low, high, actions):
    """Return the first slot whose action its row of (count, actions) masks forbids; −1 if there is none.

    The result is that of `first_illegal` in `slots.py`, without working out the legal actions a second time.
    """
    for i in range(low, high):
        if not 0 <= actions[i] < masks.shape[1] or masks[i, actions[i]] == 0:
            return i
    return -1
