"""CMA-ES (Hansen 2016, the library `cmaes`) over the planner's weights.

Candidates are drawn around the present weights, play the same deals, and the better ones pull the mean and the
covariance of the next. All weights are positive and change by factors. A seed and a number of generations give the same
weights again, whoever plays: a candidate's score depends on its weights and deals alone.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

import numpy as np
from cmaes import CMA

from armarium.games.bibliogamo import state
from armarium.games.bibliogamo.components import STANDARD, components_of
from armarium.games.bibliogamo.kernels import engine
from armarium.games.bibliogamo.options import options_of
from armarium.games.bibliogamo.players.kernels.planner import scores_of
from armarium.games.bibliogamo.players.weights import WEIGHTS
from armarium.games.table.seeding import deal_key, seed_bytes
from armarium.lab.cluster import Crew

__all__ = ["CHECKING_SEEDS", "TUNING_SEEDS", "Generation", "mean_score", "tuned"]

# Reports draw 256-bit seeds from SHA-256 (playing.drawn); these are plain numbers: no deal is in both.
TUNING_SEEDS = range(1_000_000_000, 1_000_040_000)
CHECKING_SEEDS = range(1_000_040_000, 1_000_060_000)
BREADTH = 2
STEP = 0.25 * 0.6  # the first standard deviation of a weight's logarithm
STRETCH = 500  # deals of a long check that are played at a time


class _Candidate(NamedTuple):
    weights: np.ndarray
    seeds: tuple[int, ...]


class Generation(NamedTuple):
    weights: np.ndarray  # in the middle of the candidates
    best: float  # points a game of the best candidate


@lru_cache(maxsize=4)  # all candidates of a generation play the same deals
def _deals_of(seeds: tuple[int, ...]) -> np.ndarray:
    states = state.new_states(len(seeds))
    state.set_table(states[0], options_of({}), components_of(STANDARD))
    states[1:] = states[0]
    for i, seed in enumerate(seeds):
        engine.begin_at(states, i, deal_key(seed_bytes(seed), [bytes(32)]), state.NONE)
    return states


def _points(candidate: _Candidate) -> int:
    """Of all its games together."""
    states = _deals_of(candidate.seeds)
    return int(scores_of(states, np.arange(len(states)), candidate.weights, BREADTH).sum())


def mean_score(weights: np.ndarray, seeds: Sequence[int], crew: Crew) -> float:
    parts = (
        _Candidate(weights, tuple(seeds[first : first + STRETCH]))
        for first in range(0, len(seeds), STRETCH)
    )
    return sum(crew.in_order(_points, parts)) / len(seeds)


def tuned(
    seeds: Sequence[int], population: int, games: int, seed: int, crew: Crew
) -> Iterator[Generation]:
    """Generation by generation, for as long as somebody asks."""
    rng = np.random.default_rng(seed)
    search = CMA(mean=np.zeros(len(WEIGHTS)), sigma=STEP, population_size=population, seed=seed)
    while True:
        chosen = tuple(int(seeds[n]) for n in rng.integers(0, len(seeds), games))
        asked = [search.ask() for _ in range(population)]
        candidates = (_Candidate(WEIGHTS * np.exp(x), chosen) for x in asked)
        scores = [points / games for points in crew.in_order(_points, candidates)]
        # The library looks for the least.
        search.tell([(x, -score) for x, score in zip(asked, scores, strict=True)])
        yield Generation(WEIGHTS * np.exp(search.mean), max(scores))
