"""Every golden record: the referee's curve adds up and ends with the result; luck and play are the whole change."""

from pathlib import Path

import numpy as np
import pytest

from armarium.analysis.analysing import compute_shares, find_analyst, replay_versions
from armarium.core.record import Record
from armarium.games.bibliogamo.analysis import analyst

RECORDS = sorted((Path(__file__).parents[1] / "golden" / "records").glob("*.txt"))


@pytest.fixture
def few_futures(monkeypatch):
    """Sample fewer futures: the sums do not depend on their number, and eighty per point would take a minute."""
    monkeypatch.setattr(analyst, "FUTURES", 8)


@pytest.mark.parametrize("file", RECORDS, ids=lambda file: file.stem)
def test_luck_and_play_are_the_whole_change(file, few_futures):
    record = Record.parse(file.read_text("ascii"))
    games = list(replay_versions(record))
    measured = find_analyst(games[-1].name)
    curve = measured.compute_curve(games, lambda done, of: None)
    assert curve.points.shape == (len(games), games[0].seats)
    assert curve.after_action.shape == (len(games) - 1, games[0].seats)
    if measured.measure.name == "chance":
        for table in (curve.points, curve.after_action):
            assert np.allclose(table.sum(1), 1.0, atol=1e-9)
    outcome = games[-1].outcome()
    shares = compute_shares(curve, [seat for seat, _ in games[-1].actions])
    for seat, share in enumerate(shares):
        change = share["final"] - share["initial"]
        assert abs(share["luck"] + share["own"] + share["others"] - change) < 1e-6
        if measured.measure.name == "chance":
            won = seat in outcome["winners"]
            assert share["final"] == (1 / len(outcome["winners"]) if won else 0)
        else:
            assert share["final"] == outcome["score"]
