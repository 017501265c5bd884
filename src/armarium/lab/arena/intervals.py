"""Intervals: for a fixed number of deals, and for looking while it runs.

A duplicate deal gives one number between 0 and 1: the share of wins over all rotations. Rotations of one deal depend on
each other, so deals, not games, are counted.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

__all__ = ["Estimate", "Sequence", "confidence_sequence", "estimate"]

_Z = 1.959963984540054


@dataclass(frozen=True)
class Estimate:
    mean: float
    low: float
    high: float
    number: int

    def told(self) -> dict[str, float | None]:
        """JSON-ready: what cannot be told yet, from no deal or a single one, is null."""
        numbers = {"mean": self.mean, "low": self.low, "high": self.high}
        return {key: number if math.isfinite(number) else None for key, number in numbers.items()}


def estimate(values: np.ndarray) -> Estimate:
    """The mean with its 95 % interval, from independent deals (normal: for hundreds of deals, looked at once)."""
    values = values[~np.isnan(values)]
    n = len(values)
    if n == 0:
        return Estimate(math.nan, math.nan, math.nan, 0)
    mean = float(values.mean())
    half = _Z * float(values.std(ddof=1)) / math.sqrt(n) if n > 1 else math.inf
    return Estimate(mean, mean - half, mean + half, n)


@dataclass(frozen=True)
class Sequence:
    """An interval after every deal, all of them right at once with the stated probability."""

    low: np.ndarray
    high: np.ndarray

    def decided(self, fair: float) -> int | None:
        """After how many deals the fair share was excluded; None if it never was."""
        clear = np.flatnonzero((self.low > fair) | (self.high < fair))
        return int(clear[0]) + 1 if len(clear) else None


def confidence_sequence(values: np.ndarray, alpha: float = 0.05) -> Sequence:
    """The empirical Bernstein confidence sequence with predictable plug-in bets for numbers in [0, 1].

    Waudby-Smith and Ramdas, "Estimating means of bounded random variables by betting", J. R. Stat. Soc. B 86 (2024),
    theorem 2. The chance that the mean is ever outside, however often one looks, is at most alpha.
    """
    x = np.asarray(values, float)
    n = len(x)
    if n == 0:
        return Sequence(np.zeros(0), np.ones(0))
    t = np.arange(1, n + 1)
    mean = (0.5 + np.cumsum(x)) / (t + 1)
    variance = (0.25 + np.cumsum((x - mean) ** 2)) / (t + 1)
    # What was known before each deal.
    mean_before = np.concatenate([[0.5], mean[:-1]])
    variance_before = np.concatenate([[0.25], variance[:-1]])
    bet = np.minimum(np.sqrt(2 * math.log(2 / alpha) / (variance_before * t * np.log1p(t))), 0.5)
    psi = (-np.log1p(-bet) - bet) / 4
    surprise = 4 * (x - mean_before) ** 2
    staked = np.cumsum(bet)
    centre = np.cumsum(bet * x) / staked
    width = (math.log(2 / alpha) + np.cumsum(surprise * psi)) / staked
    low = np.maximum.accumulate(np.clip(centre - width, 0.0, 1.0))
    high = np.minimum.accumulate(np.clip(centre + width, 0.0, 1.0))
    return Sequence(low, high)
