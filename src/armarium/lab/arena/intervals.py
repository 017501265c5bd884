"""Estimates with 95 % intervals, any-time confidence sequences, and win shares with both.

Deals may come in strata, such as the matches of a suite or the kinds of deals of a game: then an array has one row per
round and one column per stratum, and the mean gives every stratum the same weight.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

__all__ = [
    "ConfidenceSequence",
    "Estimate",
    "WinShare",
    "compute_confidence_sequence",
    "estimate",
    "estimate_share",
]

_Z = 1.959963984540054
_ALPHA = 0.05


@dataclass(frozen=True)
class Estimate:
    mean: float
    low: float
    high: float
    number: int

    def to_dict(self) -> dict[str, float | None]:
        """Return JSON-ready data; a value that needs more deals is null."""
        numbers = {"mean": self.mean, "low": self.low, "high": self.high}
        return {key: number if math.isfinite(number) else None for key, number in numbers.items()}


def estimate(values: np.ndarray) -> Estimate:
    """Return the mean of independent numbers with a normal 95 % interval, valid for hundreds of deals.

    Use it for points and scores. Near 0 and 1 it is too narrow for shares: `estimate_share` is right there.
    """
    x = _strata(values)
    x = x[~np.isnan(x).any(axis=1)]
    n = x.size
    if n == 0:
        return Estimate(math.nan, math.nan, math.nan, 0)
    mean = float(x.mean())
    half = _Z * math.sqrt(float(x.var(axis=0, ddof=1).mean()) / n) if len(x) > 1 else math.inf
    return Estimate(mean, mean - half, mean + half, n)


def estimate_share(values: np.ndarray) -> Estimate:
    """Return the mean of independent numbers in [0, 1] with a 95 % interval that is also right near 0 and 1.

    This is Wilson's score interval with an effective number of trials: as many as would have the observed variance
    (Korn and Graubard, Survey Methodology 24, 1998). No interval is narrower than what deals not seen yet allow: after
    n equal results it is the exact interval of Clopper and Pearson for 0 or n successes.
    """
    x = _strata(values)
    x = x[~np.isnan(x).any(axis=1)]
    n = x.size
    if n == 0:
        return Estimate(math.nan, math.nan, math.nan, 0)
    p = float(x.mean())
    unseen = (_ALPHA / 2) ** (1 / n)
    low, high = p * unseen, 1 - (1 - p) * unseen
    variance = float(x.var(axis=0, ddof=1).mean()) / n if len(x) > 1 else 0.0
    if variance > 0 and 0 < p < 1:
        z2 = _Z**2 * variance / (p * (1 - p))  # z² by the effective number
        centre = (p + z2 / 2) / (1 + z2)
        half = math.sqrt(z2 * p * (1 - p) + z2 * z2 / 4) / (1 + z2)
        low, high = min(low, centre - half), max(high, centre + half)
    return Estimate(p, max(0.0, low), min(1.0, high), n)


def _strata(values: np.ndarray) -> np.ndarray:
    """Return the values with one row per round and one column per stratum."""
    x = np.asarray(values, float)
    return x.reshape(-1, 1) if x.ndim == 1 else x


@dataclass(frozen=True)
class ConfidenceSequence:
    """An interval after every deal; with the stated probability all of them are right at once."""

    low: np.ndarray
    high: np.ndarray

    def deals_until_excluded(self, fair: float) -> int | None:
        """Return after how many deals the fair share was excluded, or None."""
        excluded = np.flatnonzero((self.low > fair) | (self.high < fair))
        return int(excluded[0]) + 1 if len(excluded) else None


def compute_confidence_sequence(values: np.ndarray, alpha: float = _ALPHA) -> ConfidenceSequence:
    """Return the empirical Bernstein confidence sequence with predictable plug-in bets for numbers in [0, 1].

    Waudby-Smith and Ramdas, "Estimating means of bounded random variables by betting", J. R. Stat. Soc. B 86 (2024),
    theorem 2. The probability that the mean is ever outside, however often you look, is at most alpha. With strata, the
    bet is the same for a whole round, so that all strata count the same; each stratum has its own prediction.
    """
    x = _strata(values)
    rounds, strata = x.shape
    if rounds == 0:
        return ConfidenceSequence(np.zeros(0), np.ones(0))
    k = np.arange(1, rounds + 1)
    n = k * strata
    mean = (0.5 + np.cumsum(x, axis=0)) / (k[:, None] + 1)
    variance = (0.25 + np.cumsum(((x - mean) ** 2).sum(axis=1))) / (n + 1)
    # The estimates before each round.
    mean_before = np.concatenate([np.full((1, strata), 0.5), mean[:-1]])
    variance_before = np.concatenate([[0.25], variance[:-1]])
    bet = np.minimum(np.sqrt(2 * math.log(2 / alpha) / (variance_before * n * np.log1p(n))), 0.5)
    psi = (-np.log1p(-bet) - bet) / 4
    surprise = 4 * ((x - mean_before) ** 2).sum(axis=1)
    staked = np.cumsum(bet * strata)
    centre = np.cumsum(bet * x.sum(axis=1)) / staked
    width = (math.log(2 / alpha) + np.cumsum(surprise * psi)) / staked
    low = np.maximum.accumulate(np.clip(centre - width, 0.0, 1.0))
    high = np.minimum.accumulate(np.clip(centre + width, 0.0, 1.0))
    return ConfidenceSequence(low, high)


@dataclass(frozen=True)
class WinShare:
    by_deal: np.ndarray  # win share per deal, averaged over all rotations; or by round and stratum
    fair: float
    alpha: float = _ALPHA  # error probability of the any-time interval

    @cached_property
    def estimate(self) -> Estimate:
        """The estimate for a number of deals that was fixed beforehand."""
        return estimate_share(self.by_deal)

    @cached_property
    def _sequence(self) -> ConfidenceSequence:
        return compute_confidence_sequence(self.by_deal, self.alpha)

    @property
    def anytime(self) -> tuple[float, float]:
        """The interval that is valid however often you look."""
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
        """After how many deals (or rounds) the any-time interval excluded the fair share."""
        return self._sequence.deals_until_excluded(self.fair)

    def to_dict(self) -> dict[str, Any]:
        low, high = self.anytime
        return {
            "win_share": self.estimate.to_dict(),
            "anytime": {"low": low, "high": high},
            "verdict": self.verdict,
            "decided_after": self.decided_after,
        }

    def __str__(self) -> str:
        e, (low, high) = self.estimate, self.anytime
        excluded = f", decided after {self.decided_after}" if self.decided_after else ""
        return (
            f"{e.mean:.1%} ({e.low:.1%} to {e.high:.1%}; any time {low:.1%} to {high:.1%}; "
            f"{e.number} deals{excluded})"
        )
