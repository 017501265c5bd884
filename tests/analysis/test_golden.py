"""Every golden record: the referee's curve adds up and ends with the result; luck and play are the whole change."""

from pathlib import Path

import numpy as np
import pytest

from armarium.analysis.analysing import analyst_of, versions_of
from armarium.analysis.shares import shares_of
from armarium.games.bibliogamo.analysis import analyst
from armarium.games.table.record import Record

RECORDS = sorted((Path(__file__).parents[1] / "golden" / "records").glob("*.txt"))


@pytest.fixture
def few_futures(monkeypatch):
    """What adds up does so whatever the curve is made of; eighty futures a point of 24 games take a minute."""
    monkeypatch.setattr(analyst, "FUTURES", 8)


@pytest.mark.parametrize("file", RECORDS, ids=lambda file: file.stem)
def test_luck_and_play_are_the_whole_change(file, few_futures):
    record = Record.parse(file.read_text("ascii"))
    games = list(versions_of(record))
    measured = analyst_of(games[-1].name)
    course = measured.course(games, lambda done, of: None)
    assert course.points.shape == (len(games), games[0].seats)
    assert course.settled.shape == (len(games) - 1, games[0].seats)
    if measured.measure.name == "chance":
        for table in (course.points, course.settled):
            assert np.allclose(table.sum(1), 1.0, atol=1e-9)
    outcome = games[-1].outcome()
    shares = shares_of(course, [seat for seat, _ in games[-1].actions])
    for seat, share in enumerate(shares):
        change = share["final"] - share["initial"]
        assert abs(share["luck"] + share["own"] + share["others"] - change) < 1e-6
        if measured.measure.name == "chance":
            won = seat in outcome["winners"]
            assert share["final"] == (1 / len(outcome["winners"]) if won else 0)
        else:
            assert share["final"] == outcome["score"]
