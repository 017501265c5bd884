"""Stories of hand-made analyses: what is called a mistake, at what price, and who is meant."""

from __future__ import annotations

from typing import Any

import pytest

from armarium.analysis.analysing import analyse, replay_versions
from armarium.analysis.consistency import agree_prices
from armarium.analysis.story import collect_facts, describe_analysis, tell_stories
from armarium.core.record import Record
from armarium.games.bibliogamo import Game as Bibliogamo
from armarium.games.biblios import Game
from armarium.players import load, position_of
from armarium.text.events import Viewer
from tests.analysis.biblios.games import play_and_record


@pytest.fixture(scope="module")
def record():
    return Record.parse(play_and_record("oblate", "novice", deal=2))


def make_analysis(record: Record, **changes: Any) -> Any:
    """Return an analysis in which every decision was the best, at an even win chance."""
    games = list(replay_versions(record))
    seats, last = games[0].seats, games[-1]
    decisions: list[dict[str, Any]] = [
        {"v": v, "seat": seat, "action": action, "chance": 0.5, "best": action, "cost": 0.0, "class": "best",
         "because": None, "open": 0.0, "weighed": []}
        for v, (seat, action) in enumerate(last.actions)
        if len(games[v].legal()) > 1
    ]  # fmt: skip
    bought = [
        (len(game.actions), event)
        for game in games[1:]
        for event in game.seen(None)
        if event["event"] == "lot-bought"
    ]
    lots = [
        {"v": v, "seat": one["seat"], "card": one["card"], "paid": one["amount"], "fair": one["amount"]}
        for v, one in bought
    ]  # fmt: skip
    seat = {
        "initial": 0.5,
        "final": 0.5,
        "luck": 0.0,
        "own": 0.0,
        "others": 0.0,
        "accuracy": 100.0,
        "classes": {},
        "moments": [],
    }
    whole = {
        "game": last.name, "version": "1", "measure": "chance",
        "curve": [[0.5] * seats for _ in games], "luck": [[0.0] * seats for _ in last.actions],
        "decisions": decisions, "seats": [dict(seat) for _ in range(seats)], "lots": lots,
    }  # fmt: skip
    return {**whole, **changes}


def plant_blunder(analysis: Any, v: int, best: str, cost: float, chance: float = 0.5) -> None:
    one = next(one for one in analysis["decisions"] if one["v"] == v)
    name = "blunder" if cost >= 0.1 else "mistake"
    one |= {"best": best, "cost": cost, "chance": chance, "class": name}


def make_stories(analysis: Any, record: Record) -> Any:
    facts = collect_facts(record)
    return tell_stories(agree_prices(analysis, facts), facts)


def test_a_game_without_mistakes_has_no_notes(record):
    for story in tell_stories(make_analysis(record), collect_facts(record)):
        assert story["notes"] == []
        assert "no-mistake-chance" in [one["code"] for one in story["sentences"]]


@pytest.mark.parametrize("cost", [0.2, 0.35, 0.9])
def test_every_planted_blunder_is_told_and_nothing_else(record, cost):
    whole = make_analysis(record)
    choices = [
        one
        for one in whole["decisions"]
        if one["seat"] == 0 and one["action"] in ("keep", "auction", "public")
    ]
    planted = [one["v"] for one in choices[:6]]
    for v in planted:
        other = "public" if choices[0]["action"] != "public" else "keep"
        plant_blunder(whole, v, other, cost, 0.05)
    own, theirs = make_stories(whole, record)
    assert [note["v"] for note in own["notes"]] == planted and theirs["notes"] == []
    assert [note["moment"] for note in own["notes"]].count(0) == 3
    codes = [one["code"] for one in own["sentences"]]
    also = next(one for one in own["sentences"] if one["code"] == "also-chance")
    assert "cost-chance" in codes
    for note in own["notes"]:
        assert note["did"] in own["sentences"] or note["place"] in also["facts"]["places"]


