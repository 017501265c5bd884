"""The key of a deal in compiled code, so that a batch of games can deal its next games.

This is `seeding.deal_key` for a seed below 2**63 without contributions: SHA-256, word by word. The record's own random
block serves as the message schedule, so nothing is allocated and the same source runs on a GPU.
"""

from __future__ import annotations

from itertools import count, islice
from math import isqrt

import numpy as np

from armarium.core.jit import jit, jit_inline
from armarium.core.kernels.chance import _rotate_left, _signed, _sum, _word

__all__ = ["set_seed"]

_LOW = 0xFFFFFFFF
_TEXT = b"armarium deal 1"
_MOST_SEATS = 4


def _primes() -> list[int]:
    return list(islice((n for n in count(2) if all(n % d for d in range(2, isqrt(n) + 1))), 64))


def _cube_root(n: int) -> int:
    root = round(n ** (1 / 3))
    while root**3 > n:
        root -= 1
    while (root + 1) ** 3 <= n:
        root += 1
    return root


# The first 32 bits of the fractional parts of square and cube roots, as in the standard.
_START = np.array([isqrt(p << 64) & _LOW for p in _primes()[:8]], np.int64)
_ROUND = np.array([_cube_root(p << 96) & _LOW for p in _primes()], np.int64)


def _pad_message(seats: int) -> bytes:
    """Return the message for seed 0: text, seed, a contribution of zeros per seat, and the standard's padding."""
    length = len(_TEXT) + 32 + 32 * seats
    padding = bytes(-(length + 9) % 64)
    return _TEXT + bytes(length - len(_TEXT)) + b"\x80" + padding + (8 * length).to_bytes(8, "big")


# One row per number of seats; the seed's eight bytes start at the last byte of word 3.
_BLOCKS = np.array([len(_pad_message(seats)) // 64 for seats in range(_MOST_SEATS + 1)], np.int64)
_MESSAGE = np.zeros((_MOST_SEATS + 1, 48), np.int64)
for _seats in range(_MOST_SEATS + 1):
    _words = np.frombuffer(_pad_message(_seats), ">u4")
    _MESSAGE[_seats, : len(_words)] = _words


@jit_inline
def _xor_rotations(word, one, two, three):
    """XOR a word rotated right by three amounts."""
    return _signed(
        _rotate_left(word, 32 - one) ^ _rotate_left(word, 32 - two) ^ _rotate_left(word, 32 - three)
    )


@jit_inline
def _byte(seed, n):
    return (seed >> (8 * n)) & 0xFF


@jit
def set_seed(s, seed, seats):
    """Write the key of the deal of `Game.new(seats, seed)` into the state."""
    for i in range(8):
        s.key[i] = _START[i]
    for block in range(_BLOCKS[seats]):
        for i in range(16):
            s.block[i] = _MESSAGE[seats, 16 * block + i]
        if block == 0:
            s.block[3] = _MESSAGE[seats, 3] | _byte(seed, 0)
            s.block[4] = (
                _byte(seed, 1) << 24 | _byte(seed, 2) << 16 | _byte(seed, 3) << 8 | _byte(seed, 4)
            )
            s.block[5] = _byte(seed, 5) << 24 | _byte(seed, 6) << 16 | _byte(seed, 7) << 8
        _compress(s)
    for i in range(8):  # read the digest's bytes as little-endian words
        word = _signed(s.key[i])
        s.key[i] = (
            word >> 24 | (word >> 8) & 0xFF00 | (word << 8) & 0xFF0000 | (word << 24) & 0xFF000000
        )


@jit
def _compress(s):
    """Compress one block of the message, in s.block, into the digest in s.key."""
    a, b, c, d = s.key[0], s.key[1], s.key[2], s.key[3]
    e, f, g, h = s.key[4], s.key[5], s.key[6], s.key[7]
    for i in range(64):
        index = i & 15
        if i >= 16:
            early, late = s.block[(i + 1) & 15], s.block[(i + 14) & 15]
            s.block[index] = _word(
                _signed(s.block[index])
                + (
                    _signed(_rotate_left(early, 25) ^ _rotate_left(early, 14))
                    ^ (_signed(early) >> 3)
                )
                + _signed(s.block[(i + 9) & 15])
                + (_signed(_rotate_left(late, 15) ^ _rotate_left(late, 13)) ^ (_signed(late) >> 10))
            )
        first = _word(
            _signed(h)
            + _xor_rotations(e, 6, 11, 25)
            + _signed(g ^ (e & (f ^ g)))
            + _ROUND[i]
            + _signed(s.block[index])
        )
        second = _word(_xor_rotations(a, 2, 13, 22) + _signed((a & b) ^ (a & c) ^ (b & c)))
        h, g, f, e = g, f, e, _sum(d, first)
        d, c, b, a = c, b, a, _sum(first, second)
    s.key[0] = _sum(s.key[0], a)
    s.key[1] = _sum(s.key[1], b)
    s.key[2] = _sum(s.key[2], c)
    s.key[3] = _sum(s.key[3], d)
    s.key[4] = _sum(s.key[4], e)
    s.key[5] = _sum(s.key[5], f)
    s.key[6] = _sum(s.key[6], g)
    s.key[7] = _sum(s.key[7], h)
