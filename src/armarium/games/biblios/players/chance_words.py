"""The random numbers of a player: a word of 63 bits that changes with every choice (xorshift)."""

from __future__ import annotations

__all__ = ["first_word", "next_word"]

_MASK = (1 << 63) - 1


def first_word(seed: int) -> int:
    """Return the first random word for a seed. It is never 0, because 0 would stay 0."""
    word = (seed * 0x9E3779B97F4A7C15 + 0x632BE59BD9B4E019) & _MASK
    return word or 1


def next_word(word: int) -> int:
    """Return the next random word. It equals that of `next_random`, so arena games can be repeated from views."""
    word ^= (word << 13) & _MASK
    word ^= word >> 7
    return word ^ ((word << 17) & _MASK)