def test_a_card_bought_too_dear_in_a_lost_game_is_told_by_its_price(record):
    whole = make_analysis(record)
    facts = collect_facts(record)
    lot = next(lot for lot in whole["lots"] if lot["paid"] >= 2)
    lot["fair"] = 0
    for one in whole["decisions"]:
        one["chance"] = 0.0
    found = make_stories(whole, record)[lot["seat"]]
    (note,) = found["notes"]
    assert note["lost"] and note["price"] == {"card": lot["card"], "paid": lot["paid"], "worth": 0}
    assert note["better"]["code"] == "better-pass" and facts["moves"][note["v"]]["is_bid"]
    assert "lost-already" in [one["code"] for one in found["sentences"]]


def test_the_best_move_is_no_mistake_however_low_its_fair_price(record):
    whole = make_analysis(record)
    for lot in whole["lots"]:
        lot["fair"] = 0
    assert all(story["notes"] == [] for story in make_stories(whole, record))


def test_the_fair_price_follows_the_better_move(record):
    whole, facts = make_analysis(record), collect_facts(record)
    lot = next(lot for lot in whole["lots"] if lot["paid"] >= 3)
    v = max(
        v
        for v in range(lot["v"])
        if facts["actors"][v] == lot["seat"] and facts["moves"][v].get("is_bid")
    )
    lot["fair"] = 1
    plant_blunder(whole, v, f"bid {lot['paid'] - 1}", 0.2)
    agreed = agree_prices(whole, facts)["lots"]
    assert next(one for one in agreed if one["v"] == lot["v"])["fair"] == lot["paid"] - 1
    lot["fair"] = lot["paid"] + 5
    plant_blunder(whole, v, "pass", 0.2)
    agreed = agree_prices(whole, facts)["lots"]
    assert next(one for one in agreed if one["v"] == lot["v"])["fair"] < lot["paid"]


@pytest.mark.parametrize(
    ("reason", "cost", "is_told"),
    [
        ({"code": "die-nearer", "facts": {"category": "monks", "count": 40}}, 0.2, True),
        ({"code": "die-nearer", "facts": {"category": "monks", "count": 10}}, 0.2, False),
        ({"code": "rival-stopped", "facts": {"category": "monks", "count": 3}}, 0.1, False),
        ({"code": "gold-kept", "facts": {"count": 3}}, 0.2, True),
        ({"code": "gold-kept", "facts": {"count": 1}}, 0.2, False),
        ({"code": "die-up", "facts": {"category": "monks"}}, 0.2, True),
        ({"code": "die-up", "facts": {"category": "monks"}}, 0.5, False),
    ],
)
def test_a_reason_is_told_only_if_it_explains_its_cost(record, reason, cost, is_told):
    """At the first decision every die shows 3."""
    whole = make_analysis(record)
    v = whole["decisions"][0]["v"]
    other = "public" if whole["decisions"][0]["action"] != "public" else "keep"
    plant_blunder(whole, v, other, cost)
    whole["decisions"][0]["because"] = reason
    told = describe_analysis(whole, record, Viewer("en", ("Ada", "Bede"), 0))
    (note,) = [note for story in told["stories"] for note in story["notes"]]
    assert (note["reason"] is not None) == is_told
    assert (told["decisions"][0]["reason"] is not None) == is_told, "details agree"


def test_a_card_bought_above_its_worth_has_its_price_as_the_reason(record):
    whole = make_analysis(record)
    facts = collect_facts(record)
    lot = next(lot for lot in whole["lots"] if lot["paid"] >= 3)
    v = max(
        v
        for v in range(lot["v"])
        if facts["actors"][v] == lot["seat"] and facts["moves"][v].get("is_bid")
    )
    lot["fair"] = 0
    plant_blunder(whole, v, "pass", 0.1)
    one = next(one for one in whole["decisions"] if one["v"] == v)
    one["because"] = {"code": "gold-kept", "facts": {"count": 1}}
    story = describe_analysis(whole, record, Viewer("en", ("Ada", "Bede"), 0))["stories"]
    (note,) = story[lot["seat"]]["notes"]
    assert note["price_text"] and note["reason"] is None


def test_a_partial_story_does_not_claim_that_there_were_no_mistakes(record):
    whole: Any = {**make_analysis(record), "decisions": [], "lots": []}
    for language in ("en", "fr"):
        viewer = Viewer(language, ("Ada", "Bede"), 0)
        final = describe_analysis(whole, record, viewer)["stories"][0]["text"]
        partial = describe_analysis(whole, record, viewer, is_partial=True)["stories"][0]["text"]
        assert final.startswith(partial) and len(partial) < len(final)


