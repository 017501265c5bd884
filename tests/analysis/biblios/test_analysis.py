"""A game of Biblios explained: what an analysis holds, that it is the same again, and what is refused."""

import json

import pytest

from armarium.analysis.analysing import FIRST_LOOK, GameNotOver, analyse, classify, find_analyst
from armarium.analysis.report import CLASSES, MARKED, add_texts
from armarium.games.biblios import Game
from armarium.text import catalogue
from tests.analysis.biblios.games import play_and_record


@pytest.fixture(scope="module")
def noted():
    return []


@pytest.fixture(scope="module")
def parts():
    return []


@pytest.fixture(scope="module")
def report(noted, parts):
    return analyse(
        play_and_record("oblate", "prior"),
        lambda done, of: noted.append(done / of),
        effort=0.25,
        publish=parts.append,
    )


def test_every_version_and_every_decision(report):
    game = Game.replay(play_and_record("oblate", "prior"))
    assert len(report["curve"]) == len(game.actions) + 1
    assert len(report["luck"]) == len(game.actions)
    assert report["curve"][-1] == [float(seat in game.outcome()["winners"]) for seat in (0, 1)]
    decided = {one["v"]: one for one in report["decisions"]}
    replayed = Game.new(2, 1)
    for v, (seat, action) in enumerate(game.actions):
        assert (v in decided) == (len(replayed.legal()) > 1)
        if v in decided:
            one = decided[v]
            assert (one["seat"], one["action"]) == (seat, action)
            assert one["best"] in replayed.legal()
        replayed.play(action)


def test_costs_are_never_negative_and_classes_follow_from_them(report):
    for one in report["decisions"]:
        assert one["cost"] >= 0 and 0 <= one["chance"] <= one["chance"] + one["cost"] <= 1
        assert one["class"] == classify(one["cost"], find_analyst("biblios").measure)
        assert (one["best"] == one["action"]) == (one["cost"] == 0)
        chances = [weighed["chance"] for weighed in one["weighed"]]
        assert chances == sorted(chances, reverse=True)
        assert one["because"] is None or one["class"] in MARKED


def test_the_seats_are_summed_up(report):
    for number, seat in enumerate(report["seats"]):
        own = [one for one in report["decisions"] if one["seat"] == number]
        assert sum(seat["classes"].values()) == len(own) and set(seat["classes"]) == set(CLASSES)
        costs = sorted((one["cost"] for one in own), reverse=True)
        by_version = {one["v"]: one["cost"] for one in own}
        assert [by_version[v] for v in seat["moments"]] == costs[: len(seat["moments"])]
        assert len(seat["moments"]) <= 3
        assert (
            abs(seat["luck"] + seat["own"] + seat["others"] - seat["final"] + seat["initial"])
            < 1e-9
        )
    assert report["seats"][0]["accuracy"] < report["seats"][1]["accuracy"], "oblate and prior"


def test_every_purchase_has_a_fair_price(report):
    game = Game.new(2, 1)
    bought = []
    for seat, action in Game.replay(play_and_record("oblate", "prior")).actions:
        game.play(action, seat)
        for event in game.seen(None):
            if event["event"] == "lot-bought":
                bought.append((len(game.actions), event["seat"], event["card"], event["amount"]))
    assert [(lot["v"], lot["seat"], lot["card"], lot["paid"]) for lot in report["lots"]] == bought
    assert bought and all(lot["fair"] >= 0 for lot in report["lots"])
    assert len({lot["fair"] for lot in report["lots"]}) > 1


def test_it_is_the_same_again_and_only_data(report):
    assert analyse(play_and_record("oblate", "prior"), effort=0.25) == report
    assert json.loads(json.dumps(report)) == report
    assert report["version"] == find_analyst("biblios").version


def test_the_curve_and_the_likely_mistakes_come_first(report, parts):
    final = {one["v"]: one for one in report["decisions"]}
    counts = [len(part["decisions"]) for part in parts]
    assert counts[:2] == [0, 2 * FIRST_LOOK] and counts == sorted(counts)
    assert counts[-1] == len(final)
    for part in parts:
        assert part["curve"] == report["curve"] and part["luck"] == report["luck"]
        versions = [one["v"] for one in part["decisions"]]
        assert versions == sorted(versions) and not part["lots"]
    early = [one["v"] for one in parts[1]["decisions"]]
    worst = sorted(final, key=lambda v: -final[v]["cost"])
    assert len(set(worst[:6]) & set(early)) >= 4, "the others follow soon"
    assert parts[-1]["decisions"] == report["decisions"]


def test_reasons_have_texts_in_both_languages(report):
    options = Game.replay(play_and_record("oblate", "prior")).options
    for language in catalogue.languages():
        described = add_texts(report, options, language)
        for one in described["decisions"]:
            assert (one["reason"] is None) == (one["because"] is None)
            assert one["reason"] is None or "{" not in one["reason"]
    assert any(one["because"] for one in report["decisions"])


def test_progress_only_rises(report, noted):
    assert noted == sorted(noted) and noted[-1] == 1 and len(set(noted)) > 50


def test_a_game_that_goes_on_is_not_explained():
    game = Game.new(2, 1)
    game.play(game.legal()[0])
    with pytest.raises(GameNotOver):
        analyse(game.record())
