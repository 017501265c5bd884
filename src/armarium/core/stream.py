"""A second implementation of chance in plain Python, written from docs/chance.md, independent of the compiled one.

`armarium verify` deals with it and compares; games in plain Python draw from it.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from typing import Any

__all__ = ["Stream", "compute_commitment", "compute_key"]

_LOW = 0xFFFFFFFF


def compute_commitment(seed: bytes) -> str:
    return hashlib.sha256(b"armarium commit 1" + seed).hexdigest()


def compute_key(seed: bytes, contributions: Sequence[bytes | None]) -> bytes:
    given = b"".join(contribution or bytes(32) for contribution in contributions)
    return hashlib.sha256(b"armarium deal 1" + seed + given).digest()


class Stream:
    """The random words of a key, and bounded draws from them; `drawn` counts the words."""

    def __init__(self, key: bytes) -> None:
        self._key = [int.from_bytes(key[i : i + 4], "little") for i in range(0, 32, 4)]
        self.drawn = 0
        self._words: list[int] = []

    def below(self, n: int) -> int:
        limit = n * (2**32 // n)
        while (word := self._next()) >= limit:
            pass
        return word % n

    def shuffle(self, cards: list[Any]) -> None:
        for i in range(len(cards) - 1, 0, -1):
            j = self.below(i + 1)
            cards[i], cards[j] = cards[j], cards[i]

    def _next(self) -> int:
        if not self._words:
            self._words = chacha_block(self._key, self.drawn // 16)[::-1]
        self.drawn += 1
        return self._words.pop()


def chacha_block(key: Sequence[int], counter: int) -> list[int]:
    """Return one block of ChaCha20 (RFC 8439) with a zero nonce."""
    initial = [0x61707865, 0x3320646E, 0x79622D32, 0x6B206574, *key, counter, 0, 0, 0]
    s = list(initial)
    for _ in range(10):
        for column in range(4):
            _quarter_round(s, column, column + 4, column + 8, column + 12)
        for column in range(4):
            _quarter_round(
                s, column, (column + 1) % 4 + 4, (column + 2) % 4 + 8, (column + 3) % 4 + 12
            )
    return [(word + old) & _LOW for word, old in zip(s, initial)]


def _quarter_round(s: list[int], a: int, b: int, c: int, d: int) -> None:
    for rotation, (to, by, mixed) in zip(
        (16, 12, 8, 7), ((a, b, d), (c, d, b), (a, b, d), (c, d, b))
    ):
        s[to] = (s[to] + s[by]) & _LOW
        s[mixed] ^= s[to]
        s[mixed] = (s[mixed] << rotation | s[mixed] >> (32 - rotation)) & _LOW
