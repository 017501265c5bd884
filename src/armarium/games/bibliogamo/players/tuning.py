"""Tuning the planner of Bibliogamo: `python -m armarium.games.bibliogamo.players.tuning --minutes 10`.

CMA-ES (Hansen 2016): candidates are drawn around the present weights, play the same deals, and the better half pulls
the centre and the shape of the cloud. All weights are positive and change by factors.
"""

from __future__ import annotations

import math
import time

import click
import numpy as np

from armarium.games.bibliogamo import state
from armarium.games.bibliogamo.components import STANDARD, components_of
from armarium.games.bibliogamo.kernels import engine
from armarium.games.bibliogamo.options import options_of
from armarium.games.bibliogamo.players.kernels.planner import scores_of
from armarium.games.bibliogamo.players.weights import NAMES, WEIGHTS
from armarium.games.table.seeding import deal_key, seed_bytes

__all__ = ["TUNING_SEEDS", "Cloud", "deals_of", "scores"]

# Reports draw 256-bit seeds from SHA-256 (playing.drawn); these are plain numbers: no deal is in both.
TUNING_SEEDS = range(1_000_000_000, 1_000_040_000)
CHECKING_SEEDS = range(1_000_040_000, 1_000_060_000)
BREADTH = 2
STEP = 0.25  # of a weight's logarithm


def deals_of(seeds: range) -> np.ndarray:
    states = state.new_states(len(seeds))
    state.set_table(states[0], options_of({}), components_of(STANDARD))
    states[1:] = states[0]
    for i, seed in enumerate(seeds):
        engine.begin_at(states, i, deal_key(seed_bytes(seed), [bytes(32)]), state.NONE)
    return states


def scores(states: np.ndarray, weights: np.ndarray, games: np.ndarray) -> np.ndarray:
    found: np.ndarray = scores_of(states, games, weights, BREADTH)
    return found


class Cloud:
    """The distribution that candidates come from."""

    def __init__(self, size: int, population: int, rng: np.random.Generator) -> None:
        n, mu = size, population // 2
        self._rng, self._size, self._population = rng, size, population
        share = math.log(mu + 0.5) - np.log(np.arange(1, mu + 1))
        self._share = share / share.sum()
        power = 1 / float((self._share**2).sum())
        self._power = power
        self._path_rate = (power + 2) / (n + power + 5)
        self._shape_rate = (4 + power / n) / (n + 4 + 2 * power / n)
        self._one = 2 / ((n + 1.3) ** 2 + power)
        self._many = min(1 - self._one, 2 * (power - 2 + 1 / power) / ((n + 2) ** 2 + power))
        self._calm = 1 + 2 * max(0.0, math.sqrt((power - 1) / (n + 1)) - 1) + self._path_rate
        self._usual = math.sqrt(n) * (1 - 1 / (4 * n) + 1 / (21 * n * n))
        self.centre, self.width = np.zeros(n), 0.6
        self._shape, self._path, self._drift = np.eye(n), np.zeros(n), np.zeros(n)

    def draw(self) -> np.ndarray:
        values, self._axes = np.linalg.eigh(self._shape)
        self._lengths = np.sqrt(np.maximum(values, 1e-12))
        drawn = self._rng.standard_normal((self._population, self._size))
        self._steps = (drawn * self._lengths) @ self._axes.T
        candidates: np.ndarray = self.centre + self.width * self._steps
        return candidates

    def learn(self, merit: np.ndarray) -> None:
        best = self._steps[np.argsort(-merit)[: len(self._share)]]
        step = self._share @ best
        self.centre = self.centre + self.width * step
        rate, power = self._path_rate, self._power
        straight = self._axes @ ((self._axes.T @ step) / self._lengths)
        self._path = (1 - rate) * self._path + math.sqrt(rate * (2 - rate) * power) * straight
        length = float(np.linalg.norm(self._path)) / self._usual
        rate = self._shape_rate
        is_steady = length < 1.4 + 2 / (self._size + 1)
        self._drift = (1 - rate) * self._drift
        if is_steady:
            self._drift += math.sqrt(rate * (2 - rate) * power) * step
        self._shape = (
            (1 - self._one - self._many) * self._shape
            + self._one * np.outer(self._drift, self._drift)
            + self._many * (best.T * self._share) @ best
        )
        self.width *= math.exp(self._path_rate / self._calm * (length - 1))


@click.command()
@click.option("--minutes", type=float, default=10.0, show_default=True)
@click.option("--population", type=click.IntRange(4), default=16, show_default=True)
@click.option("--games", type=click.IntRange(10), default=800, show_default=True)
@click.option("--seed", type=click.IntRange(0), default=0, show_default=True)
def main(minutes: float, population: int, games: int, seed: int) -> None:
    rng = np.random.default_rng(seed)
    tuning, checking = deals_of(TUNING_SEEDS), deals_of(CHECKING_SEEDS[:4000])
    cloud = Cloud(len(NAMES), population, rng)
    until, generation = time.monotonic() + 60 * minutes, 0
    while time.monotonic() < until:
        chosen = rng.integers(0, len(tuning), games)
        candidates = WEIGHTS * np.exp(STEP * cloud.draw())
        cloud.learn(np.array([scores(tuning, weights, chosen).mean() for weights in candidates]))
        generation += 1
        if generation % 10 == 0:
            centre = WEIGHTS * np.exp(STEP * cloud.centre)
            mean = scores(checking, centre, np.arange(len(checking))).mean()
            click.echo(f"generation {generation}: {mean:.3f} points on deals that do not tune")
    centre = WEIGHTS * np.exp(STEP * cloud.centre)
    click.echo(" ".join(f"{name}={value:.4g}" for name, value in zip(NAMES, centre, strict=True)))


if __name__ == "__main__":
    main()
