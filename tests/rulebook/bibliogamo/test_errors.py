"""What cannot be asked of a game of Bibliogamo, and how it is refused."""

import pytest

from armarium.games.bibliogamo import Game
from armarium.games.table.errors import (
    BadOption,
    BadSeats,
    IllegalAction,
    InvalidAction,
    NotYourTurn,
    UnknownEdition,
)
from tests.rulebook.bibliogamo.scenes import chosen, city, end_day
from tests.rulebook.biblios.scenes import refused


@pytest.mark.parametrize("seats", [0, 2, True, "1", None])
def test_it_is_for_one(seats):
    refused(BadSeats, "bad-seats", Game.new, seats)


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
    error = refused(BadOption, "bad-option", Game.new, **{option: value})
    assert error.facts["option"] == option


def test_there_is_one_edition():
    refused(UnknownEdition, "unknown-edition", Game.new, edition="manual")


DRAW = chosen()["draw"]


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
    refused(BadOption, "bad-option", Game.new, deal=deal)


@pytest.mark.parametrize("action", ["", "hire", "hire 48 history", "Done", "bid 5", None, 7])
def test_what_is_no_action(action):
    game = city()
    before = game.digest()
    refused(InvalidAction, "invalid-action", game.play, action)
    assert game.digest() == before


def test_an_action_at_the_wrong_time_names_those_that_are_allowed():
    game = city()
    before = game.digest()
    error = refused(IllegalAction, "illegal-action", game.play, "hire 14 history")
    assert error.facts["allowed"] == game.legal() and game.digest() == before


def test_nobody_acts_when_it_is_over():
    game = city(day=40)
    refused(NotYourTurn, "not-your-turn", game.play, "done", 1)
    end_day(game)
    refused(NotYourTurn, "not-your-turn", game.play, "done")
