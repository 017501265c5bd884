"""Intervals hold what they promise: the fixed one at its number of deals, the sequence however often one looks."""

import numpy as np
import pytest
from scipy import stats  # comes with OpenSpiel

from armarium.lab.arena.intervals import (
    WinShare,
    compute_confidence_sequence,
    estimate,
    estimate_share,
)
from armarium.lab.arena.ratings import RatedGame, rate


def test_an_estimate_of_known_numbers():
    found = estimate(np.array([0.0, 1.0, 0.5, 0.5]))
    assert found.mean == 0.5 and found.number == 4
    assert found.high - found.mean == pytest.approx(
        1.96 * np.std([0, 1, 0.5, 0.5], ddof=1) / 2, rel=1e-3
    )


@pytest.mark.parametrize("n", [1, 5, 20, 500])
def test_a_share_of_0_or_1_has_the_interval_of_clopper_and_pearson(n):
    exact = stats.binomtest(n, n).proportion_ci(0.95, "exact")
    for share, low, high in ((1, exact.low, exact.high), (0, 1 - exact.high, 1 - exact.low)):
        found = estimate_share(np.full(n, float(share)))
        assert found.mean == share
        assert (found.low, found.high) == pytest.approx((low, high))
    assert estimate_share(np.ones(20)).low == pytest.approx(0.8316, abs=1e-4)  # a table's value


@pytest.mark.parametrize(("wins", "n"), [(30, 60), (45, 60), (210, 300), (390, 400)])
def test_the_interval_of_wins_and_losses_is_wilsons(wins, n):
    values = np.repeat([1.0, 0.0], [wins, n - wins])
    found, wanted = estimate_share(values), stats.binomtest(wins, n).proportion_ci(0.95, "wilson")
    unseen = 0.025 ** (1 / n)
    low, high = min(wanted.low, wins / n * unseen), max(wanted.high, 1 - (1 - wins / n) * unseen)
    assert found.low == pytest.approx(low, abs=1 / n) and found.high == pytest.approx(
        high, abs=1 / n
    )


@pytest.mark.parametrize("n", [5, 20, 100])
@pytest.mark.parametrize("share", [0.5, 0.9, 0.98, 1.0])
def test_the_interval_of_a_share_covers_the_truth(n, share):
    """Two games per deal. With few deals near 1 the normal interval is wrong half of the time."""
    rng = np.random.default_rng(n)
    shares = rng.binomial(2, share, (600, n)) / 2
    found = [estimate_share(values) for values in shares]
    assert np.mean([one.low <= share <= one.high for one in found]) > 0.92
    if (n, share) == (20, 0.98):
        normal = [estimate(values) for values in shares]
        assert np.mean([one.low <= share <= one.high for one in normal]) < 0.8


def test_stratifying_removes_differences_between_strata():
    rng = np.random.default_rng(3)
    means = np.array([0.1, 0.5, 0.9])
    table = rng.binomial(4, means, (200, 3)) / 4
    found, mixed = estimate_share(table), estimate_share(table.reshape(-1))
    assert found.mean == mixed.mean and found.number == 600
    assert found.high - found.low < 0.6 * (mixed.high - mixed.low)
    stratified, flat = (
        compute_confidence_sequence(table),
        compute_confidence_sequence(table.mean(1)),
    )
    assert stratified.low[-1] < 0.5 < stratified.high[-1]
    assert stratified.high[-1] - stratified.low[-1] < flat.high[-1] - flat.low[-1]


def test_looking_at_strata_after_every_round_raises_no_more_false_alarms_than_stated():
    rng = np.random.default_rng(11)
    means = np.array([0.05, 0.2, 0.5, 0.9, 0.6])
    alarms = 0
    for _ in range(300):
        found = compute_confidence_sequence(rng.binomial(3, means, (120, 5)) / 3)
        alarms += found.deals_until_excluded(float(means.mean())) is not None
    assert alarms <= 300 * 0.05


def test_one_stratum_is_the_plain_sequence():
    values = np.random.default_rng(2).binomial(2, 0.6, 300) / 2
    plain, one = compute_confidence_sequence(values), compute_confidence_sequence(values[:, None])
    assert np.array_equal(plain.low, one.low) and np.array_equal(plain.high, one.high)


def test_without_games_there_is_no_estimate():
    assert estimate(np.zeros(0)).number == estimate_share(np.zeros(0)).number == 0
    assert compute_confidence_sequence(np.zeros(0)).deals_until_excluded(0.5) is None


@pytest.mark.parametrize("fair", [0.5, 1 / 3, 0.25])
def test_looking_after_every_deal_raises_no_more_false_alarms_than_stated(fair):
    rng = np.random.default_rng(7)
    alarms = 0
    for _ in range(400):
        values = rng.binomial(4, fair, 600) / 4
        alarms += compute_confidence_sequence(values).deals_until_excluded(fair) is not None
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
    sequence = compute_confidence_sequence(values)
    assert (
        sequence.deals_until_excluded(0.5) is not None
        and sequence.low[-1] < 0.6 < sequence.high[-1]
    )


def test_a_share_of_wins_has_both_intervals_and_the_deal_that_decided_it():
    values = np.random.default_rng(9).binomial(2, 0.6, 3000) / 2
    found, sequence = WinShare(values, 0.5), compute_confidence_sequence(values)
    assert found.estimate == estimate_share(values)
    assert found.anytime == (sequence.low[-1], sequence.high[-1])
    assert found.verdict == "better" and found.decided_after == sequence.deals_until_excluded(0.5)
    assert f"3000 deals, decided after {found.decided_after})" in str(found)
    assert WinShare(1 - values, 0.5).verdict == "worse"
    assert WinShare(values[:5], 0.5).verdict == "open"
    assert "clear" not in str(WinShare(values[:5], 0.5))
    assert WinShare(np.zeros(0), 0.5).anytime == (0.0, 1.0)


def simulate_results(strengths, deals, seats, rng):
    names = list(strengths)
    for deal in range(deals):
        table = tuple(rng.choice(names, seats))
        chance = np.array([strengths[name] for name in table])
        winner = rng.choice(seats, p=chance / chance.sum())
        yield RatedGame(table, tuple(1.0 if s == winner else 0.0 for s in range(seats)), deal)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_ratings_find_the_strengths_that_made_the_results(seats):
    rng = np.random.default_rng(seats)
    strengths = {"a": 1.0, "b": 2.0, "c": 4.0}
    ratings = rate(list(simulate_results(strengths, 3000, seats, rng)))
    assert [rating.player for rating in ratings] == ["c", "b", "a"]
    truth = {name: 400 * np.log10(s / 2.0) for name, s in strengths.items()}
    assert all(rating.low - 10 < truth[rating.player] < rating.high + 10 for rating in ratings)
    assert all(rating.high - rating.low < 60 for rating in ratings)


def test_a_player_that_never_loses_has_a_rating():
    ratings = rate([RatedGame(("a", "b"), (1.0, 0.0), deal) for deal in range(50)])
    assert ratings[0].player == "a" and np.isfinite(ratings[0].elo)
