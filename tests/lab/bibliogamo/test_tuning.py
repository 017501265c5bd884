"""Tuning finds weights that play better, and finds the same ones again, whoever plays."""

from itertools import islice

import numpy as np
import pytest

from armarium.games.bibliogamo.lab.tuning.searching import TUNING_SEEDS, mean_score, tuned
from armarium.games.bibliogamo.players.weights import WEIGHTS
from armarium.lab.cluster.crew import Alone, Processes


@pytest.mark.at_length
def test_a_seed_tunes_the_same_weights_again():
    with Processes(2) as two_processes:
        found = [
            list(islice(tuned(TUNING_SEEDS[:20], 4, 10, seed, crew), 2))
            for seed, crew in ((1, Alone()), (1, two_processes), (2, Alone()))
        ]
    one, two, other = ([g.weights for g in generations] for generations in found)
    np.testing.assert_array_equal(one, two)
    assert not np.array_equal(one, other)
    assert np.all(np.array(one) > 0)


def test_spoilt_weights_get_better(monkeypatch):
    spoilt = WEIGHTS * np.exp(0.8 * np.random.default_rng(5).standard_normal(len(WEIGHTS)))
    monkeypatch.setattr("armarium.games.bibliogamo.lab.tuning.searching.WEIGHTS", spoilt)
    seeds = TUNING_SEEDS[:60]
    *_, last = islice(tuned(seeds, 12, 60, 0, Alone()), 8)
    before = mean_score(spoilt, seeds, Alone())
    assert mean_score(last.weights, seeds, Alone()) > before + 0.5
