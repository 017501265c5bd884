"""The lab of the network's players: calibration and the distances between levels."""

import numpy as np
import pytest

from armarium.games.biblios.lab.calibration import calibrated, drawing, noted
from armarium.games.biblios.lab.rungs import SEED, main, met
from armarium.games.biblios.players.learnt.drawing import COLD
from armarium.games.biblios.players.specs import WARM
from armarium.lab.arena.deals import Setting


def test_the_chances_told_are_better_than_a_constant():
    told, won = noted(2, 60)
    np.testing.assert_allclose(told.reshape(60, 2).sum(1), 1)
    np.testing.assert_allclose(won.reshape(60, 2).sum(1), 1)
    found = calibrated(told, won, np.full(120, 0.5))
    assert found["brier"] < found["constant"] == pytest.approx(0.25, abs=0.02)
    assert "Chances told and games won" in drawing(found)


def test_who_knows_all_hands_is_nearer_to_the_end():
    """On the same moments of the same games."""
    told, won = noted(2, 60)
    curve, won_too = noted(2, 60, by_referee=True)
    np.testing.assert_array_equal(won, won_too)
    np.testing.assert_allclose(curve.reshape(60, 2).sum(1), 1)
    assert np.mean((curve - won) ** 2) < np.mean((told - won) ** 2)


def test_a_table_of_reliability_says_what_was_told_and_won():
    told, won = np.array([0.1, 0.12, 0.9, 0.92]), np.array([0.0, 0.0, 1.0, 0.0])
    found = calibrated(told, won, np.full(4, 0.5))
    assert [line["won"] for line in found["lines"]] == [0.0, 0.5]
    assert found["brier"] == pytest.approx(np.mean((told - won) ** 2))


@pytest.mark.parametrize(("one", "other"), [("prior", "lector"), ("lector", "novice")])
def test_distances_come_from_duplicate_deals(one, other):
    found = met(one, other, Setting("biblios", 2, "iello", (), SEED), 12)
    assert len(found.shares) == 12 and found.shares.mean() > 0.4


def test_who_never_draws_shares_the_wins_with_itself(monkeypatch):
    monkeypatch.setitem(WARM, "prior", (COLD, 0.0))
    found = met("prior", "prior", Setting("biblios", 3, "iello", (), SEED), 4)
    assert found.shares.mean() == pytest.approx(1 / 3)


def test_seats_that_nobody_can_play_are_refused_in_a_line(monkeypatch, capsys):
    monkeypatch.setattr("sys.argv", ["rungs", "--seats", "9", "--deals", "1"])
    with pytest.raises(SystemExit):
        main()
    assert "invalid choice: 9" in capsys.readouterr().err
