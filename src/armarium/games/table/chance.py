"""Chance: a ChaCha20 stream inside the state, as written down in docs/chance.md.

A state that embeds FIELDS can draw. `forced` is the one door that sets a draw from outside: chosen deals, explicit
chance of other APIs, and tests queue the results of the next bounded draws there.
"""

from __future__ import annotations

import hashlib

import numpy as np

from armarium.games.table.compiled import compiled

__all__ = [
    "FIELDS",
    "below",
    "commitment",
    "deal_key",
    "force",
    "seed_bytes",
    "set_key",
    "shuffle",
]

FIELDS = [
    ("key", "u4", 8),
    ("block", "u4", 16),
    ("drawn", "i4"),  # words taken from the stream
    ("forced", "i1", 4),
    ("forced_left", "i1"),
]

_LOW = 0xFFFFFFFF


def seed_bytes(seed: int | bytes) -> bytes:
    """A seed is 32 bytes; an int is its 32 little-endian bytes."""
    if isinstance(seed, bytes):
        if len(seed) != 32:
            raise ValueError("a seed has 32 bytes")
        return seed
    return seed.to_bytes(32, "little")


def commitment(seed: bytes) -> str:
    return hashlib.sha256(b"armarium commit 1" + seed).hexdigest()


def deal_key(seed: bytes, contributions: list[bytes]) -> np.ndarray:
    digest = hashlib.sha256(b"armarium deal 1" + seed + b"".join(contributions)).digest()
    return np.frombuffer(digest, "<u4")


@compiled
def set_key(s, key):
    for i in range(8):
        s.key[i] = key[i]
    s.drawn = 0
    s.forced_left = 0


@compiled
def _signed(word):
    """Unsigned words mixed with literals would turn into floats."""
    return np.int64(word)


@compiled
def _quarter(a, b, c, d):
    a = (a + b) & _LOW
    d ^= a
    d = ((d << 16) | (d >> 16)) & _LOW
    c = (c + d) & _LOW
    b ^= c
    b = ((b << 12) | (b >> 20)) & _LOW
    a = (a + b) & _LOW
    d ^= a
    d = ((d << 8) | (d >> 24)) & _LOW
    c = (c + d) & _LOW
    b ^= c
    b = ((b << 7) | (b >> 25)) & _LOW
    return a, b, c, d


@compiled
def _next_block(s):
    """Sixteen more words. Scalars, not an array: the same source must run on a GPU without allocating."""
    k0, k1, k2, k3 = _signed(s.key[0]), _signed(s.key[1]), _signed(s.key[2]), _signed(s.key[3])
    k4, k5, k6, k7 = _signed(s.key[4]), _signed(s.key[5]), _signed(s.key[6]), _signed(s.key[7])
    counter = int(s.drawn) >> 4
    a0, a1, a2, a3 = 0x61707865, 0x3320646E, 0x79622D32, 0x6B206574
    b0, b1, b2, b3, c0, c1, c2, c3 = k0, k1, k2, k3, k4, k5, k6, k7
    d0, d1, d2, d3 = counter, 0, 0, 0
    for _ in range(10):
        a0, b0, c0, d0 = _quarter(a0, b0, c0, d0)
        a1, b1, c1, d1 = _quarter(a1, b1, c1, d1)
        a2, b2, c2, d2 = _quarter(a2, b2, c2, d2)
        a3, b3, c3, d3 = _quarter(a3, b3, c3, d3)
        a0, b1, c2, d3 = _quarter(a0, b1, c2, d3)
        a1, b2, c3, d0 = _quarter(a1, b2, c3, d0)
        a2, b3, c0, d1 = _quarter(a2, b3, c0, d1)
        a3, b0, c1, d2 = _quarter(a3, b0, c1, d2)
    s.block[0] = (a0 + 0x61707865) & _LOW
    s.block[1] = (a1 + 0x3320646E) & _LOW
    s.block[2] = (a2 + 0x79622D32) & _LOW
    s.block[3] = (a3 + 0x6B206574) & _LOW
    s.block[4] = (b0 + k0) & _LOW
    s.block[5] = (b1 + k1) & _LOW
    s.block[6] = (b2 + k2) & _LOW
    s.block[7] = (b3 + k3) & _LOW
    s.block[8] = (c0 + k4) & _LOW
    s.block[9] = (c1 + k5) & _LOW
    s.block[10] = (c2 + k6) & _LOW
    s.block[11] = (c3 + k7) & _LOW
    s.block[12] = (d0 + counter) & _LOW
    s.block[13] = d1
    s.block[14] = d2
    s.block[15] = d3


@compiled
def below(s, n):
    """A uniform number below n: the next forced result if there is one, else from the stream."""
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
        word = _signed(s.block[s.drawn & 15])
        s.drawn += 1
        drawn = word % n
        if word - drawn <= 0x100000000 - n:  # as word < n × ⌊2³² / n⌋, with one division
            return drawn


@compiled
def force(s, value):
    """Queue the result of a coming bounded draw."""
    s.forced[s.forced_left] = value
    s.forced_left += 1


@compiled
def shuffle(s, pile, n):
    """The first n cards of a pile, from the last place down."""
    for i in range(n - 1, 0, -1):
        j = below(s, i + 1)
        card = pile[i]
        pile[i] = pile[j]
        pile[j] = card