def test_a_bid_that_would_not_have_bought_the_card_is_told_as_staying_in(record):
    whole = make_analysis(record)
    facts = collect_facts(record)
    sold = [
        v
        for v, move in enumerate(facts["moves"])
        if "buyer" in move
        and move.get("is_bid") is False
        and move["buyer"] != facts["actors"][v]
        and move["bid"] < move["paid"]
        and any(one["v"] == v and one["action"] == "pass" for one in whole["decisions"])
    ]
    v = sold[0]
    for amount, code in (
        (facts["moves"][v]["paid"], "stay"),
        (facts["moves"][v]["paid"] + 1, "bid"),
    ):
        plant_blunder(whole, v, f"bid {amount}", 0.2)
        (note,) = [note for story in make_stories(whole, record) for note in story["notes"]]
        assert note["better"]["code"] == f"better-{code}"


def test_the_reader_is_you_and_others_have_their_names(record):
    whole = make_analysis(record)
    for language, you in (("en", "You"), ("fr", "Vous")):
        viewer = Viewer(language, ("Ada", "Bede"), 1)
        first, second = describe_analysis(whole, record, viewer)["stories"]
        assert "Ada" in first["title"] and "Ada" not in second["title"]
        assert (
            you.lower() in second["text"].lower() and "Bede" not in first["text"] + second["text"]
        )


def test_luck_and_play_of_a_wild_game_stay_on_the_scale(record):
    whole = make_analysis(record)
    last = len(whole["curve"]) - 1
    for v in range(1, last):
        whole["curve"][v] = [float(v % 2), float(1 - v % 2)]
    for story in make_stories(whole, record):
        for one in story["stretches"]:
            assert one["first"] < one["last"]
        assert [one["last"] for one in story["stretches"][:-1]] == [
            one["first"] for one in story["stretches"][1:]
        ]
        assert story["stretches"][0]["first"] == 0 and story["stretches"][-1]["last"] == last


def play_with_blunder(planted: list[int]) -> str:
    """Play a strong game in which seat 0 bids far beyond its means once."""
    game = Game.new(2, 6)
    players = [load("prior", seat, "biblios") for seat in (0, 1)]
    while (seat := game.to_act) is not None:
        bids = [action for action in game.legal() if action.startswith("bid ")]
        action = players[seat].choose(position_of(game, seat))
        if seat == 0 and len(bids) > 20 and not planted:
            planted.append(len(game.actions))
            action = bids[-1]
        game.play(action, seat)
    return game.record()


@pytest.mark.slow
def test_a_planted_overbid_of_a_real_game_is_told_and_best_moves_are_not():
    planted: list[int] = []
    text = play_with_blunder(planted)
    analysis = analyse(text)
    record = Record.parse(text)
    found = make_stories(analysis, record)
    decisions = {one["v"]: one for one in analysis["decisions"]}
    assert decisions[planted[0]]["cost"] >= 0.2
    note = next(note for note in found[0]["notes"] if planted[0] in note["versions"])
    assert note["moment"] and note["did"] in found[0]["sentences"]
    for story in found:
        for one in story["notes"]:
            assert one["lost"] or decisions[one["v"]]["best"] != decisions[one["v"]]["action"]


@pytest.mark.slow
def test_a_planted_blunder_of_a_real_city_is_told():
    """Play the last days without a sale or a transfer, which the planner would have made."""
    game = Bibliogamo.new(1, 3)
    player = load("careful", 1, "bibliogamo")
    while game.to_act is not None:
        legal = game.legal()
        idle = "done" in legal and game.truth()["day"] > 30
        game.play("done" if idle else player.choose(position_of(game, 0)))
    analysis = analyse(game.record())
    (story,) = make_stories(analysis, Record.parse(game.record()))
    bad = [one["v"] for one in analysis["decisions"] if one["cost"] >= 3]
    assert bad and {note["v"] for note in story["notes"]} >= set(bad)
    texts = describe_analysis(analysis, Record.parse(game.record()), Viewer("en", ("Ada",), 0))
    for note in texts["stories"][0]["notes"]:
        if note["cost"] >= 3:
            is_described = note["did"]["text"] in texts["stories"][0]["text"]
            assert is_described or note["place"]["text"] in texts["stories"][0]["text"]
