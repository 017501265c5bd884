"""Races between weights: a bad weight is corrected, and any executor gives the same result."""

from itertools import islice, pairwise

import numpy as np
import pytest

from armarium.core.executor import Executor, FinishedResult, InProcessExecutor
from armarium.games.biblios.players.weights import NAMES, WEIGHTS
from research.biblios.tuning import racing


class Hasty(Executor):
    """Begins nine parts before it hands back the first, and counts them."""

    workers, queue_length = 3, 9
    begun = 0

    def submit(self, task, part):
        self.begun += 1
        return FinishedResult(task(part))


@pytest.fixture
def fast_verdicts(monkeypatch):
    """Decide after few deals. The first weight to change is far off, so its race is won."""
    monkeypatch.setattr(racing, "BATCH", 10)
    monkeypatch.setattr(racing, "MIN_DEALS", 10)
    monkeypatch.setattr(racing, "MAX_DEALS", 80)
    spoilt = WEIGHTS[0].copy()
    spoilt[0] /= 50
    return spoilt


def describe(verdicts):
    return [(str(verdict), verdict.race.current.tobytes()) for verdict in verdicts]


def test_races_do_not_depend_on_how_many_start_at_once(fast_verdicts):
    hasty = Hasty()
    ours = list(islice(racing.run_races(fast_verdicts, 2, 3, InProcessExecutor()), 6))
    theirs = list(islice(racing.run_races(fast_verdicts, 2, 3, hasty), 6))
    assert describe(ours) == describe(theirs)
    assert any(verdict.is_better for verdict in ours), "else nothing was run again"
    assert hasty.begun > 6 + 9, "what was begun against the old weights was run again"


def test_an_accepted_candidate_is_the_next_opponent(fast_verdicts):
    verdicts = list(islice(racing.run_races(fast_verdicts, 2, 3, InProcessExecutor()), 6))
    for verdict, after in pairwise(verdicts):
        wanted = verdict.race.candidate if verdict.is_better else verdict.race.current
        np.testing.assert_array_equal(after.race.current, wanted)


def test_no_deal_is_in_two_races():
    races = [racing.Race(n, WEIGHTS[0], 2, seed) for n in range(2 * len(NAMES)) for seed in (0, 1)]
    deals = [deal for race in races for batch in race.deals() for deal in batch]
    assert len(deals) == len(set(deals)) and all(deal in racing.TUNING_SEEDS for deal in deals)
