"""Hints are for solo players on their turn, are recorded in the log, and reveal nothing hidden."""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from armarium.analysis.analysing import compute_hints
from armarium.analysis.extension import analysis_extension
from armarium.analysis.report import describe_reason
from armarium.games import bibliogamo, biblios
from armarium.server.app import make_app
from armarium.server.features import hints
from armarium.server.tables.log import HintAsked
from tests.players.biblios.twin_truths import iter_twins
from tests.server.in_memory import Answer, Server

ADA, MONK = {"name": "Ada"}, {"bot": "monk"}


async def open_table(server: Server, seats: list[dict[str, Any]], **more: Any) -> dict[str, Any]:
    wish = {"game": "biblios", "options": {"first": 0}, "seats": seats, **more}
    ticket: dict[str, Any] = (await server.post("/api/tables", wish)).json
    return ticket


async def request_hint(server: Server, table: str, token: str) -> Answer:
    return await server.post(f"/api/tables/{table}/hint", {}, Authorization=f"Bearer {token}")


async def test_a_solo_player_gets_a_hint(tmp_path: Path):
    app = make_app(f"sqlite:///{tmp_path / 'tables.db'}")
    async with Server(app) as server:
        await app.state.hints.get_ready()
        at = await open_table(server, [ADA, MONK])
        answer = await request_hint(server, at["table"], at["token"])
        assert answer.status == 200, answer.text
        received = answer.json
        chances = [one["chance"] for one in received["actions"]]
        assert chances == sorted(chances, reverse=True) and 0 < chances[0] < 1
        assert all(one["text"] and one["error"] >= 0 for one in received["actions"])
        best, *others = received["actions"]
        assert best["is_equal"] and best["reason"] and not any(one["reason"] for one in others)
        assert (received["number"], received["measure"]) == (1, "chance")
        assert (await request_hint(server, at["table"], at["token"])).json["number"] == 2
        entries = app.state.live_tables._store.read(at["table"])
        assert entries[-1] == HintAsked(0, received["v"])


async def test_there_is_no_hint_with_other_people(server: Server):
    at = await open_table(server, [ADA, {"open": True}])
    other = (await server.post(f"/api/tables/{at['table']}/seats", {"name": "Bo"})).json
    for token in (at["token"], other["token"]):
        answer = await request_hint(server, at["table"], token)
        assert (answer.status, answer.json["facts"]["reason"]) == (403, "hint-people")


@pytest.mark.parametrize(
    ("seats", "more", "reason"),
    [
        ([ADA, MONK], {"memory": "none"}, "hint-memory"),
        ([MONK, ADA], {}, "hint-turn"),
        ([ADA, {"open": True}], {}, "hint-people"),
    ],
)
async def test_there_is_no_hint_where_it_is_not_allowed(
    server: Server, seats: list[dict[str, Any]], more: dict[str, Any], reason: str
):
    at = await open_table(server, seats, **more)
    answer = await request_hint(server, at["table"], at["token"])
    assert (answer.status, answer.json["code"]) == (403, "no-hint")
    assert answer.json["facts"]["reason"] == reason


async def test_a_hint_needs_a_valid_token(server: Server):
    at = await open_table(server, [ADA, MONK])
    assert (await request_hint(server, at["table"], "x" * 32)).json["code"] == "bad-token"


async def test_a_daily_deal_has_no_hints(server: Server):
    wish = {"game": "bibliogamo", "seats": [ADA], "daily": "browser-one-0123456789"}
    at = (await server.post("/api/tables", wish)).json
    answer = await request_hint(server, at["table"], at["token"])
    assert answer.json["facts"]["reason"] == "hint-daily"


async def test_a_hint_that_takes_too_long_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """The message speaks of a hint: nobody has asked for an analysis."""
    monkeypatch.setattr(hints, "JOB_SECONDS", 0.001)
    async with Server(make_app(f"sqlite:///{tmp_path / 'tables.db'}")) as server:
        at = await open_table(server, [ADA, MONK])
        answer = await request_hint(server, at["table"], at["token"])
    assert (answer.status, answer.json["code"]) == (503, "hint-failed")
    assert answer.json["text"].startswith("This hint took too long")


def iter_positions(game: Any, **more: Any) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield the step and the view of every decision with a choice, in one random game."""
    chance, played = random.Random(2), game.new(seed=3, **more)
    while played.to_act is not None:
        view = played.view(played.to_act)
        if len(view["legal"]) > 1:
            yield view["step"], view
        played.play(chance.choice(view["legal"][:6]))


@pytest.mark.parametrize("language", ["en", "fr"])
def test_the_facts_of_a_hint_name_the_card_and_the_die(language: str):
    """Every step and every kind of action has a text in both languages; a lot of a category names its die."""
    for module, seats in ((biblios, 3), (bibliogamo, 1)):
        describe = analysis_extension(module.Game.name).describe_hint
        assert describe is not None
        kinds = set()
        for _, view in iter_positions(module.Game, seats=seats):
            for action in view["legal"]:
                facts = describe(view, action)
                kinds |= {(action.split()[0], fact.code) for fact in facts}
                options = view["options"]
                texts = [
                    describe_reason(view["game"], fact.data(), options, language, "hint")
                    for fact in facts
                ]
                assert all(texts)
                if action.startswith("take ") and "church" not in action and "gold" not in action:
                    family = action.split()[1].rpartition("-")[0]
                    assert str(view["dice"][family]) in texts[0]
        assert len(kinds) > 12


def test_a_bid_of_all_gold_warns_of_the_penalty():
    view = next(
        view
        for step, view in iter_positions(biblios.Game, seats=3)
        if step == "bid" and not view["lot"].startswith("gold") and "gold-1" in view["hand"]
    )
    gold = sum(int(card[-1]) for card in view["hand"] if card.startswith("gold-"))
    describe = analysis_extension("biblios").describe_hint
    assert describe is not None
    assert "all-gold" in [fact.code for fact in describe(view, f"bid {gold}")]
    assert "all-gold" not in [fact.code for fact in describe(view, f"bid {gold - 1}")]


def test_only_choices_within_the_error_are_equal():
    found = 0
    for _, view in itertools.islice(iter_positions(biblios.Game, seats=2), 20, 60, 8):
        best, *others = compute_hints(view)
        assert best["is_equal"]
        for one in others:
            gap, error = best["chance"] - one["chance"], max(best["error"], one["error"])
            assert one["is_equal"] == (gap <= error)
            found += 1
    assert found


def test_twin_truths_get_the_same_hint():
    compared = 0
    for _, game, twin in itertools.islice(iter_twins(1), 0, 30, 10):
        seat = game.to_act
        assert compute_hints(game.view(seat)) == compute_hints(twin.view(seat))
        compared += 1
    assert compared
