"""A game of Bibliogamo explained: by expected scores, from the view alone, the same again."""

import json

import pytest

from armarium.analysis.analysing import analyse
from armarium.analysis.report import add_texts
from armarium.games.bibliogamo import Game
from armarium.games.bibliogamo.analysis.analyst import BibliogamoAnalyst
from armarium.players import load, position_of
from armarium.text import catalogue


def play_with(player: str) -> Game:
    game, make_player = Game.new(1, 3), load(player, 1, "bibliogamo")
    while game.to_act is not None:
        game.play(make_player.choose(position_of(game, 0)))
    return game


@pytest.fixture(scope="module")
def report():
    return analyse(play_with("careful").record(), effort=0.25)


def test_the_curve_ends_with_the_score(report):
    game = play_with("careful")
    (seat,) = report["seats"]
    assert report["measure"] == "score" and report["lots"] == []
    assert (
        report["curve"][-1] == [game.outcome()["score"]]
        and len(report["curve"]) == len(game.actions) + 1
    )
    assert seat["others"] == 0
    assert abs(seat["luck"] + seat["own"] - seat["final"] + seat["initial"]) < 1e-9


def test_costs_are_never_negative_and_a_careful_player_loses_points(report):
    assert all(one["cost"] >= 0 for one in report["decisions"])
    assert report["seats"][0]["own"] < -5 and report["seats"][0]["moments"]
    assert json.loads(json.dumps(report)) == report


def test_reasons_in_both_languages(report):
    sentences = [
        [
            one["reason"]
            for one in add_texts(report, Game.new(1, 3).options, language)["decisions"]
            if one["because"]
        ]
        for language in catalogue.languages()
    ]
    assert sentences[0] and all(english != french for english, french in zip(*sentences))


def test_the_order_of_the_pile_changes_no_judgement():
    analyst, game = BibliogamoAnalyst(), Game.new(1, 3)
    for _ in range(20):
        game.play(game.legal()[0])
    twin = game.copy()
    s = twin.states[0]
    low, high = int(s["draw_next"]), int(s["draw_end"])
    s["draw"][low:high] = s["draw"][low:high][::-1].copy()
    assert twin.truth() != game.truth() and twin.view(0) == game.view(0)
    action = game.legal()[-1]
    assert analyst.evaluate_actions(game.view(0), action, 0.25, 1) == analyst.evaluate_actions(
        twin.view(0), action, 0.25, 1
    )
