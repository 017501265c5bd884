"""A match: a setting, its entrants and what has been played of it.

The first entrants have one seat each, the last has all that are left: one player alone among three others is a match
of two entrants at four seats. In a game for one seat every entrant plays each deal by itself.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import numpy as np

from armarium.lab.arena.deals import Setting
from armarium.lab.arena.shares import WinShare

__all__ = ["DealResult", "Match"]


@dataclass(frozen=True)
class DealResult:
    """By rotation and by place in the line-up."""

    deal: int
    shares: list[list[float]]
    points: list[list[int] | None]
    faults: list[dict[str, Any]]
    facts: list[dict[str, Any] | None] = field(default_factory=list)  # of games for one seat


@dataclass
class Match:
    setting: Setting
    entrants: tuple[str, ...]
    deals: int
    results: dict[int, DealResult] = field(default_factory=dict)

    @property
    def line_up(self) -> tuple[str, ...]:
        missing = self.setting.seats - len(self.entrants)
        return (*self.entrants, *[self.entrants[-1]] * missing)

    def seats_of(self, entrant: int) -> list[int]:
        """Which places of the line-up an entrant has."""
        last = len(self.entrants) - 1
        return [entrant] if entrant < last else list(range(last, self.setting.seats))

    def in_order(self) -> list[DealResult]:
        """The deals without a gap: what may be looked at while the others are still being played."""
        found: list[DealResult] = []
        for deal in range(self.deals):
            if deal not in self.results:
                break
            found.append(self.results[deal])
        return found

    def shares(self, entrant: int) -> np.ndarray:
        """The share of wins of an entrant's seat, deal by deal."""
        places = self.seats_of(entrant)
        return np.array([np.array(result.shares)[:, places].mean() for result in self.in_order()])

    def is_clear(self) -> bool:
        return WinShare(self.shares(0), 1 / self.setting.seats).decided_after is not None
