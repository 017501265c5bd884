"""Four small numbers in one word, a byte a type: what a card grants and what a tower lacks, compared at once."""

from __future__ import annotations

from armarium.games.table.compiled import inlined

__all__ = ["LARGEST", "kinds_in", "least_of", "sum_of"]

LARGEST = 60  # number in a byte: four of them still add up in one
ONES = 0x01010101
TOPS = 0x80808080
LOWS = 0x7F7F7F7F


@inlined
def sum_of(word):
    return ((word * ONES) >> 24) & 0xFF


@inlined
def kinds_in(word):
    """How many of the four are not 0."""
    return sum_of(((word + LOWS) & TOPS) >> 7)


@inlined
def least_of(a, b):
    """The lesser of each two; none is above 127."""
    is_more = (((a | TOPS) - b) & TOPS) >> 7  # 1 where a is not less than b
    mask = is_more * 0xFF
    return (b & mask) | (a & ~mask)
