"""Tuning finds weights that play better, and finds the same ones again."""

from itertools import islice

import numpy as np

from armarium.games.bibliogamo.players.tuning import TUNING_SEEDS, deals_of, mean_score, tuned
from armarium.games.bibliogamo.players.weights import WEIGHTS


def test_a_seed_tunes_the_same_weights_again():
    deals = deals_of(TUNING_SEEDS[:20])
    one, two, other = (list(islice(tuned(deals, 4, 10, seed), 2)) for seed in (1, 1, 2))
    np.testing.assert_array_equal(one, two)
    assert not np.array_equal(one, other)
    assert np.all(np.array(one) > 0)


def test_spoilt_weights_get_better(monkeypatch):
    spoilt = WEIGHTS * np.exp(0.8 * np.random.default_rng(5).standard_normal(len(WEIGHTS)))
    monkeypatch.setattr("armarium.games.bibliogamo.players.tuning.WEIGHTS", spoilt)
    deals = deals_of(TUNING_SEEDS[:60])
    *_, weights = islice(tuned(deals, 12, 60, 0), 8)
    games = np.arange(60)
    assert mean_score(deals, weights, games) > mean_score(deals, spoilt, games) + 0.5
