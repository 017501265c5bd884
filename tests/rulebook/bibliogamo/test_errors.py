"""Invalid arguments of a Bibliogamo game and their errors."""

import pytest

from armarium.core.errors import (
    BadOption,
    BadSeats,
    IllegalAction,
    InvalidAction,
    NotYourTurn,
    UnknownEdition,
)
from armarium.games.bibliogamo import Game
from tests.rulebook.bibliogamo.scenes import end_day, make_deal, set_up_city
from tests.rulebook.biblios.scenes import check_refused


@pytest.mark.parametrize("seats", [0, 2, True, "1", None])
def test_it_is_for_one(seats):
    check_refused(BadSeats, "bad-seats", Game.new, seats)


@pytest.mark.parametrize(
    ("option", "value"),
    [
        ("redraw_chains", 1),
        ("block_scope", "small"),
        ("transfer_keeps_type", "no"),
        ("count_when", None),
        ("landing", True),
        ("transfer_count", "up to"),
        ("transfer_count", 3),
        ("transfers", "exact"),
    ],
)
def test_options_that_there_are_not(option, value):
    error = check_refused(BadOption, "bad-option", Game.new, **{option: value})
    assert error.facts["option"] == option


def test_there_is_one_edition():
    check_refused(UnknownEdition, "unknown-edition", Game.new, edition="manual")


DRAW = make_deal()["draw"]


@pytest.mark.parametrize(
    "deal",
    [
        {"draw": DRAW},
        {"draw": DRAW, "prestige": 1, "hand": []},
        {"draw": DRAW[:-1], "prestige": 1},
        {"draw": [*DRAW[:-1], DRAW[0]], "prestige": 1},
        {"draw": [*DRAW[:-1], True], "prestige": 1},
        {"draw": "1 2 3", "prestige": 1},
        {"draw": DRAW, "prestige": 0},
        {"draw": DRAW, "prestige": 8},
        {"draw": DRAW, "prestige": True},
        [],
    ],
)
def test_deals_that_cannot_be(deal):
    check_refused(BadOption, "bad-option", Game.new, deal=deal)


@pytest.mark.parametrize("action", ["", "hire", "hire 48 history", "Done", "bid 5", None, 7])
def test_what_is_no_action(action):
    game = set_up_city()
    before = game.digest()
    check_refused(InvalidAction, "invalid-action", game.play, action)
    assert game.digest() == before


def test_an_action_at_the_wrong_time_names_those_that_are_allowed():
    game = set_up_city()
    before = game.digest()
    error = check_refused(IllegalAction, "illegal-action", game.play, "hire 14 history")
    assert error.facts["allowed"] == game.legal() and game.digest() == before


def test_nobody_acts_when_it_is_over():
    game = set_up_city(day=40)
    check_refused(NotYourTurn, "not-your-turn", game.play, "done", 1)
    end_day(game)
    check_refused(NotYourTurn, "not-your-turn", game.play, "done")
