"""Suites: frozen deals and opponents by which players of a game are compared, whoever wrote them.

A suite never changes; a better one gets a new name. A test of the game pins the sources of the opponents by their hash.
"""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["Suite"]


@dataclass(frozen=True)
class Suite:
    """A player sits alone among each of the opponents, at each number of seats, in each edition."""

    seed: int
    deals: int  # a match
    opponents: tuple[str, ...]
    seats: tuple[int, ...]
    editions: tuple[str, ...]  # of a game with one edition: ("",)
