"""The first game that teaches, over the wire: a table of its own, whose voice only its learner hears."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from starlette.applications import Starlette

from armarium.games import shelf
from armarium.games.shelf import open_book
from tests.server.people import Person
from tests.server.pipes import Answer, Server

TAUGHT = [name for name in shelf.names() if open_book(name).lesson]


async def begun(server: Server, game: str) -> dict[str, Any]:
    answer = await server.post(f"/api/games/{game}/lesson", {"name": "Ada"})
    assert answer.status == 201, answer.text
    ticket: dict[str, Any] = answer.json
    return ticket


async def told(server: Server, at: dict[str, Any], **more: str) -> Answer:
    headers = {"Authorization": f"Bearer {at['token']}", **more}
    return await server.get(f"/api/tables/{at['table']}/lesson", **headers)


async def seated(server: Server, at: dict[str, Any]) -> Person:
    person = Person(server.sit(at["table"], at["token"]))
    await person.hear_until("history")
    return person


async def learnt(server: Server, at: dict[str, Any], turns: int) -> list[str]:
    """Does what is proposed, or else the first thing that is allowed; every action of the table, in order."""
    ada = await seated(server, at)
    ada.pipe.send({"t": "pace", "pace": "fast"})
    for _ in range(turns):
        while ada.view["to_act"] not in (0, None):
            await ada.hear()
        steps = (await told(server, at)).json["steps"]
        proposed = [step["does"] for step in steps if step["does"]]
        answer = await ada.act(proposed[-1] if proposed else ada.view["legal"][0])
        assert answer["t"] == "ack", answer
    entries = server.app.state.house.lobby._store.read(at["table"])
    return [entry.action for entry in entries if hasattr(entry, "action")]


@pytest.mark.parametrize("game", TAUGHT)
async def test_a_lesson_is_a_table_of_its_own(server: Server, game: str):
    at = await begun(server, game)
    table = (await server.get(f"/api/tables/{at['table']}")).json
    assert table["lesson"] and table["started"] and table["daily"] is None
    assert [seat["bot"] is None for seat in table["seats"]].index(True) == at["seat"] == 0
    first = (await told(server, at)).json
    assert [part["code"] for part in first["parts"]] == list(open_book(game).lesson.parts)
    assert first["steps"][0]["text"] and first["steps"][0]["why"] and first["steps"][0]["rule"]
    french = (await told(server, at, **{"Accept-Language": "fr"})).json
    assert french["steps"][0]["code"] == first["steps"][0]["code"]
    assert french["steps"][0]["text"] != first["steps"][0]["text"]


async def test_info_says_which_games_teach(server: Server):
    games = (await server.get("/api/info")).json["games"]
    assert {name: game["lesson"] for name, game in games.items() if game["lesson"]} == {
        name: open_book(name).lesson.minutes for name in TAUGHT
    }


async def test_the_bots_of_a_lesson_always_choose_alike(server: Server):
    one, two = [await learnt(server, await begun(server, TAUGHT[-1]), 8) for _ in range(2)]
    many, again = [await learnt(server, await begun(server, "biblios"), 8) for _ in range(2)]
    assert one == two
    assert many[:20] == again[:20] and len(many) >= 20


async def test_nobody_else_hears_the_voice(server: Server):
    at = await begun(server, "biblios")
    for token in ("", "no-token-of-this-table"):
        answer = await told(server, {**at, "token": token})
        assert (answer.status, answer.json["code"]) == (403, "bad-token")


async def test_any_other_table_has_no_voice(server: Server):
    table, token = await server.open_table({"name": "Ada"}, {"bot": "novice"})
    answer = await told(server, {"table": table, "token": token})
    assert (answer.status, answer.json["code"]) == (404, "no-lesson")
    assert answer.json["facts"]["reason"] == "lesson-table"
    assert not (await server.get(f"/api/tables/{table}")).json["lesson"]


async def test_a_game_that_teaches_nobody_says_so(server: Server, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(type(open_book("biblios")), "lesson", None)
    answer = await server.post("/api/games/biblios/lesson", {})
    assert (answer.status, answer.json["code"]) == (404, "no-lesson")
    assert "biblios" not in answer.json["facts"]["allowed"]


async def test_a_lesson_that_was_left_is_taken_up_after_a_restart(app_of: Callable[[], Starlette]):
    async with Server(app_of()) as server:
        at = await begun(server, "biblios")
        before = await learnt(server, at, 4)
    async with Server(app_of()) as server:
        ada = await seated(server, at)
        assert ada.v >= len(before) >= 4
        assert (await server.get(f"/api/tables/{at['table']}")).json["lesson"]
