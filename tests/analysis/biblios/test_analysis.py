"""A game of Biblios explained: what an analysis holds, that it is the same again, and what is refused."""

import json

import pytest

from armarium import words
from armarium.analysis.analysing import NotOver, analyse, analyst_of
from armarium.analysis.judging import CLASSES, MARKED, class_of
from armarium.analysis.wording import spoken
from armarium.games.biblios import Game
from tests.analysis.biblios.games import played


@pytest.fixture(scope="module")
def noted():
    return []


@pytest.fixture(scope="module")
def found(noted):
    return analyse(played("oblate", "prior"), lambda done, of: noted.append(done / of), effort=0.25)


def test_every_version_and_every_decision(found):
    game = Game.replay(played("oblate", "prior"))
    assert len(found["curve"]) == len(game.actions) + 1
    assert len(found["luck"]) == len(game.actions)
    assert found["curve"][-1] == [float(seat in game.outcome()["winners"]) for seat in (0, 1)]
    decided = {one["v"]: one for one in found["decisions"]}
    replayed = Game.new(2, 1)
    for v, (seat, action) in enumerate(game.actions):
        assert (v in decided) == (len(replayed.legal()) > 1)
        if v in decided:
            one = decided[v]
            assert (one["seat"], one["action"]) == (seat, action)
            assert one["best"] in replayed.legal()
        replayed.play(action)


def test_costs_are_never_negative_and_classes_follow_from_them(found):
    for one in found["decisions"]:
        assert one["cost"] >= 0 and 0 <= one["chance"] <= one["chance"] + one["cost"] <= 1
        assert one["class"] == class_of(one["cost"], analyst_of("biblios").measure)
        assert (one["best"] == one["action"]) == (one["cost"] == 0)
        chances = [weighed["chance"] for weighed in one["weighed"]]
        assert chances == sorted(chances, reverse=True)
        assert one["because"] is None or one["class"] in MARKED


def test_the_seats_are_summed_up(found):
    for number, seat in enumerate(found["seats"]):
        own = [one for one in found["decisions"] if one["seat"] == number]
        assert sum(seat["classes"].values()) == len(own) and set(seat["classes"]) == set(CLASSES)
        costs = sorted((one["cost"] for one in own), reverse=True)
        by_version = {one["v"]: one["cost"] for one in own}
        assert [by_version[v] for v in seat["moments"]] == costs[: len(seat["moments"])]
        assert len(seat["moments"]) <= 3
        assert (
            abs(seat["luck"] + seat["own"] + seat["others"] - seat["final"] + seat["initial"])
            < 1e-9
        )
    assert found["seats"][0]["accuracy"] < found["seats"][1]["accuracy"], "oblate and prior"


def test_every_purchase_has_a_fair_price(found):
    game = Game.new(2, 1)
    bought = []
    for seat, action in Game.replay(played("oblate", "prior")).actions:
        game.play(action, seat)
        for event in game.seen(None):
            if event["event"] == "lot-bought":
                bought.append((len(game.actions), event["seat"], event["card"], event["amount"]))
    assert [(lot["v"], lot["seat"], lot["card"], lot["paid"]) for lot in found["lots"]] == bought
    assert bought and all(lot["fair"] >= 0 for lot in found["lots"])
    assert len({lot["fair"] for lot in found["lots"]}) > 1


def test_it_is_the_same_again_and_only_data(found):
    assert analyse(played("oblate", "prior"), effort=0.25) == found
    assert json.loads(json.dumps(found)) == found
    assert found["version"] == analyst_of("biblios").version


def test_reasons_are_told_in_both_languages(found):
    options = Game.replay(played("oblate", "prior")).options
    for language in words.languages():
        told = spoken(found, options, language)
        for one in told["decisions"]:
            assert (one["reason"] is None) == (one["because"] is None)
            assert one["reason"] is None or "{" not in one["reason"]
    assert any(one["because"] for one in found["decisions"])


def test_progress_only_rises(found, noted):
    assert noted == sorted(noted) and noted[-1] == 1 and len(set(noted)) > 50


def test_a_game_that_goes_on_is_not_explained():
    game = Game.new(2, 1)
    game.play(game.legal()[0])
    with pytest.raises(NotOver):
        analyse(game.record())
