"""A share of the wins over duplicate deals, as every measurement tells it: with both intervals."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from armarium.lab.arena.intervals import Estimate, Sequence, confidence_sequence, estimate

__all__ = ["WinShare"]


@dataclass(frozen=True)
class WinShare:
    by_deal: np.ndarray  # the mean of all rotations
    fair: float

    @cached_property
    def estimate(self) -> Estimate:
        """For whoever looks once, after so many deals as were named before."""
        return estimate(self.by_deal)

    @cached_property
    def _sequence(self) -> Sequence:
        return confidence_sequence(self.by_deal)

    @property
    def anytime(self) -> tuple[float, float]:
        """The interval that is right however often one looked."""
        if not len(self.by_deal):
            return 0.0, 1.0
        return float(self._sequence.low[-1]), float(self._sequence.high[-1])

    @property
    def verdict(self) -> str:
        low, high = self.anytime
        if low > self.fair:
            return "better"
        return "worse" if high < self.fair else "open"

    @property
    def decided_after(self) -> int | None:
        """How many deals excluded the fair share, at any time."""
        return self._sequence.decided(self.fair)

    def told(self) -> dict[str, Any]:
        """JSON-ready."""
        low, high = self.anytime
        return {
            "win_share": self.estimate.told(),
            "anytime": {"low": low, "high": high},
            "verdict": self.verdict,
            "decided_after": self.decided_after,
        }

    def __str__(self) -> str:
        e, (low, high) = self.estimate, self.anytime
        clear = f", clear after {self.decided_after}" if self.decided_after else ""
        return (
            f"{e.mean:.1%} ({e.low:.1%} to {e.high:.1%}; any time {low:.1%} to {high:.1%}; "
            f"{e.number} deals{clear})"
        )
