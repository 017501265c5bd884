"""Sets as bits of a word: counting and choosing. Words stay below 2**63, so signs do not matter."""

from __future__ import annotations

import numpy as np
from numba import types
from numba.extending import intrinsic

from armarium.core.jit import is_interpreted, jit, jit_inline

__all__ = ["count", "lowest", "nth", "place", "spread"]

if is_interpreted:

    def count(word):
        return int(word).bit_count()

else:

    @intrinsic
    def _population(typing, word):
        def build(context, builder, signature, arguments):
            return builder.ctpop(arguments[0])

        return types.int64(types.int64), build

    @jit_inline
    def count(word):
        """How many bits are set: one instruction, on a CPU and on a GPU."""
        return _population(np.int64(word))


@jit_inline
def lowest(word):
    """Return the lowest set bit, as a word; 0 for 0."""
    return word & -word


@jit_inline
def place(bit):
    """Return the index of a single bit."""
    return count(bit - 1)


@jit
def nth(word, n):
    """Return the index of the n-th set bit, counted from 0: halve the word until one bit is left."""
    if (word + (word & -word)) & word == 0:
        return place(word & -word) + n  # one run of bits, as for bids
    index = 0
    width = 32
    while width > 0:
        low = word & ((1 << width) - 1)
        low_count = count(low)
        if n < low_count:
            word = low
        else:
            n -= low_count
            word >>= width
            index += width
        width >>= 1
    return index


@jit_inline
def spread(word):
    """Return the lowest eight bits as eight bytes of 0 or 1, the lowest first.

    Seven copies of seven bits, each shifted by seven places, put bit n at the start of byte n without overlap.
    """
    return (((word & 0x7F) * 0x02040810204081) | ((word & 0x80) << 49)) & 0x0101010101010101
