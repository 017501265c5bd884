"""The chance of a compiled player: a word of 63 bits that changes with every choice."""

from __future__ import annotations

__all__ = ["first_word", "next_word"]

_MASK = (1 << 63) - 1


def first_word(seed: int) -> int:
    """A seed as the first word of a player's chance; never 0, which would stay 0."""
    word = (seed * 0x9E3779B97F4A7C15 + 0x632BE59BD9B4E019) & _MASK
    return word or 1


def next_word(word: int) -> int:
    """The same steps as `next_random`, so that a game in the arena can be played again from its views."""
    word ^= (word << 13) & _MASK
    word ^= word >> 7
    return word ^ ((word << 17) & _MASK)
