"""Scores of suites: one number per player with its intervals, and paired differences between players.

Among several seats the score is the mean share of wins over all matches of the suite, in %. In a game for one seat it
is the mean score of the deals, each counted up to the suite's cap. Every match, or kind of deals, counts the same.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from armarium.lab.arena.intervals import (
    Estimate,
    compute_confidence_sequence,
    estimate,
    estimate_share,
)
from armarium.lab.arena.match import Match
from armarium.lab.extension import Suite, lab_extension

__all__ = ["PairedDifference", "SuiteScore", "compute_score", "list_values", "score_values"]

PERCENT = 100.0


@dataclass(frozen=True)
class _Scaled:
    """Numbers from 0 to 1 by round and stratum, and the interval that they stand for."""

    values: np.ndarray
    least: float
    most: float
    is_share: bool  # a mean of shares can come near its bounds, a mean score cannot

    def _scale(self, number: float) -> float:
        return self.least + (self.most - self.least) * number

    @cached_property
    def estimate(self) -> Estimate:
        """The mean and its interval for a number of deals that was fixed beforehand."""
        e = (estimate_share if self.is_share else estimate)(self.values)
        return Estimate(self._scale(e.mean), self._scale(e.low), self._scale(e.high), e.number)

    @cached_property
    def anytime(self) -> tuple[float, float]:
        """The interval that is valid after every round at once, however often you look."""
        found = compute_confidence_sequence(self.values)
        if not len(found.low):
            return self.least, self.most
        return self._scale(float(found.low[-1])), self._scale(float(found.high[-1]))

    def to_dict(self) -> dict[str, Any]:
        low, high = self.anytime
        return {**self.estimate.to_dict(), "anytime": {"low": low, "high": high}}


@dataclass(frozen=True)
class SuiteScore(_Scaled):
    fair: float | None  # the score of a player that is as strong as its opponents

    def to_dict(self) -> dict[str, Any]:
        return {**super().to_dict(), "fair": self.fair, "deals": self.estimate.number}

    def subtract(self, other: SuiteScore) -> PairedDifference:
        """Return the difference to another player on the same deals, deal by deal."""
        rounds = min(len(self.values), len(other.values))
        differences = self.values[:rounds] - other.values[:rounds]
        span = self.most - self.least
        return PairedDifference((differences + 1) / 2, -span, span, self.is_share)


@dataclass(frozen=True)
class PairedDifference(_Scaled):
    @property
    def verdict(self) -> str:
        low, high = self.anytime
        return "better" if low > 0 else "worse" if high < 0 else "open"

    def to_dict(self) -> dict[str, Any]:
        return {**super().to_dict(), "verdict": self.verdict}


def list_values(match: Match) -> list[float | None]:
    """Return the result of each deal: the player's share of wins or, with one seat, the score; None after a fault."""
    if match.setting.seats > 1:
        return [float(share) for share in match.shares(0)]
    figure = lab_extension(match.setting.game).figures[0]
    facts = [result.facts[0] for result in match.list_completed()]
    return [None if fact is None else float(fact[figure]) for fact in facts]


def score_values(game: str, suite: Suite, columns: Sequence[Sequence[float | None]]) -> SuiteScore:
    """Compute the score from the results of each match. Rounds that are not complete in every match are left out."""
    filled = [[0.0 if value is None else value for value in column] for column in columns]
    rounds = min(len(column) for column in filled)
    table = np.array([column[:rounds] for column in filled], float).T
    if suite.seats != (1,):
        fair = PERCENT * float(np.mean([1 / seats for seats in suite.seats]))
        return SuiteScore(table, 0.0, PERCENT, True, fair)
    # The kinds of deals come in turn, and are strata of their own.
    kinds = max(1, len(lab_extension(game).deal_kinds({})))
    whole = table[: rounds // kinds * kinds].reshape(-1, kinds * len(filled))
    return SuiteScore(np.clip(whole / suite.cap, 0.0, 1.0), 0.0, suite.cap, False, None)


def compute_score(game: str, suite: Suite, matches: Sequence[Match]) -> SuiteScore:
    """Compute the score of the player of these matches, which are those of a suite."""
    return score_values(game, suite, [list_values(match) for match in matches])
