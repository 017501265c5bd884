"""Evaluations of a network are the arena's matches: the same deals, rotations and random numbers."""

import numpy as np
import pytest

from armarium.lab.arena.deals import Setting
from armarium.lab.arena.match import Match
from armarium.lab.arena.running import run
from armarium.lab.train.evaluation import evaluate

FIRST = """
from armarium.games.biblios import Game


class First:
    def choose(self, position):
        return min(position.legal, key=Game.codes.get)
"""


@pytest.mark.parametrize(
    ("seats", "against"),
    [
        (2, "novice"),
        pytest.param(3, "oblate", marks=pytest.mark.thorough),
        pytest.param(4, "monk", marks=pytest.mark.thorough),
    ],
)
def test_an_evaluation_is_a_match_of_the_arena(tmp_path, seats, against):
    (tmp_path / "first.py").write_text(FIRST)
    setting = Setting("biblios", seats, "iello", (), 5)
    result = evaluate(setting, against, 3, lambda rows, masks: masks.argmax(1))
    match = Match(setting, (f"{tmp_path / 'first.py'}:First", against), 3)
    run([match], processes=1)
    assert all(not result.faults for result in match.results.values())
    assert np.allclose(result.shares, match.shares(0))
    assert result.to_dict()["deals"] == 3
