"""Bad input gets one clear error, with a code that never changes, and leaves the game as it was."""

import pytest

from armarium.core.errors import (
    BadOption,
    BadSeats,
    IllegalAction,
    InvalidAction,
    NoKnowledge,
    NoRecord,
    NotYourTurn,
    UnknownEdition,
)
from armarium.games.biblios import Game
from armarium.players import position_of

from .scenes import check_refused, deal, list_deck, set_up_auction, set_up_end


@pytest.mark.parametrize("edition", ["", "Iello", "french", None, 1, ["iello"]])
def test_an_unknown_edition(edition):
    error = check_refused(UnknownEdition, "unknown-edition", Game.new, 3, edition=edition)
    assert error.facts["allowed"] == ["iello", "scripts-and-scribes", "manual"]


@pytest.mark.parametrize("seats", [0, 1, 5, -2, True, False, "3", None, 2.5, 3.0, [3]])
def test_a_number_of_seats_that_nobody_can_play(seats):
    check_refused(BadSeats, "bad-seats", Game.new, seats)


@pytest.mark.parametrize(
    "option",
    [
        {"penalty": "mild"},
        {"penalty": True},
        {"penalty": None},
        {"beyond_means": 1},
        {"beyond_means": "yes"},
        {"may_refuse": None},
        {"game_tie": "gold"},
        {"open_collections": 0},
        {"first": 3},
        {"first": -1},
        {"first": True},
        {"first": "0"},
        {"penalties": "standard"},
        {"colour": "brown"},
        {"seed": "7"},
        {"seed": True},
        {"seed": -1},
        {"seed": 2**256},
        {"seed": b"short"},
        {"seed": 1.5},
        {"contributions": [None]},
        {"contributions": [None, None, b"short"]},
        {"contributions": ["x" * 32] * 3},
        {"contributions": 3},
    ],
    ids=str,
)
def test_an_option_that_does_not_exist(option):
    check_refused(BadOption, "bad-option", Game.new, 3, **option)


GOOD = deal(3)


@pytest.mark.parametrize(
    "bad",
    [
        {},
        {"draw": GOOD["draw"]},
        {**GOOD, "shoe": []},
        {**GOOD, "draw": GOOD["draw"][1:]},
        {**GOOD, "draw": ["monks-9z", *GOOD["draw"][1:]]},
        {**GOOD, "draw": [GOOD["draw"][1], *GOOD["draw"][1:]]},
        {**GOOD, "draw": [None, *GOOD["draw"][1:]]},
        {**GOOD, "draw": None},
        {**GOOD, "draw": [["monks-2a"], *GOOD["draw"][1:]]},
        {**GOOD, "draw": 7},
        {**GOOD, "box": GOOD["box"][1:], "draw": [*GOOD["draw"], GOOD["box"][0]]},
        {**GOOD, "box": [*GOOD["box"], "gold-1", "gold-2", "gold-3"]},
        {**GOOD, "first": 3},
        {**GOOD, "first": True},
        {**GOOD, "first": "0"},
        {**GOOD, "auction": ["monks-9z"]},
        {**GOOD, "auction": ["gold-1"] * 33},
        {**GOOD, "auction": None},
        [GOOD],
        "random",
    ],
    ids=range(20),
)
def test_a_bad_deal(bad):
    check_refused(BadOption, "bad-option", Game.new, 3, deal=bad)


def test_a_good_deal_beside_them():
    assert Game.new(3, deal=GOOD).truth()["draw"] == GOOD["draw"]
    assert sorted(GOOD["draw"] + GOOD["box"]) == sorted(list_deck(3))


@pytest.fixture
def bidding():
    return set_up_auction([[], ["gold-2"], []], ["tomes-1a"])


def check_unchanged(game, error, code, action, seat=None):
    before, record = game.digest(), game.record()
    caught = check_refused(error, code, game.play, action, seat)
    assert game.digest() == before and game.record() == record
    return caught


@pytest.mark.parametrize("seat", [0, 2, 3, -1])
def test_out_of_turn(bidding, seat):
    error = check_unchanged(bidding, NotYourTurn, "not-your-turn", "bid 1", seat)
    assert error.facts["to_act"] == 1


def test_after_the_end():
    game = set_up_end([["gold-1"], ["gold-2"]])
    check_unchanged(game, NotYourTurn, "not-your-turn", "pass")
    check_unchanged(game, NotYourTurn, "not-your-turn", "pass", 0)


@pytest.mark.parametrize(
    "action", ["keep", "take gold-1", "pay gold-2", "refuse", "decline", "raise monks"]
)
def test_well_formed_but_not_allowed_now(bidding, action):
    error = check_unchanged(bidding, IllegalAction, "illegal-action", action)
    assert error.facts == {"asked": action, "allowed": bidding.legal()}


@pytest.mark.parametrize(
    "action",
    [
        None, "", " ", "BID 5", "Bid 5", "bid", "bid 0", "bid 05", "bid 5 ", " bid 5", "bid  5", "bid +5", "bid -5",
        "bid 5.0", "bid 67", "bid ५", "bid five", "pass\n", "take", "take church", "pay church+1", "pay monks-2z",
        "raise pigments monks", "raise monks monks", "raise", "lower gold", "monks-2a", 5, 0, True, b"pass", ["pass"],
        ("pass",), {"action": "pass"},
    ],
)  # fmt: skip
def test_what_cannot_be_read(bidding, action):
    check_unchanged(bidding, InvalidAction, "invalid-action", action)


@pytest.mark.parametrize("seat", [3, -1, True, "0", 1.5, [0]])
@pytest.mark.parametrize("look", ["view", "seen"])
def test_a_viewer_that_does_not_exist(bidding, seat, look):
    check_refused(BadSeats, "bad-seats", getattr(bidding, look), seat)


def test_a_game_that_keeps_no_knowledge_has_no_views():
    game = Game.new(3, seed=1, keep_knowledge=False)
    for viewer in (0, None):
        check_refused(NoKnowledge, "no-knowledge", game.view, viewer)


def test_an_imagined_game_has_no_record(bidding):
    check_refused(NoRecord, "no-record", position_of(bidding, 0).imagine(1).record)
