"""What a story says about the end of a game and about single decisions, from hand-made facts."""

from __future__ import annotations

from typing import Any

import pytest

from armarium.analysis.analysing import replay_versions
from armarium.analysis.report import Result
from armarium.analysis.story import collect_facts, describe_analysis
from armarium.core.record import Record
from armarium.games.bibliogamo import Game as Bibliogamo
from armarium.games.bibliogamo.analysis.narrator import BibliogamoStoryteller
from armarium.games.biblios import Game
from armarium.games.biblios.analysis.narrator import BibliosStoryteller
from armarium.text.events import Viewer
from tests.analysis.test_stories import make_analysis, plant_blunder

CATEGORIES = ("monks", "pigments", "holy-books", "manuscripts", "tomes")
ADA_READS = Viewer("en", ("Ada", "Bede", "Odo"), 0)


def make_end(dice: list[int], totals: list[list[int]], gold: list[int], winner: int) -> Any:
    """Return the facts of a finished game. Highest totals win; ties go to the first seat."""
    holders = [
        max(range(len(one)), key=lambda seat: one[seat]) if any(one) else None for one in totals
    ]
    points = [
        sum(die for die, holder in zip(dice, holders, strict=True) if holder == seat)
        for seat in range(len(gold))
    ]
    outcome = {
        "points": points, "dice": dict(zip(CATEGORIES, dice)), "totals": dict(zip(CATEGORIES, totals)),
        "categories": dict(zip(CATEGORIES, holders)), "letters": {one: ["A"] * 3 for one in CATEGORIES},
        "gold": gold, "gold_cards": gold, "decided_by": "points", "options": {"game_tie": "gold-value"},
    }  # fmt: skip
    return {"outcome": outcome, "winners": [winner]}


def tell_dice(facts: Any) -> list[tuple[str, Any]]:
    """Return the sentence about dice of every seat: its code and category."""
    found = []
    for seat in range(len(facts["outcome"]["points"])):
        result: Result = "won" if seat in facts["winners"] else "lost"
        sentence = BibliosStoryteller().tell_result(facts, seat, result)[1]
        found.append((sentence["code"], sentence["facts"].get("category")))
    return found


def test_a_die_that_nobody_else_competed_for_can_decide_the_game():
    facts = make_end([3, 2, 1, 0, 0], [[10, 0], [0, 8], [0, 1], [0, 0], [0, 0]], [2, 1], 0)
    facts["outcome"]["points"] = [3, 3]
    assert tell_dice(facts) == [("die-won-alone", "monks"), ("die-lost-none", "monks")]


def test_the_winner_is_not_told_that_no_die_mattered_when_a_third_player_needed_one():
    totals = [[5, 4, 1], [0, 0, 8], [6, 0, 0], [0, 0, 0], [0, 0, 0]]
    facts = make_end([3, 4, 2, 1, 1], totals, [0, 0, 0], 0)
    won, _, (code, category) = tell_dice(facts)
    assert (code, category) == ("die-lost", "monks")
    assert won == ("die-won", "monks")


@pytest.mark.parametrize(("gold", "is_told"), [([1, 9], True), ([9, 1], False), ([1, 1], False)])
def test_gold_breaks_the_tie_that_a_die_would_have_made(gold, is_told):
    totals = [[5, 4], [0, 3], [6, 0], [6, 0], [6, 0]]
    facts = make_end([2, 3, 2, 2, 1], totals, gold, 0)
    results: tuple[Result, Result] = ("won", "lost")
    for seat, result in enumerate(results):
        story = [one["code"] for one in BibliosStoryteller().tell_result(facts, seat, result)]
        dice = [f"die-{result}", "level-by-gold"] if is_told else [f"no-die-{result}"]
        assert story == [result, *dice]


def play_biblios(choose: Any, seed: int = 6, **options: Any) -> Record:
    game = Game.new(2, seed, **options)
    while game.to_act is not None:
        legal = game.legal()
        game.play(choose(game, legal) or legal[0])
    return Record.parse(game.record())


def test_a_refused_payment_is_told_with_the_bid():
    def choose(game: Any, legal: list[str]) -> str | None:
        for wanted in ("refuse", "bid 1"):
            if wanted in legal and (wanted == "bid 1" or game.to_act == 0):
                return wanted
        return "pass" if "pass" in legal else None

    record = play_biblios(choose, may_refuse=True)
    facts, whole = collect_facts(record), make_analysis(record)
    v = next(v for v, move in enumerate(facts["moves"]) if "refused" in move)
    assert facts["actors"][v] == 0
    plant_blunder(whole, v, "pass", 0.3)
    (note,) = describe_analysis(whole, record, ADA_READS)["stories"][0]["notes"]
    assert note["did"]["code"] == "bid-refused"
    assert "refused to pay; the penalty took " in note["did"]["text"]


