"""Strength: the worst share of wins of a player over a fixed set of opponents, not the mean.

The player sits alone among each opponent in turn. All opponents start with the same number of deals. After each look,
those that can no longer be the worst get no more deals. Intervals are valid at any time and for all opponents of a
number of seats together: each has its part of the 5 % (Bonferroni). So leaving opponents out early keeps them valid.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from armarium.lab.arena.intervals import WinShare
from armarium.lab.arena.match import Match

__all__ = ["SeatStrength", "compute_strength", "play_strength"]

FIRST_LOOK = 10  # deals per match; every further look is at twice as many
_ALPHA = 0.05


@dataclass(frozen=True)
class SeatStrength:
    """The shares of wins of a player at one number of seats, by opponent."""

    seats: int
    shares: dict[str, WinShare]

    @cached_property
    def worst(self) -> str | None:
        """The opponent with the lowest share so far, among those that may be the worst."""
        means = {name: self.shares[name].estimate.mean for name in self.candidates}
        return min(means, key=lambda name: means[name]) if means else None

    @cached_property
    def anytime(self) -> tuple[float, float]:
        """The any-time interval of the worst share."""
        intervals = [share.anytime for share in self.shares.values()]
        return min(low for low, _ in intervals), min(high for _, high in intervals)

    @cached_property
    def candidates(self) -> list[str]:
        """Opponents that may be the worst: their lower end is not above the upper end of the worst share."""
        return [name for name, share in self.shares.items() if share.anytime[0] <= self.anytime[1]]

    def to_dict(self) -> dict[str, Any]:
        low, high = self.anytime
        mean = None if self.worst is None else self.shares[self.worst].estimate.mean
        return {
            "seats": self.seats,
            "fair": 1 / self.seats,
            "worst": {
                "opponent": self.worst,
                "mean": None if mean is None or np.isnan(mean) else mean,
                "anytime": {"low": low, "high": high},
            },
            "opponents": [
                {
                    "opponent": name,
                    "deals": share.by_deal.size,
                    "may_be_worst": name in self.candidates,
                    **share.to_dict(),
                }
                for name, share in self.shares.items()
            ],
        }


def compute_strength(matches: Sequence[Match]) -> list[SeatStrength]:
    """Compute the strength at each number of seats, from matches alone against each opponent in each edition."""
    found = []
    for seats in dict.fromkeys(match.setting.seats for match in matches):
        groups: dict[str, list[np.ndarray]] = {}
        for match in matches:
            if match.setting.seats == seats:
                groups.setdefault(match.entrants[1], []).append(match.shares(0))
        shares = {
            name: WinShare(_join_editions(columns), 1 / seats, _ALPHA / len(groups))
            for name, columns in groups.items()
        }
        found.append(SeatStrength(seats, shares))
    return found


def _join_editions(columns: list[np.ndarray]) -> np.ndarray:
    """Return the shares by deal and edition, as far as every edition has been played."""
    rounds = min(len(column) for column in columns)
    return np.array([column[:rounds] for column in columns]).T.reshape(rounds, len(columns))


def play_strength(
    matches: Sequence[Match], deals: int, play: Callable[[Sequence[Match]], None]
) -> None:
    """Play up to `deals` deals per match. `play` plays the missing deals of matches."""
    for match in matches:
        match.deals = 0
    for number in _list_looks(deals):
        candidates = {one.seats: one.candidates for one in compute_strength(matches)}
        for match in matches:
            if match.entrants[1] in candidates[match.setting.seats]:
                match.deals = number
        play(matches)


def _list_looks(deals: int) -> Iterator[int]:
    number = FIRST_LOOK
    while number < deals:
        yield number
        number *= 2
    yield deals
