"""Random numbers: a ChaCha20 stream inside the state, as specified in docs/chance.md.

A state that contains FIELDS can draw. `forced` is the only way to set a draw from outside: chosen deals, explicit
chance of other APIs, and tests queue the results of the next bounded draws there.
"""

from __future__ import annotations

import numpy as np

from armarium.core.jit import jit, jit_inline

__all__ = ["FIELDS", "below", "force", "set_key", "shuffle"]

FIELDS = [
    ("key", "u4", 8),
    ("block", "u4", 16),
    ("drawn", "i4"),  # words taken from the stream
    ("forced", "i1", 4),
    ("forced_left", "i1"),
]

_LOW = 0xFFFFFFFF
_TEXT0, _TEXT1, _TEXT2, _TEXT3 = 0x61707865, 0x3320646E, 0x79622D32, 0x6B206574


@jit
def set_key(s, key):
    for i in range(8):
        s.key[i] = key[i]
    s.drawn = 0
    s.forced_left = 0


@jit_inline
def _signed(word):
    """Convert to a signed integer: unsigned words mixed with literals would become floats."""
    return np.int64(word)


# Words keep a 32-bit type: adding and rotating are then single instructions, especially on a GPU.


@jit_inline
def _word(number):
    return np.uint32(number & _LOW)


@jit_inline
def _sum(a, b):
    return _word(_signed(a) + _signed(b))


@jit_inline
def _rotate_left(word, n):
    """Rotate a word left."""
    wide = _signed(word)
    return _word(wide << n | wide >> (32 - n))


@jit_inline
def _quarter_round(a, b, c, d):
    a = _sum(a, b)
    d = _rotate_left(d ^ a, 16)
    c = _sum(c, d)
    b = _rotate_left(b ^ c, 12)
    a = _sum(a, b)
    d = _rotate_left(d ^ a, 8)
    c = _sum(c, d)
    b = _rotate_left(b ^ c, 7)
    return a, b, c, d


@jit
def _next_block(s):
    """Compute sixteen more words. It uses scalars, because the same source must run on a GPU without allocating."""
    a0, a1, a2, a3 = _word(_TEXT0), _word(_TEXT1), _word(_TEXT2), _word(_TEXT3)
    b0, b1, b2, b3 = s.key[0], s.key[1], s.key[2], s.key[3]
    c0, c1, c2, c3 = s.key[4], s.key[5], s.key[6], s.key[7]
    d0, d1, d2, d3 = _word(int(s.drawn) >> 4), _word(0), _word(0), _word(0)
    for _ in range(10):
        a0, b0, c0, d0 = _quarter_round(a0, b0, c0, d0)
        a1, b1, c1, d1 = _quarter_round(a1, b1, c1, d1)
        a2, b2, c2, d2 = _quarter_round(a2, b2, c2, d2)
        a3, b3, c3, d3 = _quarter_round(a3, b3, c3, d3)
        a0, b1, c2, d3 = _quarter_round(a0, b1, c2, d3)
        a1, b2, c3, d0 = _quarter_round(a1, b2, c3, d0)
        a2, b3, c0, d1 = _quarter_round(a2, b3, c0, d1)
        a3, b0, c1, d2 = _quarter_round(a3, b0, c1, d2)
    s.block[0] = _sum(a0, _TEXT0)
    s.block[1] = _sum(a1, _TEXT1)
    s.block[2] = _sum(a2, _TEXT2)
    s.block[3] = _sum(a3, _TEXT3)
    s.block[4] = _sum(b0, s.key[0])
    s.block[5] = _sum(b1, s.key[1])
    s.block[6] = _sum(b2, s.key[2])
    s.block[7] = _sum(b3, s.key[3])
    s.block[8] = _sum(c0, s.key[4])
    s.block[9] = _sum(c1, s.key[5])
    s.block[10] = _sum(c2, s.key[6])
    s.block[11] = _sum(c3, s.key[7])
    s.block[12] = _sum(d0, int(s.drawn) >> 4)
    s.block[13] = d1
    s.block[14] = d2
    s.block[15] = d3


@jit
def below(s, n):
    """Return a uniform number below n: the next forced result if there is one, else from the stream."""
    if s.forced_left > 0:
        forced = int(s.forced[0])
        s.forced_left -= 1
        for i in range(s.forced_left):
            s.forced[i] = s.forced[i + 1]
        return forced
    n = int(n)
    while True:
        if s.drawn & 15 == 0:
            _next_block(s)
        word = s.block[s.drawn & 15]
        s.drawn += 1
        if n > _LOW:
            return _signed(
                word
            )  # n = 2³²: return the word itself, because 2³² does not fit in 32 bits
        drawn = _signed(word % np.uint32(n))
        if (
            _signed(word) - drawn <= 0x100000000 - n
        ):  # equivalent to word < n × ⌊2³² / n⌋, with one division
            return drawn


@jit
def force(s, value):
    """Queue the result of a future bounded draw."""
    s.forced[s.forced_left] = value
    s.forced_left += 1


@jit
def shuffle(s, pile, n):
    """Shuffle the first n cards of a pile, from the last place down."""
    for i in range(n - 1, 0, -1):
        j = below(s, i + 1)
        card = pile[i]
        pile[i] = pile[j]
        pile[j] = card
