"""CMA-ES (Hansen 2016, the library `cmaes`) over the planner's weights.

Candidates are sampled around the current weights and play the same deals; the better ones update the mean and the
covariance. All weights are positive and change by factors. A seed and a number of generations give the same weights on
any executor, because a candidate's score depends only on its weights and deals.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

import numpy as np
from cmaes import CMA

from armarium.core.executor import Executor
from armarium.core.seeding import deal_key, seed_bytes
from armarium.games.bibliogamo import state
from armarium.games.bibliogamo.components import STANDARD, components_of
from armarium.games.bibliogamo.kernels import engine
from armarium.games.bibliogamo.options import options_of
from armarium.games.bibliogamo.players.kernels.planner import scores_of
from armarium.games.bibliogamo.players.weights import WEIGHTS

__all__ = ["HELD_OUT_SEEDS", "TUNING_SEEDS", "Generation", "mean_score", "run_generations"]

# Reports derive 256-bit seeds with SHA-256 (lab/arena/deals.py); these are small numbers, so no deal is in both.
TUNING_SEEDS = range(1_000_000_000, 1_000_040_000)
HELD_OUT_SEEDS = range(1_000_040_000, 1_000_060_000)
BREADTH = 2
STEP = 0.25 * 0.6  # initial standard deviation of a weight's logarithm
CHUNK = 500  # deals per task


class _Candidate(NamedTuple):
    weights: np.ndarray
    seeds: tuple[int, ...]


class Generation(NamedTuple):
    weights: np.ndarray  # mean of the candidates
    best: float  # points per game of the best candidate


@lru_cache(maxsize=4)  # all candidates of a generation play the same deals
def _deal_games(seeds: tuple[int, ...]) -> np.ndarray:
    states = state.new_states(len(seeds))
    state.set_table(states[0], options_of({}), components_of(STANDARD))
    states[1:] = states[0]
    for i, seed in enumerate(seeds):
        engine.begin_at(states, i, deal_key(seed_bytes(seed), [bytes(32)]), state.NONE)
    return states


def _total_score(candidate: _Candidate) -> int:
    """Return the total score of all games of a candidate."""
    states = _deal_games(candidate.seeds)
    return int(scores_of(states, np.arange(len(states)), candidate.weights, BREADTH).sum())


def mean_score(weights: np.ndarray, seeds: Sequence[int], executor: Executor) -> float:
    parts = (
        _Candidate(weights, tuple(seeds[first : first + CHUNK]))
        for first in range(0, len(seeds), CHUNK)
    )
    return sum(executor.map(_total_score, parts)) / len(seeds)


def run_generations(
    seeds: Sequence[int], population: int, games: int, seed: int, executor: Executor
) -> Iterator[Generation]:
    """Yield generations for as long as the caller asks."""
    rng = np.random.default_rng(seed)
    search = CMA(mean=np.zeros(len(WEIGHTS)), sigma=STEP, population_size=population, seed=seed)
    while True:
        chosen = tuple(int(seeds[n]) for n in rng.integers(0, len(seeds), games))
        samples = [search.ask() for _ in range(population)]
        candidates = (_Candidate(WEIGHTS * np.exp(x), chosen) for x in samples)
        scores = [points / games for points in executor.map(_total_score, candidates)]
        # The library minimises.
        search.tell([(x, -score) for x, score in zip(samples, scores, strict=True)])
        yield Generation(WEIGHTS * np.exp(search.mean), max(scores))
