"""Ratings for a pool: Elo by the Bradley–Terry model, for tables of two and more.

At a table each seat wins with a chance in proportion to its strength (Bradley and Terry 1952; for more than two seats
Luce 1959). The strengths of greatest likelihood are found by Newton's steps; the intervals count deals, whose rotations
depend on each other, as clusters.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

__all__ = ["Rating", "Result", "rate"]

ELO = 400 / math.log(10)
_Z = 1.959963984540054
# One imagined win and loss of everybody against an average player keeps a rating finite.
PRIOR = 1.0


@dataclass(frozen=True)
class Result:
    """One game: who sat at the table, what share of the win each seat got, and to which deal it belongs."""

    players: tuple[str, ...]
    shares: tuple[float, ...]
    deal: object


@dataclass(frozen=True)
class Rating:
    player: str
    elo: float
    low: float
    high: float
    games: int


def rate(results: Sequence[Result]) -> list[Rating]:
    """Best first; the mean of the pool is 0."""
    names = sorted({name for result in results for name in result.players})
    index = {name: i for i, name in enumerate(names)}
    deals: dict[object, int] = {}
    seats = np.zeros((len(results), len(names)))  # how many seats a player has at each table
    won = np.zeros((len(results), len(names)))
    cluster = np.zeros(len(results), int)
    for row, result in enumerate(results):
        for name, share in zip(result.players, result.shares, strict=True):
            seats[row, index[name]] += 1
            won[row, index[name]] += share
        cluster[row] = deals.setdefault(result.deal, len(deals))
    theta, covariance = _fit(seats, won, cluster, len(deals))
    games = (seats > 0).sum(axis=0)
    ratings = []
    for i, name in enumerate(names):
        half = _Z * ELO * math.sqrt(max(0.0, covariance[i, i]))
        elo = ELO * float(theta[i])
        ratings.append(Rating(name, elo, elo - half, elo + half, int(games[i])))
    return sorted(ratings, key=lambda rating: -rating.elo)


def _fit(
    seats: np.ndarray, won: np.ndarray, cluster: np.ndarray, deals: int
) -> tuple[np.ndarray, np.ndarray]:
    n = seats.shape[1]
    theta = np.zeros(n)
    centre = np.eye(n) - 1.0 / n
    bread = np.eye(n)
    for _ in range(100):
        strength = seats * np.exp(theta)
        expected = strength / strength.sum(axis=1, keepdims=True)
        prior = 1 / (1 + np.exp(-theta))
        slope = (won - expected).sum(axis=0) + PRIOR * (1 - 2 * prior)
        curve = np.diag(expected.sum(axis=0)) - expected.T @ expected
        curve += np.diag(2 * PRIOR * prior * (1 - prior))
        bread = np.linalg.inv(curve)
        step = bread @ slope
        theta = theta + step * min(1.0, 2.0 / max(1e-9, float(np.abs(step).max())))
        if float(np.abs(step).max()) < 1e-9:
            break
    scores = np.zeros((deals, n))
    np.add.at(scores, cluster, won - expected)
    covariance = centre @ bread @ (scores.T @ scores) @ bread @ centre
    return theta - theta.mean(), covariance
