"""What the networks make of a row of bytes, told by the layout of the game.

A long entry (a byte a card) holds names, not amounts: each of its bytes becomes three flags, is 1, is 2, is more. The
others are amounts: their logarithm, and themselves. Bytes that are always 0 are left away.

The referee's row speaks of the seats 0, 1, …; a critic learns sooner if all seats are counted from the one that acts.
Entries whose names differ by a seat's number, and those with a byte a seat, are turned round for it.
"""

from __future__ import annotations

import hashlib
import re
from dataclasses import dataclass
from typing import Any

import numpy as np

__all__ = ["Columns", "columns_of", "fingerprint", "turned"]

LONG = 16  # bytes from which on an entry is a byte a thing
ALIGNED = 64  # matrices are fastest with such rows


@dataclass(frozen=True)
class Columns:
    """What each input of a network is: a byte of the row, looked up in one of the lines of `MEANINGS`."""

    where: np.ndarray
    meaning: np.ndarray

    @property
    def inputs(self) -> int:
        return len(self.where)

    def features(self, rows: np.ndarray) -> np.ndarray:
        """The inputs for some rows."""
        found: np.ndarray = MEANINGS[self.meaning, rows[:, self.where]]
        return found


_BYTES = np.arange(128)
MEANINGS = np.stack(
    [_BYTES == 1, _BYTES == 2, _BYTES > 2, np.log1p(_BYTES), _BYTES / 16, 0 * _BYTES]
).astype(np.float32)
IS_1, IS_2, IS_MORE, LOGARITHM, AMOUNT, NOTHING = range(len(MEANINGS))


def columns_of(layout: Any) -> Columns:
    flags: list[int] = []
    amounts: list[int] = []
    for entry in layout:
        if entry.name != "spare":
            where = flags if entry.length >= LONG else amounts
            where += range(entry.start, entry.start + entry.length)
    parts = [
        (IS_1, flags),
        (IS_2, flags),
        (IS_MORE, flags),
        (LOGARITHM, amounts),
        (AMOUNT, amounts),
    ]
    used = sum(len(where) for _, where in parts)
    parts.append((NOTHING, [0] * (-used % ALIGNED)))
    every = np.concatenate([np.array(where, np.int64) for _, where in parts])
    return Columns(every, np.repeat([kind for kind, _ in parts], [len(w) for _, w in parts]))


def turned(layout: Any, seats: int, most: int) -> np.ndarray:
    """(seats, bytes): which byte of the referee's row comes where, if the seat of the line acts."""
    size = sum(entry.length for entry in layout)
    found = np.tile(np.arange(size), (seats, 1))
    families = _families(layout, most)
    for actor in range(seats):
        for j in range(seats):
            seat = (actor + j) % seats
            for entry in layout:
                if entry.length == most:
                    found[actor, entry.start + j] = entry.start + seat
            for family in families:
                to, start = family[j], family[seat].start
                found[actor, to.start : to.start + to.length] = np.arange(start, start + to.length)
    return found


def _families(layout: Any, most: int) -> list[list[Any]]:
    """Entries that say the same of each seat, in the order of the seats."""
    by_name = {entry.name: entry for entry in layout}
    found = []
    for entry in layout:
        if re.search(r"\b0\b", entry.name):
            names = [re.sub(r"\b0\b", str(seat), entry.name, count=1) for seat in range(most)]
            if all(name in by_name for name in names):
                found.append([by_name[name] for name in names])
    return found


def fingerprint(layout: Any, whole: Any, actions: tuple[str, ...]) -> str:
    """Of everything a network's inputs and outputs mean; another one needs another network."""
    told = [[e.name, e.start, e.length] for e in (*layout, *whole)]
    return hashlib.sha256(repr((told, actions, LONG, ALIGNED)).encode()).hexdigest()[:16]
