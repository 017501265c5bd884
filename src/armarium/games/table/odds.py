"""Who holds most of what, as far as an eye can know: for a memory aid that reckons, an optional part of a book."""

from __future__ import annotations

from typing import TypedDict

__all__ = ["Held"]


class Held(TypedDict):
    """Of a thing that hands are compared by: in which part of the worlds that fit each seat holds most of it."""

    thing: str
    shares: list[float]
