"""The editions set default options, which can be overridden."""

import pytest

from armarium.games.biblios import Game
from armarium.games.biblios.options import EDITIONS, OPTIONS

from .scenes import set_up_auction, set_up_end

TABLE = {
    "iello": ("standard", True, False, "gold-value", False),
    "scripts-and-scribes": ("standard", True, False, "gold-value", False),
    "manual": ("standard", False, True, "gold-cards", False),
}
NAMES = ("penalty", "beyond_means", "may_refuse", "game_tie", "open_collections")


def test_there_are_three_editions():
    assert list(EDITIONS) == list(TABLE)


@pytest.mark.parametrize("edition", TABLE)
def test_an_edition_gives_the_defaults(edition):
    game = Game.new(3, seed=1, edition=edition)
    assert game.options == {"edition": edition, **dict(zip(NAMES, TABLE[edition])), "first": None}
    assert game.view(1)["options"] == game.options


@pytest.mark.parametrize(
    ("edition", "penalties"),
    [
        ("iello", ("standard", "medieval-bluff")),
        ("scripts-and-scribes", ("standard",)),
        ("manual", ("standard", "medieval-bluff")),
    ],
)
def test_the_penalties_that_a_lobby_offers(edition, penalties):
    penalty = OPTIONS[0]
    assert penalty.name == "penalty" and tuple(penalty.list_offered(edition, 4)) == penalties


@pytest.mark.parametrize("edition", TABLE)
@pytest.mark.parametrize(
    "option",
    [
        {"penalty": "medieval-bluff"},
        {"beyond_means": False},
        {"beyond_means": True},
        {"may_refuse": True},
        {"may_refuse": False},
        {"game_tie": "gold-cards"},
        {"game_tie": "gold-value"},
        {"open_collections": True},
        {"first": 2},
    ],
    ids=str,
)
def test_any_keyword_may_override_it_and_is_shown(edition, option):
    game = Game.new(3, seed=1, edition=edition, **option)
    defaults = Game.new(3, seed=1, edition=edition).options
    assert game.options == game.view(None)["options"] == {**defaults, **option}


def test_beyond_means_is_asked_by_property():
    for edition in TABLE:
        free = set_up_auction([[], [], []], ["tomes-1a"], edition=edition, beyond_means=True)
        assert "bid 66" in free.legal()
        bound = set_up_auction([[], [], []], ["tomes-1a"], edition=edition, beyond_means=False)
        assert bound.legal() == ["pass"]


def test_may_refuse_is_asked_by_property():
    for edition in TABLE:
        for may in (True, False):
            game = set_up_auction(
                [[], ["gold-1"], []], ["tomes-1a"], edition=edition, may_refuse=may
            )
            game.play("bid 1")
            game.play("pass")
            game.play("pass")
            assert game.legal() == (["pay gold-1", "refuse"] if may else ["pay gold-1"])


def test_the_game_tie_is_asked_by_property():
    hands = [["monks-4h", "gold-1", "gold-1"], ["tomes-2h", "gold-3"]]
    for edition in TABLE:
        assert set_up_end(hands, edition=edition, game_tie="gold-value").outcome()["winners"] == [1]
        assert set_up_end(hands, edition=edition, game_tie="gold-cards").outcome()["winners"] == [0]


def test_the_cards_of_a_seed_do_not_depend_on_the_edition():
    deals = [Game.new(3, seed=7, edition=edition).truth()["draw"] for edition in TABLE]
    assert deals[0] == deals[1] == deals[2]
