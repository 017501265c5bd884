"""Analyses are right: luck of equal players is nothing on average, planted blunders are found."""

import pytest

from armarium.analysis.analysing import analyse
from armarium.games.biblios.lab.judgement.blunders import planted
from armarium.games.biblios.lab.judgement.levels import accuracies
from armarium.games.biblios.lab.judgement.luck import lucks, mean_luck

pytestmark = pytest.mark.slow


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_luck_is_nothing_on_average(seats):
    for one in mean_luck(lucks(seats, range(334))):
        assert one.low <= 0 <= one.high, one


def test_the_stronger_of_two_is_judged_more_accurate():
    found = accuracies("novice", "prior", 4, effort=1)
    assert found.better.low > 0, found


def test_planted_blunders_are_the_costliest_decisions():
    games = found = deal = 0
    while games < 40:
        one = planted(deal)
        deal += 1
        if one is not None:
            decisions = analyse(one.record)["decisions"]
            games += 1
            found += max(decisions, key=lambda decision: decision["cost"])["v"] == one.v
    # 95 in a hundred, less what chance may take from forty games once in twenty times.
    assert found >= 36, f"{found} of {games}"
