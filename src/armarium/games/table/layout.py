"""How a row is described: names for stretches of its bytes."""

from __future__ import annotations

from typing import NamedTuple

__all__ = ["Entry"]


class Entry(NamedTuple):
    """Some bytes of a row; `start` and `length` count bytes."""

    name: str
    start: int
    length: int
    meaning: str
