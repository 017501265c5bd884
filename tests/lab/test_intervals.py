"""Intervals hold what they promise: the fixed one at its number of deals, the sequence however often one looks."""

import numpy as np
import pytest

from armarium.lab.arena.intervals import confidence_sequence, estimate
from armarium.lab.arena.ratings import Result, rate
from armarium.lab.arena.shares import WinShare


def test_an_estimate_of_known_numbers():
    found = estimate(np.array([0.0, 1.0, 0.5, 0.5]))
    assert found.mean == 0.5 and found.number == 4
    assert found.high - found.mean == pytest.approx(
        1.96 * np.std([0, 1, 0.5, 0.5], ddof=1) / 2, rel=1e-3
    )


def test_nothing_played_tells_nothing():
    assert estimate(np.zeros(0)).number == 0
    assert confidence_sequence(np.zeros(0)).decided(0.5) is None


@pytest.mark.parametrize("fair", [0.5, 1 / 3, 0.25])
def test_looking_after_every_deal_raises_no_more_false_alarms_than_stated(fair):
    rng = np.random.default_rng(7)
    alarms = 0
    for _ in range(400):
        values = rng.binomial(4, fair, 600) / 4
        alarms += confidence_sequence(values).decided(fair) is not None
    assert alarms <= 400 * 0.05


def test_looking_after_every_deal_at_the_fixed_interval_would_have_raised_many():
    """Why the sequence is there at all."""
    rng = np.random.default_rng(8)
    alarms = 0
    for _ in range(100):
        values = rng.binomial(2, 0.5, 600) / 2
        looks = [estimate(values[:n]) for n in range(30, 600, 15)]
        alarms += any(look.low > 0.5 or look.high < 0.5 for look in looks)
    assert alarms > 100 * 0.1


def test_a_real_difference_is_found():
    values = np.random.default_rng(9).binomial(2, 0.6, 3000) / 2
    sequence = confidence_sequence(values)
    assert sequence.decided(0.5) is not None and sequence.low[-1] < 0.6 < sequence.high[-1]


def test_a_share_of_wins_is_told_with_both_intervals_and_when_it_was_clear():
    values = np.random.default_rng(9).binomial(2, 0.6, 3000) / 2
    found, sequence = WinShare(values, 0.5), confidence_sequence(values)
    assert found.estimate == estimate(values)
    assert found.anytime == (sequence.low[-1], sequence.high[-1])
    assert found.verdict == "better" and found.decided_after == sequence.decided(0.5)
    assert f"3000 deals, clear after {found.decided_after})" in str(found)
    assert WinShare(1 - values, 0.5).verdict == "worse"
    assert WinShare(values[:5], 0.5).verdict == "open"
    assert "clear" not in str(WinShare(values[:5], 0.5))
    assert WinShare(np.zeros(0), 0.5).anytime == (0.0, 1.0)


def simulated(strengths, deals, seats, rng):
    names = list(strengths)
    for deal in range(deals):
        table = tuple(rng.choice(names, seats))
        chance = np.array([strengths[name] for name in table])
        winner = rng.choice(seats, p=chance / chance.sum())
        yield Result(table, tuple(1.0 if s == winner else 0.0 for s in range(seats)), deal)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_ratings_find_the_strengths_that_made_the_results(seats):
    rng = np.random.default_rng(seats)
    strengths = {"a": 1.0, "b": 2.0, "c": 4.0}
    ratings = rate(list(simulated(strengths, 3000, seats, rng)))
    assert [rating.player for rating in ratings] == ["c", "b", "a"]
    truth = {name: 400 * np.log10(s / 2.0) for name, s in strengths.items()}
    assert all(rating.low - 10 < truth[rating.player] < rating.high + 10 for rating in ratings)
    assert all(rating.high - rating.low < 60 for rating in ratings)


def test_who_never_loses_still_has_a_rating():
    ratings = rate([Result(("a", "b"), (1.0, 0.0), deal) for deal in range(50)])
    assert ratings[0].player == "a" and np.isfinite(ratings[0].elo)
