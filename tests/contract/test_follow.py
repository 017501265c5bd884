"""Applying many actions at once equals applying them one by one, also for errors."""

import random

import pytest

from armarium.core.errors import IllegalAction, InvalidAction, NotYourTurn

from .walks import begin, case_id, choose_any, list_cases, list_viewers

CASES = list(list_cases())


def play_case(case, most):
    game, rng = begin(case), random.Random(7)
    while game.to_act is not None and len(game.actions) < most:
        game.play(choose_any(game.legal(), rng))
    return game


@pytest.mark.parametrize("case", CASES[::3], ids=case_id)
def test_follow_equals_play(case):
    game, other = play_case(case, 90), begin(case)
    actions = game.actions
    for start in range(0, len(actions), 40):
        other.follow(actions[start : start + 40])
    other.follow([])
    assert other.digest() == game.digest() and other.actions == actions
    for viewer in list_viewers(game):
        assert other.view(viewer) == game.view(viewer) and other.seen(viewer) == game.seen(viewer)
    assert other.describe_reveals() == game.describe_reveals() and other.record() == game.record()


@pytest.mark.parametrize("case", CASES[::9], ids=case_id)
@pytest.mark.parametrize("where", [0, 5, 19])
def test_follow_stops_at_the_first_invalid_action(case, where):
    game = play_case(case, 20)
    actions = game.actions
    before = begin(case)
    for seat, action in actions[:where]:
        before.play(action, seat)
    seat = before.to_act
    illegal = next(text for text in game.codes if text not in before.legal())
    wrong = [
        ((seat, illegal), IllegalAction),
        ((seat, "sing"), InvalidAction),
        ((seat + 1, actions[where][1]), NotYourTurn),
    ]
    for action, error in wrong:
        other = begin(case)
        with pytest.raises(error):
            other.follow([*actions[:where], action, *actions[where:]])
        assert other.digest() == before.digest() and other.actions == before.actions
        assert other.seen(None) == before.seen(None)
