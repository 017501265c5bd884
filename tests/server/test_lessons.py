"""The guided first game over HTTP: a table of its own, whose guide only the learner can read."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from starlette.applications import Starlette

from armarium.core import registry
from armarium.server.extension import server_extension
from tests.server.in_memory import Answer, Server
from tests.server.people import Person

TAUGHT = [name for name in registry.game_names() if server_extension(name).lesson]


async def start_lesson(server: Server, game: str) -> dict[str, Any]:
    answer = await server.post(f"/api/games/{game}/lesson", {"name": "Ada"})
    assert answer.status == 201, answer.text
    ticket: dict[str, Any] = answer.json
    return ticket


async def get_steps(server: Server, at: dict[str, Any], **more: str) -> Answer:
    headers = {"Authorization": f"Bearer {at['token']}", **more}
    return await server.get(f"/api/tables/{at['table']}/lesson", **headers)


async def connect_pupil(server: Server, at: dict[str, Any]) -> Person:
    person = Person(server.connect(at["table"], at["token"]))
    await person.receive_until("history")
    return person


async def play_lesson(server: Server, at: dict[str, Any], turns: int) -> list[str]:
    """Follow the suggestions, or play the first legal action; return every action of the table."""
    ada = await connect_pupil(server, at)
    ada.pipe.send({"t": "pace", "pace": "fast"})
    for _ in range(turns):
        while ada.view["to_act"] not in (0, None):
            await ada.receive()
        steps = (await get_steps(server, at)).json["steps"]
        proposed = [step["does"] for step in steps if step["does"]]
        answer = await ada.act(proposed[-1] if proposed else ada.view["legal"][0])
        assert answer["t"] == "ack", answer
    entries = server.app.state.live_tables._store.read(at["table"])
    return [entry.action for entry in entries if hasattr(entry, "action")]


@pytest.mark.parametrize("game", TAUGHT)
async def test_a_lesson_is_a_table_of_its_own(server: Server, game: str):
    at = await start_lesson(server, game)
    table = (await server.get(f"/api/tables/{at['table']}")).json
    assert table["lesson"] and table["started"] and table["daily"] is None
    assert [seat["bot"] is None for seat in table["seats"]].index(True) == at["seat"] == 0
    first = (await get_steps(server, at)).json
    assert [part["code"] for part in first["parts"]] == list(server_extension(game).lesson.parts)
    assert first["steps"][0]["text"] and first["steps"][0]["why"] and first["steps"][0]["rule"]
    french = (await get_steps(server, at, **{"Accept-Language": "fr"})).json
    assert french["steps"][0]["code"] == first["steps"][0]["code"]
    assert french["steps"][0]["text"] != first["steps"][0]["text"]


async def test_the_server_info_says_which_games_have_a_lesson(server: Server):
    games = (await server.get("/api/info")).json["games"]
    assert {name: game["lesson"] for name, game in games.items() if game["lesson"]} == {
        name: server_extension(name).lesson.minutes for name in TAUGHT
    }


async def test_the_bots_of_a_lesson_always_choose_alike(server: Server):
    one, two = [
        await play_lesson(server, await start_lesson(server, TAUGHT[-1]), 8) for _ in range(2)
    ]
    many, again = [
        await play_lesson(server, await start_lesson(server, "biblios"), 8) for _ in range(2)
    ]
    assert one == two
    assert many[:20] == again[:20] and len(many) >= 20


async def test_only_the_learner_gets_the_guide(server: Server):
    at = await start_lesson(server, "biblios")
    for token in ("", "no-token-of-this-table"):
        answer = await get_steps(server, {**at, "token": token})
        assert (answer.status, answer.json["code"]) == (403, "bad-token")


async def test_other_tables_have_no_guide(server: Server):
    table, token = await server.open_table({"name": "Ada"}, {"bot": "novice"})
    answer = await get_steps(server, {"table": table, "token": token})
    assert (answer.status, answer.json["code"]) == (404, "no-lesson")
    assert answer.json["facts"]["reason"] == "lesson-table"
    assert not (await server.get(f"/api/tables/{table}")).json["lesson"]


async def test_a_game_without_a_lesson_refuses_it(server: Server, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(type(server_extension("biblios")), "lesson", None)
    answer = await server.post("/api/games/biblios/lesson", {})
    assert (answer.status, answer.json["code"]) == (404, "no-lesson")
    assert "biblios" not in answer.json["facts"]["allowed"]


async def test_a_lesson_continues_after_a_restart(app_of: Callable[[], Starlette]):
    async with Server(app_of()) as server:
        at = await start_lesson(server, "biblios")
        before = await play_lesson(server, at, 4)
    async with Server(app_of()) as server:
        ada = await connect_pupil(server, at)
        assert ada.v >= len(before) >= 4
        assert (await server.get(f"/api/tables/{at['table']}")).json["lesson"]
