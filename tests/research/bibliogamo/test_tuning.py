"""Tuning finds better weights, and finds the same ones again on any executor."""

from itertools import islice

import numpy as np
import pytest

from armarium.core.executor import InProcessExecutor, ProcessExecutor
from armarium.games.bibliogamo.players.weights import WEIGHTS
from research.bibliogamo.tuning.cma_es import TUNING_SEEDS, mean_score, run_generations


@pytest.mark.thorough
def test_a_seed_tunes_the_same_weights_again():
    with ProcessExecutor(2) as two_processes:
        found = [
            list(islice(run_generations(TUNING_SEEDS[:20], 4, 10, seed, executor), 2))
            for seed, executor in (
                (1, InProcessExecutor()),
                (1, two_processes),
                (2, InProcessExecutor()),
            )
        ]
    one, two, other = ([g.weights for g in generations] for generations in found)
    np.testing.assert_array_equal(one, two)
    assert not np.array_equal(one, other)
    assert np.all(np.array(one) > 0)


def test_spoilt_weights_get_better(monkeypatch):
    spoilt = WEIGHTS * np.exp(0.8 * np.random.default_rng(5).standard_normal(len(WEIGHTS)))
    monkeypatch.setattr("research.bibliogamo.tuning.cma_es.WEIGHTS", spoilt)
    seeds = TUNING_SEEDS[:60]
    *_, last = islice(run_generations(seeds, 12, 60, 0, InProcessExecutor()), 8)
    before = mean_score(spoilt, seeds, InProcessExecutor())
    assert mean_score(last.weights, seeds, InProcessExecutor()) > before + 0.5
