"""Calibration: predicted against actual wins."""

import numpy as np
import pytest

from research.biblios.calibration import compute_calibration, draw_reliability, sample_predictions


def test_the_predicted_chances_are_better_than_a_constant():
    predicted, won = sample_predictions(2, 60)
    np.testing.assert_allclose(predicted.reshape(60, 2).sum(1), 1)
    np.testing.assert_allclose(won.reshape(60, 2).sum(1), 1)
    found = compute_calibration(predicted, won, np.full(120, 0.5))
    assert found["brier"] < found["constant"] == pytest.approx(0.25, abs=0.02)
    assert "Predicted win probability and share of games won" in draw_reliability(found)


def test_predictions_with_all_hands_known_are_more_accurate():
    """Both use the same positions of the same games."""
    predicted, won = sample_predictions(2, 60)
    curve, won_too = sample_predictions(2, 60, by_referee=True)
    np.testing.assert_array_equal(won, won_too)
    np.testing.assert_allclose(curve.reshape(60, 2).sum(1), 1)
    assert np.mean((curve - won) ** 2) < np.mean((predicted - won) ** 2)


def test_a_reliability_table_has_predicted_and_won_shares():
    predicted, won = np.array([0.1, 0.12, 0.9, 0.92]), np.array([0.0, 0.0, 1.0, 0.0])
    found = compute_calibration(predicted, won, np.full(4, 0.5))
    assert [line["won"] for line in found["lines"]] == [0.0, 0.5]
    assert found["brier"] == pytest.approx(np.mean((predicted - won) ** 2))
