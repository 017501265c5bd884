"""The cheap generator of random policies, in benchmarks and rollouts; never used for cards."""

from __future__ import annotations

from armarium.games.table.compiled import compiled

__all__ = ["next_random"]


@compiled
def next_random(word):
    """Xorshift on 63 bits."""
    word ^= (word << 13) & 0x7FFFFFFFFFFFFFFF
    word ^= word >> 7
    word ^= (word << 17) & 0x7FFFFFFFFFFFFFFF
    return word
