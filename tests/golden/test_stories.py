"""Stored analyses of real games: their paragraphs stay as they are, and say what the analysis says."""

from __future__ import annotations

import json

import pytest

from armarium.analysis.analysing import find_analyst
from armarium.analysis.consistency import agree_prices
from armarium.analysis.story import collect_facts, tell_stories
from armarium.core.record import Record
from tests.golden.stories import FOLDER, STORIES, tell


@pytest.fixture(params=STORIES)
def stored(request):
    return json.loads((FOLDER / f"{request.param}.json").read_text("ascii")), request.param


def test_paragraphs_and_notes_stay_as_they_are(stored):
    whole, name = stored
    texts = json.loads((FOLDER / f"{name}.story.json").read_text("utf-8"))
    assert tell(whole["record"], whole["analysis"]) == texts, (
        "python -m tests.golden.stories --retell"
    )


def test_severe_mistakes_are_told_and_no_figure_exceeds_the_scale(stored):
    whole, _ = stored
    facts = collect_facts(Record.parse(whole["record"]))
    analysis = agree_prices(whole["analysis"], facts)
    is_chance = analysis["measure"] == "chance"
    severe = 0.2 if is_chance else find_analyst(analysis["game"]).measure.blunder
    for story in tell_stories(analysis, facts):
        described = {v for note in story["notes"] for v in note["versions"]}
        bad = [
            one["v"]
            for one in analysis["decisions"]
            if one["seat"] == story["seat"] and one["cost"] >= severe
        ]
        assert described.issuperset(bad)
        covered = [note for note in story["notes"] if note["moment"]]
        also = [one for one in story["sentences"] if one["code"].startswith("also")]
        places = [place for one in also for place in one["facts"]["places"]]
        for note in story["notes"]:
            if note["cost"] >= severe:
                assert note in covered or note["place"] in places
        parts = [abs(one[part]) for one in story["stretches"] for part in ("luck", "own", "others")]
        assert not is_chance or max(parts) <= 1
        seat = analysis["seats"][story["seat"]]
        change = sum(one["luck"] + one["own"] + one["others"] for one in story["stretches"])
        assert change == pytest.approx(seat["final"] - seat["initial"], abs=0.01)
        assert story["stretches"][-1]["value"] == pytest.approx(seat["final"], abs=0.01)


def test_the_price_agrees_with_the_better_move(stored):
    whole, _ = stored
    facts = collect_facts(Record.parse(whole["record"]))
    analysis = agree_prices(whole["analysis"], facts)
    for story in tell_stories(analysis, facts):
        for note in story["notes"]:
            price, better = note["price"], note["better"]
            if price is None or better is None:
                continue
            assert price["paid"] > price["worth"]
            if better["code"] == "better-bid":
                assert better["facts"]["amount"] <= price["worth"]
