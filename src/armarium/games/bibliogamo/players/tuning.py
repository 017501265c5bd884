"""Tuning the planner of Bibliogamo: `python -m armarium.games.bibliogamo.players.tuning --minutes 10`.

CMA-ES (Hansen 2016, the library `cmaes`): candidates are drawn around the present weights, play the same deals, and the
better ones pull the mean and the covariance of the next. All weights are positive and change by factors. A seed and a
number of generations give the same weights again.
"""

from __future__ import annotations

import time
from collections.abc import Iterator

import click
import numpy as np
from cmaes import CMA

from armarium.games.bibliogamo import state
from armarium.games.bibliogamo.components import STANDARD, components_of
from armarium.games.bibliogamo.kernels import engine
from armarium.games.bibliogamo.options import options_of
from armarium.games.bibliogamo.players.kernels.planner import scores_of
from armarium.games.bibliogamo.players.weights import NAMES, WEIGHTS
from armarium.games.table.seeding import deal_key, seed_bytes

__all__ = ["TUNING_SEEDS", "deals_of", "mean_score", "tuned"]

# Reports draw 256-bit seeds from SHA-256 (playing.drawn); these are plain numbers: no deal is in both.
TUNING_SEEDS = range(1_000_000_000, 1_000_040_000)
CHECKING_SEEDS = range(1_000_040_000, 1_000_060_000)
BREADTH = 2
STEP = 0.25 * 0.6  # the first standard deviation of a weight's logarithm


def deals_of(seeds: range) -> np.ndarray:
    states = state.new_states(len(seeds))
    state.set_table(states[0], options_of({}), components_of(STANDARD))
    states[1:] = states[0]
    for i, seed in enumerate(seeds):
        engine.begin_at(states, i, deal_key(seed_bytes(seed), [bytes(32)]), state.NONE)
    return states


def mean_score(states: np.ndarray, weights: np.ndarray, games: np.ndarray) -> float:
    return float(scores_of(states, games, weights, BREADTH).mean())


def tuned(states: np.ndarray, population: int, games: int, seed: int) -> Iterator[np.ndarray]:
    """The weights in the middle of the candidates, generation by generation, for as long as somebody asks."""
    rng = np.random.default_rng(seed)
    search = CMA(mean=np.zeros(len(WEIGHTS)), sigma=STEP, population_size=population, seed=seed)
    while True:
        chosen = rng.integers(0, len(states), games)
        asked = [search.ask() for _ in range(population)]
        # The library looks for the least.
        search.tell([(x, -mean_score(states, WEIGHTS * np.exp(x), chosen)) for x in asked])
        yield WEIGHTS * np.exp(search.mean)


@click.command()
@click.option("--minutes", type=float, default=10.0, show_default=True)
@click.option("--generations", type=click.IntRange(1), help="Stop after so many, however long.")
@click.option("--population", type=click.IntRange(4), default=16, show_default=True)
@click.option("--games", type=click.IntRange(10), default=800, show_default=True)
@click.option("--seed", type=click.IntRange(0), default=0, show_default=True)
def main(minutes: float, generations: int | None, population: int, games: int, seed: int) -> None:
    checking = deals_of(CHECKING_SEEDS[:4000])
    until, weights = time.monotonic() + 60 * minutes, WEIGHTS
    for number, weights in enumerate(tuned(deals_of(TUNING_SEEDS), population, games, seed), 1):
        if number % 10 == 0:
            mean = mean_score(checking, weights, np.arange(len(checking)))
            click.echo(f"generation {number}: {mean:.3f} points on deals that do not tune")
        if number == generations or (generations is None and time.monotonic() > until):
            break
    click.echo(" ".join(f"{name}={value:.4g}" for name, value in zip(NAMES, weights, strict=True)))


if __name__ == "__main__":
    main()
