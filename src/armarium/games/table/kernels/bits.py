"""Sets as words of bits: counting and choosing. Words stay below 2**63, so signs never matter."""

from __future__ import annotations

import numpy as np
from numba import types
from numba.extending import intrinsic

from armarium.games.table.compiled import compiled, inlined, is_interpreted

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

    @inlined
    def count(word):
        """How many bits are set: one instruction, on a CPU and on a GPU."""
        return _population(np.int64(word))


@inlined
def lowest(word):
    """The lowest set bit, as a word; 0 for 0."""
    return word & -word


@inlined
def place(bit):
    """The index of a single bit."""
    return count(bit - 1)


@compiled
def nth(word, n):
    """The index of the n-th set bit, counted from 0: halve the word until one bit is left."""
    if (word + (word & -word)) & word == 0:
        return place(word & -word) + n  # one run of bits, as bids are
    index = 0
    width = 32
    while width > 0:
        low = word & ((1 << width) - 1)
        here = count(low)
        if n < here:
            word = low
        else:
            n -= here
            word >>= width
            index += width
        width >>= 1
    return index


@inlined
def spread(word):
    """The lowest eight bits as eight bytes of 0 or 1, the lowest first.

    Seven copies of seven bits, each seven places further up, put bit n at the foot of byte n; nothing overlaps.
    """
    return (((word & 0x7F) * 0x02040810204081) | ((word & 0x80) << 49)) & 0x0101010101010101
