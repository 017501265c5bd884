"""The key of a deal in compiled code, so that a batch of games can deal itself the next one.

This is `seeding.deal_key` for a seed below 2**63 without contributions: SHA-256, word by word. The record's own
block of chance serves as the message schedule, so nothing is allocated and the same source runs on a GPU.
"""

from __future__ import annotations

from itertools import count, islice
from math import isqrt

import numpy as np

from armarium.games.table.compiled import compiled, inlined
from armarium.games.table.kernels.chance import _signed, _sum, _turned, _word

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


# The first 32 bits of the fractions of square and cube roots, as the standard has them.
_START = np.array([isqrt(p << 64) & _LOW for p in _primes()[:8]], np.int64)
_ROUND = np.array([_cube_root(p << 96) & _LOW for p in _primes()], np.int64)


def _padded(seats: int) -> bytes:
    """The message for seed 0: text, seed, a contribution of zeros a seat, and the standard's padding."""
    length = len(_TEXT) + 32 + 32 * seats
    padding = bytes(-(length + 9) % 64)
    return _TEXT + bytes(length - len(_TEXT)) + b"\x80" + padding + (8 * length).to_bytes(8, "big")


# Row by number of seats; the seed's eight bytes are the last byte of word 3 and what follows.
_BLOCKS = np.array([len(_padded(seats)) // 64 for seats in range(_MOST_SEATS + 1)], np.int64)
_MESSAGE = np.zeros((_MOST_SEATS + 1, 48), np.int64)
for _seats in range(_MOST_SEATS + 1):
    _words = np.frombuffer(_padded(_seats), ">u4")
    _MESSAGE[_seats, : len(_words)] = _words


@inlined
def _mixed(word, one, two, three):
    """A word turned to the right by three numbers of places, mixed."""
    return _signed(_turned(word, 32 - one) ^ _turned(word, 32 - two) ^ _turned(word, 32 - three))


@inlined
def _byte(seed, n):
    return (seed >> (8 * n)) & 0xFF


@compiled
def set_seed(s, seed, seats):
    """The key of the deal that `Game.new(seats, seed)` gets, into the state's chance."""
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
    for i in range(8):  # the digest's bytes, read as little-endian words
        word = _signed(s.key[i])
        s.key[i] = (
            word >> 24 | (word >> 8) & 0xFF00 | (word << 8) & 0xFF0000 | (word << 24) & 0xFF000000
        )


@compiled
def _compress(s):
    """One block of the message, in s.block, into the digest so far, in s.key."""
    a, b, c, d = s.key[0], s.key[1], s.key[2], s.key[3]
    e, f, g, h = s.key[4], s.key[5], s.key[6], s.key[7]
    for i in range(64):
        here = i & 15
        if i >= 16:
            early, late = s.block[(i + 1) & 15], s.block[(i + 14) & 15]
            s.block[here] = _word(
                _signed(s.block[here])
                + (_signed(_turned(early, 25) ^ _turned(early, 14)) ^ (_signed(early) >> 3))
                + _signed(s.block[(i + 9) & 15])
                + (_signed(_turned(late, 15) ^ _turned(late, 13)) ^ (_signed(late) >> 10))
            )
        first = _word(
            _signed(h)
            + _mixed(e, 6, 11, 25)
            + _signed(g ^ (e & (f ^ g)))
            + _ROUND[i]
            + _signed(s.block[here])
        )
        second = _word(_mixed(a, 2, 13, 22) + _signed((a & b) ^ (a & c) ^ (b & c)))
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