def test_a_penalty_that_found_nothing_to_take_is_not_told_as_an_empty_list():
    def tell(lost: list[str]) -> str:
        facts = {"seat": 0, "number": 1, "card": "gold-3", "amount": 9, "have": 0, "lost": lost}
        whole = make_analysis(record)
        plant_blunder(whole, v, "pass", 0.3)
        collect_facts(record)["moves"][v].update(facts)
        (note,) = describe_analysis(whole, record, ADA_READS)["stories"][0]["notes"]
        return str(note["did"]["text"])

    record = play_biblios(lambda game, legal: "bid 1" if "bid 1" in legal else None)
    bids = [v for v, move in enumerate(collect_facts(record)["moves"]) if move.get("is_bid")]
    v = next(v for v in bids if collect_facts(record)["actors"][v] == 0)
    assert tell(["gold-1"]).endswith("; the penalty took Gold 1.")
    assert tell([]).endswith(" with no cards left.")


def find_lots_of_the_deciding_die() -> Any:
    """Yield games with a card that the winner bought for the deciding die, and how much it was needed."""

    def choose(game: Any, legal: list[str]) -> str | None:
        bids = [one for one in legal if one.startswith("bid ") and int(one[4:]) <= 2]
        return bids[0] if bids else "pass" if "pass" in legal else None

    for seed in range(20):
        record = play_biblios(choose, seed=seed)
        facts, whole = collect_facts(record), make_analysis(record)
        winner = facts["winners"][0]
        code, category = tell_dice(facts)[winner]
        for lot in whole["lots"]:
            if code == "die-won" and lot["seat"] == winner and lot["card"].startswith(category):
                lead = facts["outcome"]["totals"][category]
                value = int(lot["card"].removeprefix(f"{category}-")[0])
                yield record, whole, lot, value >= max(lead) - min(lead)


@pytest.mark.parametrize("language", ["en", "fr"])
def test_a_card_that_helped_to_win_the_deciding_die_is_not_simply_worth_nothing(language):
    seen = {}
    for record, whole, lot, is_needed in find_lots_of_the_deciding_die():
        facts, seat = collect_facts(record), lot["seat"]
        v = max(
            v
            for v in range(lot["v"])
            if facts["actors"][v] == seat and facts["moves"][v].get("is_bid")
        )
        if is_needed in seen or not any(one["v"] == v for one in whole["decisions"]):
            continue
        lot["fair"] = 0
        plant_blunder(whole, v, "pass", 0.3)
        viewer = Viewer(language, ("Ada", "Bede"), seat)
        (note,) = describe_analysis(whole, record, viewer)["stories"][seat]["notes"]
        assert note["did"]["code"] == ("bought-helped" if is_needed else "bought")
        seen[is_needed] = note["did"]["text"]
    assert len(seen) == 2
    helped = {"en": "helped you win the die", "fr": "servi à gagner le dé"}[language]
    assert helped in seen[True] and helped not in seen[False]


def test_nobody_was_hired_only_if_nobody_was_hired_that_day():
    game = Bibliogamo.new(1, 3)
    while game.to_act is not None:
        legal = game.legal()
        hires = [one for one in legal if one.startswith("hire")]
        game.play(hires[0] if hires else "done" if "done" in legal else legal[0])
    record = Record.parse(game.record())
    games = list(replay_versions(record))
    hiring = [
        v
        for v, game in enumerate(games[:-1])
        if game.truth()["step"] == "hire" and len(game.legal()) > 1
    ]
    first = next(v for v in hiring if games[-1].actions[v][1] != "done")
    second = next(
        v for v in hiring if v > first and games[v].truth()["day"] == games[first].truth()["day"]
    )
    texts = []
    for v in (first, second):
        whole = make_analysis(record, measure="score")
        one = next(one for one in whole["decisions"] if one["v"] == v)
        one["action"] = "done"
        plant_blunder(whole, v, games[-1].actions[first][1], 3.0)
        (note,) = describe_analysis(whole, record, ADA_READS)["stories"][0]["notes"]
        texts.append(note["did"]["text"].removeprefix(f"On day {games[first].truth()['day']} "))
    assert texts == ["you hired nobody.", "you hired nobody else."]


def test_a_city_without_points_has_no_sum_of_zeros():
    facts: Any = {"outcome": {"score": 0, "books": 0, "prestige": False, "prestige_vp": 11}}
    (sentence,) = BibliogamoStoryteller().tell_result(facts, 0, "score")
    assert sentence["code"] == "scored-nothing"
