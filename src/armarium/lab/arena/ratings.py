"""Elo ratings of a pool by the Bradley–Terry model, for two or more seats.

Each seat wins with a probability in proportion to its strength (Bradley and Terry 1952; Luce 1959 for more than two
seats). Newton's method finds the strengths of maximum likelihood. The intervals treat deals as clusters, because the
rotations of a deal depend on each other.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

__all__ = ["RatedGame", "Rating", "rate"]

ELO = 400 / math.log(10)
_Z = 1.959963984540054
# A virtual win and loss of every player against an average one keeps ratings finite.
PRIOR = 1.0


@dataclass(frozen=True)
class RatedGame:
    """One game: the players, the share of the win of each seat, and the deal."""

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


def rate(results: Sequence[RatedGame]) -> list[Rating]:
    """Return the ratings, best first. The mean of the pool is 0."""
    names = sorted({name for result in results for name in result.players})
    index = {name: i for i, name in enumerate(names)}
    deals: dict[object, int] = {}
    seats = np.zeros((len(results), len(names)))  # seats of each player in each game
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
        gradient = (won - expected).sum(axis=0) + PRIOR * (1 - 2 * prior)
        information = np.diag(expected.sum(axis=0)) - expected.T @ expected
        information += np.diag(2 * PRIOR * prior * (1 - prior))
        bread = np.linalg.inv(information)
        step = bread @ gradient
        theta = theta + step * min(1.0, 2.0 / max(1e-9, float(np.abs(step).max())))
        if float(np.abs(step).max()) < 1e-9:
            break
    scores = np.zeros((deals, n))
    np.add.at(scores, cluster, won - expected)
    covariance = centre @ bread @ (scores.T @ scores) @ bread @ centre
    return theta - theta.mean(), covariance
