"""Races between weights: a spoilt weight is mended, and the same ones are run again, whoever runs them."""

from itertools import islice, pairwise

import numpy as np
import pytest

from armarium.games.biblios.lab.tuning import racing
from armarium.games.biblios.players.weights import NAMES, WEIGHTS
from armarium.lab.cluster.crew import Alone, Crew, _Kept


class Hasty(Crew):
    """Begins nine parts before it hands back the first, and counts them."""

    hands, ahead = 3, 9
    begun = 0

    def begin(self, task, part):
        self.begun += 1
        return _Kept(task(part))


@pytest.fixture
def quick(monkeypatch):
    """Verdicts after few deals; the weight that is changed first is far off, so that its race is won."""
    monkeypatch.setattr(racing, "BATCH", 10)
    monkeypatch.setattr(racing, "FEWEST", 10)
    monkeypatch.setattr(racing, "MOST", 80)
    spoilt = WEIGHTS[0].copy()
    spoilt[0] /= 50
    return spoilt


def told(verdicts):
    return [(str(verdict), verdict.race.present.tobytes()) for verdict in verdicts]


def test_races_are_the_same_however_many_are_begun_at_once(quick):
    hasty = Hasty()
    ours = list(islice(racing.climb(quick, 2, 3, Alone()), 6))
    theirs = list(islice(racing.climb(quick, 2, 3, hasty), 6))
    assert told(ours) == told(theirs)
    assert any(verdict.is_better for verdict in ours), "else nothing was run again"
    assert hasty.begun > 6 + 9, "what was begun against the old weights was run again"


def test_a_taken_candidate_is_what_the_next_ones_race_against(quick):
    verdicts = list(islice(racing.climb(quick, 2, 3, Alone()), 6))
    for verdict, after in pairwise(verdicts):
        wanted = verdict.race.candidate if verdict.is_better else verdict.race.present
        np.testing.assert_array_equal(after.race.present, wanted)


def test_no_deal_is_in_two_races():
    races = [racing.Race(n, WEIGHTS[0], 2, seed) for n in range(2 * len(NAMES)) for seed in (0, 1)]
    deals = [deal for race in races for batch in race.deals() for deal in batch]
    assert len(deals) == len(set(deals)) and all(deal in racing.TUNING_SEEDS for deal in deals)
