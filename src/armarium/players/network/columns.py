"""Map rows of bytes to network inputs, as described by the game's layout.

A long entry (one byte per card) holds categories, not amounts: each of its bytes becomes three flags, for 1, 2 and
more. The other bytes are amounts: their logarithm, and the value itself. Padding bytes are left out.

A network stores the names of the columns that it was trained with. A game may add columns later: the network then finds
its own by name. It ignores the others while they have their default, 0, and refuses them otherwise.

The full-state row lists the seats 0, 1, …; a critic learns faster if the acting seat comes first. Entries whose names
differ by a seat's number, and those with one byte per seat, are rotated for it.
"""

from __future__ import annotations

import functools
import hashlib
import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from importlib.resources import files
from typing import Any

import numpy as np

__all__ = ["Columns", "TrainedColumns", "map_columns", "seat_rotations", "widen"]

MIN_FLAG_LENGTH = 16  # entries of at least this many bytes have one byte per card
ALIGNED = 64  # matrix products are fastest with such sizes
Names = tuple[tuple[str, int], ...]  # names of columns, each with its length in bytes


@dataclass(frozen=True)
class TrainedColumns:
    """The columns and actions that a network was trained with: the meaning of its inputs and outputs."""

    row: Names
    whole: Names
    actions: str  # a hash of the texts of all actions

    @classmethod
    def of_batch(cls, batch: Any) -> TrainedColumns:
        """Return the columns of a network trained today."""
        actions = hashlib.sha256("\n".join(batch.TEXTS).encode()).hexdigest()[:16]
        return cls(_names_of(batch.LAYOUT), _names_of(batch.WHOLE_LAYOUT), actions)

    @classmethod
    def read(cls, notes: Mapping[str, Any]) -> TrainedColumns | None:
        """Read the columns from a file's metadata, or return None if it has none.

        Until version 0.1.0 the metadata had a fingerprint of the rows instead; `known_columns.json` maps it to columns.
        """
        found = (
            json.loads(notes["columns"])
            if "columns" in notes
            else _load_known_columns().get(notes.get("rows"))
        )
        if found is None:
            return None
        row, whole = (
            tuple((str(name), int(length)) for name, length in found[part])
            for part in ("row", "whole")
        )
        return cls(row, whole, found["actions"])

    def notes(self) -> dict[str, str]:
        """Return the metadata that `read` reads."""
        data = {"row": self.row, "whole": self.whole, "actions": self.actions}
        return {"columns": json.dumps(data)}

    def find_missing(self, batch: Any) -> str | None:
        """Return the name of a column that the game no longer has, or None."""
        pairs = ((self.row, batch.LAYOUT), (self.whole, batch.WHOLE_LAYOUT))
        missing = (name for own, layout in pairs for name in own if name not in _names_of(layout))
        return next((name for name, _ in missing), None)


@functools.cache
def _load_known_columns() -> dict[str | None, Any]:
    file = files("armarium.players.network") / "known_columns.json"
    found: dict[str | None, Any] = json.loads(file.read_text(encoding="utf-8"))
    return found


def _names_of(layout: Sequence[Any]) -> Names:
    return tuple((entry.name, entry.length) for entry in layout if entry.name != "spare")


@dataclass(frozen=True)
class Columns:
    """The meaning of each network input: a byte of the row, looked up in a row of `MEANINGS`."""

    where: np.ndarray
    meaning: np.ndarray
    others: np.ndarray  # bytes of columns that the network does not know
    other_names: tuple[str, ...]  # the column of each of these bytes

    @property
    def inputs(self) -> int:
        return len(self.where)

    def features(self, rows: np.ndarray) -> np.ndarray:
        """Return the inputs for some rows."""
        found: np.ndarray = MEANINGS[self.meaning, rows[:, self.where]]
        return found

    def find_unexpected(self, rows: np.ndarray) -> str | None:
        """Return the name of an unknown column that does not have its default in some row, or None."""
        if not self.other_names:
            return None
        is_set = rows[:, self.others].any(0)
        return self.other_names[int(is_set.argmax())] if is_set.any() else None


_BYTES = np.arange(128)
MEANINGS = np.stack(
    [_BYTES == 1, _BYTES == 2, _BYTES > 2, np.log1p(_BYTES), _BYTES / 16, 0 * _BYTES]
).astype(np.float32)
IS_1, IS_2, IS_MORE, LOGARITHM, AMOUNT, NOTHING = range(len(MEANINGS))


def map_columns(layout: Sequence[Any], trained: Names | None = None) -> Columns:
    """Return the inputs for rows of this layout, for a network trained with these columns (None: with all)."""
    own = _names_of(layout) if trained is None else trained
    start = {entry.name: entry.start for entry in layout}
    inputs = _inputs(own)
    others = [
        (entry.start + offset, entry.name)
        for entry in layout
        if entry.name != "spare" and (entry.name, entry.length) not in own
        for offset in range(entry.length)
    ]
    return Columns(
        np.array([start[name] + offset if name else 0 for name, offset, _ in inputs], np.int64),
        np.array([meaning for _, _, meaning in inputs]),
        np.array([at for at, _ in others], np.int64),
        tuple(name for _, name in others),
    )


def _inputs(names: Names) -> list[tuple[str, int, int]]:
    """Return the column, the byte in it and the meaning of each input. Inputs without a name are padding."""
    every = [
        (name, offset, length >= MIN_FLAG_LENGTH)
        for name, length in names
        for offset in range(length)
    ]
    flags, amounts = ([one for one in every if one[2] == is_long] for is_long in (True, False))
    parts = [
        (IS_1, flags),
        (IS_2, flags),
        (IS_MORE, flags),
        (LOGARITHM, amounts),
        (AMOUNT, amounts),
    ]
    found = [(name, offset, kind) for kind, part in parts for name, offset, _ in part]
    return found + [("", 0, NOTHING)] * (-len(found) % ALIGNED)


def widen(first: np.ndarray, trained: Names, names: Names) -> np.ndarray:
    """Return a network's input matrix (…, inputs, width) for more columns. The new inputs have zero weights."""
    if trained == names:
        return first
    place = {one: n for n, one in enumerate(_inputs(trained)) if one[0]}
    found = np.zeros((*first.shape[:-2], len(_inputs(names)), first.shape[-1]), first.dtype)
    for n, one in enumerate(_inputs(names)):
        if one in place:
            found[..., n, :] = first[..., place[one], :]
    return found.view(type(first))


def seat_rotations(layout: Any, seats: int, max_seats: int) -> np.ndarray:
    """Return for each acting seat which byte of the full-state row goes where, (seats, bytes)."""
    size = sum(entry.length for entry in layout)
    found = np.tile(np.arange(size), (seats, 1))
    families = _find_seat_entries(layout, max_seats)
    for actor in range(seats):
        for j in range(seats):
            seat = (actor + j) % seats
            for entry in layout:
                if entry.length == max_seats:
                    found[actor, entry.start + j] = entry.start + seat
            for family in families:
                to, start = family[j], family[seat].start
                found[actor, to.start : to.start + to.length] = np.arange(start, start + to.length)
    return found


def _find_seat_entries(layout: Any, max_seats: int) -> list[list[Any]]:
    """Return the entries that describe each seat, in the order of the seats."""
    by_name = {entry.name: entry for entry in layout}
    found = []
    for entry in layout:
        if re.search(r"\b0\b", entry.name):
            names = [re.sub(r"\b0\b", str(seat), entry.name, count=1) for seat in range(max_seats)]
            if all(name in by_name for name in names):
                found.append([by_name[name] for name in names])
    return found
