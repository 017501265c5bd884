"""Hints: for who plays without other people, on its turn, marked in the log; refused everywhere else, and honest."""

from __future__ import annotations

import itertools
from pathlib import Path
from typing import Any

import pytest

from armarium.analysis.hints import hints_for
from armarium.server.net.app import make_app
from armarium.server.table.log import HintAsked
from tests.players.biblios.twin_truths import twin_positions
from tests.server.pipes import Answer, Server

ADA, MONK = {"name": "Ada"}, {"bot": "monk"}


async def table_of(server: Server, seats: list[dict[str, Any]], **more: Any) -> dict[str, Any]:
    wish = {"game": "biblios", "options": {"first": 0}, "seats": seats, **more}
    ticket: dict[str, Any] = (await server.post("/api/tables", wish)).json
    return ticket


async def hint(server: Server, table: str, token: str) -> Answer:
    return await server.post(f"/api/tables/{table}/hint", {}, Authorization=f"Bearer {token}")


async def test_who_plays_alone_is_told_the_best_actions(tmp_path: Path):
    app = make_app(f"sqlite:///{tmp_path / 'tables.db'}")
    async with Server(app) as server:
        await app.state.hints.get_ready()
        at = await table_of(server, [ADA, MONK])
        answer = await hint(server, at["table"], at["token"])
        assert answer.status == 200, answer.text
        told = answer.json
        chances = [one["chance"] for one in told["actions"]]
        assert chances == sorted(chances, reverse=True) and 0 < chances[0] < 1
        assert all(one["told"] and one["error"] >= 0 for one in told["actions"])
        assert (told["number"], told["measure"]) == (1, "chance")
        assert (await hint(server, at["table"], at["token"])).json["number"] == 2
        entries = app.state.house.lobby._store.read(at["table"])
        assert entries[-1] == HintAsked(0, told["v"])


async def test_nobody_is_told_where_other_people_sit(server: Server):
    at = await table_of(server, [ADA, {"open": True}])
    other = (await server.post(f"/api/tables/{at['table']}/seats", {"name": "Bo"})).json
    for token in (at["token"], other["token"]):
        answer = await hint(server, at["table"], token)
        assert (answer.status, answer.json["facts"]["reason"]) == (403, "hint-people")


@pytest.mark.parametrize(
    ("seats", "more", "reason"),
    [
        ([ADA, MONK], {"memory": "none"}, "hint-memory"),
        ([MONK, ADA], {}, "hint-turn"),
        ([ADA, {"open": True}], {}, "hint-people"),
    ],
)
async def test_nobody_is_told_where_it_is_not_allowed(
    server: Server, seats: list[dict[str, Any]], more: dict[str, Any], reason: str
):
    at = await table_of(server, seats, **more)
    answer = await hint(server, at["table"], at["token"])
    assert (answer.status, answer.json["code"]) == (403, "no-hint")
    assert answer.json["facts"]["reason"] == reason


async def test_a_stranger_is_told_nothing(server: Server):
    at = await table_of(server, [ADA, MONK])
    assert (await hint(server, at["table"], "x" * 32)).json["code"] == "bad-token"


async def test_a_try_that_counts_for_a_day_has_no_hints(server: Server):
    wish = {"game": "bibliogamo", "seats": [ADA], "daily": "browser-one-0123456789"}
    at = (await server.post("/api/tables", wish)).json
    answer = await hint(server, at["table"], at["token"])
    assert answer.json["facts"]["reason"] == "hint-daily"


def test_twin_truths_get_the_same_hint():
    compared = 0
    for _, game, twin in itertools.islice(twin_positions(1), 0, 30, 10):
        seat = game.to_act
        assert hints_for(game.view(seat)) == hints_for(twin.view(seat))
        compared += 1
    assert compared
