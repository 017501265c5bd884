"""Today's city: one deal for everyone, a browser's first attempt counts, the seed comes tomorrow."""

from __future__ import annotations

import hashlib
import hmac
import random
import sqlite3
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from starlette.applications import Starlette

from armarium.games import bibliogamo
from armarium.server.net.app import make_app
from armarium.server.store import Store
from armarium.server.table.log import Scored
from tests.server.bibliogamo.tables import move, play_out, sit_down, solo
from tests.server.people import Person
from tests.server.pipes import Server

ONE, TWO = "browser-one-0123456789", "browser-two-0123456789"
HOUR = 3600.0
NOON = datetime(2026, 11, 15, 12, tzinfo=UTC).timestamp()
DAY = 24 * HOUR


class Clock:
    def __init__(self) -> None:
        self.now = NOON

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def open_house(tmp_path: Path, clock: Clock) -> Callable[[], Starlette]:
    return lambda: make_app(f"sqlite:///{tmp_path / 'tables.db'}", clock=clock)


async def attempt(server: Server, browser: str, seed: int) -> tuple[str, Person]:
    table, _, ada = await solo(server, daily=browser)
    await play_out(ada, random.Random(seed))
    while not ada.table["over"]:
        await ada.hear()
    return table, ada


async def daily(server: Server, browser: str | None = None) -> dict[str, Any]:
    query = "" if browser is None else f"?browser={browser}"
    answer = await server.get(f"/api/daily{query}")
    assert answer.status == 200, answer.text
    told: dict[str, Any] = answer.json
    return told


async def test_two_browsers_get_the_same_city(open_house: Callable[[], Starlette]):
    async with Server(open_house()) as server:
        (_, _, ada), (_, _, bo) = await solo(server, daily=ONE), await solo(server, daily=TWO)
        _, _, other = await solo(server)
        assert ada.table["daily"] == bo.table["daily"] == "2026-11-15"
        assert other.table["daily"] is None
        assert ada.table["commitment"] == bo.table["commitment"] != other.table["commitment"]
        for person in (ada, bo):
            chance = random.Random(1)
            for _ in range(40):
                await move(person, chance.choice(person.view["legal"]))
        assert ada.view == bo.view
        assert ada.lines == bo.lines


async def test_the_first_finished_attempt_of_a_browser_counts(
    open_house: Callable[[], Starlette],
):
    async with Server(open_house()) as server:
        assert await daily(server, ONE) == {
            "game": "bibliogamo",
            "date": "2026-11-15",
            "attempts": 0,
            "scores": [],
            "mine": None,
            "previous": None,
        }
        _, _, unfinished = await solo(server, daily=ONE)
        await move(unfinished, "done")
        _, first = await attempt(server, ONE, 1)
        score = first.view["outcome"]["score"]
        assert (await daily(server, ONE))["mine"] == score
        for seed in (2, 3):
            await attempt(server, ONE, seed)
        await play_out(unfinished, random.Random(4))  # begun first, but not finished first
        told = await daily(server, ONE)
        assert (told["attempts"], told["mine"]) == (1, score)
        assert told["scores"] == [{"score": score, "count": 1}]
        await attempt(server, TWO, 1)
        told = await daily(server)
        assert (told["attempts"], told["mine"]) == (2, None)
        assert sum(line["count"] for line in told["scores"]) == 2
        assert told["scores"] == sorted(told["scores"], key=lambda s: -s["score"])


async def test_the_next_day_shows_the_seed_and_deals_another_city(
    open_house: Callable[[], Starlette], clock: Clock
):
    async with Server(open_house()) as server:
        table, ada = await attempt(server, ONE, 1)
        commitment = ada.table["commitment"]
        sealed = await server.get(f"/api/tables/{table}/record", **{"Accept-Language": "fr"})
        assert (sealed.status, sealed.json["code"]) == (403, "record-withheld")
        assert "2026-11-15" in sealed.json["text"]
        clock.now += DAY
        told = await daily(server, ONE)
        assert (told["date"], told["attempts"], told["mine"]) == ("2026-11-16", 0, None)
        assert told["previous"]["date"] == "2026-11-15"
        seed = bytes.fromhex(told["previous"]["seed"])
        secret = server.app.state.house.lobby._store.secret
        assert seed == hmac.new(secret, b"2026-11-15", hashlib.sha256).digest()
        assert bibliogamo.Game.new(seed=seed).commitment == commitment
        record = (await server.get(f"/api/tables/{table}/record")).text
        assert seed.hex() in record
        assert bibliogamo.Game.replay(record).view(0) == ada.view
        _, _, later = await solo(server, daily=ONE)
        assert later.table["commitment"] != commitment


async def test_a_table_keeps_its_date_over_midnight(
    open_house: Callable[[], Starlette], clock: Clock
):
    clock.now = NOON + 11.9 * HOUR
    async with Server(open_house()) as server:
        table, _, ada = await solo(server, daily=ONE)
        await move(ada, "done")
        clock.now += HOUR
        await play_out(ada, random.Random(1))
        assert (await server.get(f"/api/tables/{table}")).json["daily"] == "2026-11-15"
        assert (await daily(server, ONE))["attempts"] == 0, "today is another day"
        assert (await server.get(f"/api/tables/{table}/record")).status == 200
        clock.now -= DAY
        assert (await daily(server, ONE))["mine"] == ada.view["outcome"]["score"]


async def test_a_restart_keeps_secret_city_and_scores(
    open_house: Callable[[], Starlette], clock: Clock
):
    async with Server(open_house()) as server:
        table, token, ada = await solo(server, daily=ONE)
        await move(ada, "done")
        await attempt(server, TWO, 2)
        told = await daily(server, TWO)
    async with Server(open_house()) as server:
        assert await daily(server, TWO) == told
        again = await sit_down(server, table, token)
        assert again.view == ada.view
        _, _, other = await solo(server, daily=ONE)
        assert other.table["commitment"] == ada.table["commitment"]
        await play_out(again, random.Random(3))
        assert (await daily(server, ONE))["mine"] == again.view["outcome"]["score"]
        answer = await server.get(f"/api/tables/{table}/record")
        assert answer.json["code"] == "record-withheld"


async def test_a_rematch_is_no_city_of_the_day(open_house: Callable[[], Starlette]):
    async with Server(open_house()) as server:
        table, ada = await attempt(server, ONE, 1)
        commitment = ada.table["commitment"]
        ada.pipe.send({"t": "rematch"})
        await ada.hear_until("view", v=0)
        assert ada.table["daily"] is None
        assert ada.table["commitment"] != commitment
        await play_out(ada, random.Random(1))
        assert (await server.get(f"/api/tables/{table}/record")).status == 200
        assert (await server.get(f"/api/tables/{table}/record?round=1")).status == 403
        assert (await daily(server))["attempts"] == 1


@pytest.mark.parametrize(
    ("wish", "code"),
    [
        ({"options": {"landing": "every-stop"}}, "bad-option"),
        ({"options": {"redraw_chains": True}}, "bad-option"),
        ({"options": {"redraw_chains": 0}}, "bad-option"),
        ({"options": {"seed": 1}}, "bad-option"),
        ({"options": {"components": "own.toml"}}, "bad-option"),
        ({"seats": [{"bot": "random"}]}, "bad-request"),
        ({"seats": [{"open": True}]}, "bad-request"),
        ({"game": "biblios", "seats": [{"name": "A"}, {"open": True}]}, "bad-option"),
        ({"daily": "short"}, "bad-request"),
        ({"daily": "x" * 65}, "bad-request"),
        ({"daily": ONE + "\n"}, "bad-request"),
        ({"daily": "é" * 20}, "bad-request"),
        ({"daily": 5}, "bad-request"),
    ],
)
async def test_what_would_make_it_another_city_is_refused(
    server: Server, wish: dict[str, Any], code: str
):
    body = {"game": "bibliogamo", "seats": [{"name": "Ada"}], "daily": ONE, **wish}
    answer = await server.post("/api/tables", body)
    assert (answer.status, answer.json["code"]) == (400, code)


async def test_the_usual_options_may_be_named(server: Server):
    options = {"landing": "rest", "components": "standard", "redraw_chains": False}
    _, _, ada = await solo(server, daily=ONE, options=options)
    assert ada.table["daily"]


@pytest.mark.parametrize("browser", ["short", "x" * 65, "with%20space-0123456789", "%0A" * 20])
async def test_a_browser_that_is_none_is_refused(server: Server, browser: str):
    answer = await server.get(f"/api/daily?browser={browser}")
    assert (answer.status, answer.json["code"]) == (400, "bad-request")


async def test_the_seed_and_the_browser_are_told_to_nobody(
    open_house: Callable[[], Starlette], tmp_path: Path
):
    async with Server(open_house()) as server:
        table, ada = await attempt(server, ONE, 1)
        lobby = server.app.state.house.lobby
        seed = lobby.calendar.seed("2026-11-15").hex()
        about = (await server.get(f"/api/tables/{table}")).text
        told = "".join(ada.pipe.frames) + about + str(await daily(server, ONE))
        assert seed not in told
        assert lobby._store.secret.hex() not in told
        assert ONE not in told
    with sqlite3.connect(tmp_path / "tables.db") as connection:
        rows = connection.execute("SELECT browser FROM daily_score").fetchall()
    connection.close()
    assert rows == [(hashlib.sha256(ONE.encode()).hexdigest(),)]


async def test_a_stopped_table_of_today_keeps_its_record_too(
    open_house: Callable[[], Starlette], tmp_path: Path, clock: Clock
):
    async with Server(open_house()) as server:
        table, _, ada = await solo(server, daily=ONE)
        chance = random.Random(1)
        for _ in range(20):
            await move(ada, chance.choice(ada.view["legal"]))
    with sqlite3.connect(tmp_path / "tables.db") as connection:
        connection.execute(
            "UPDATE table_log SET body = json_set(body, '$.digest', 'other') "
            "WHERE json_extract(body, '$.digest') IS NOT NULL"
        )
    connection.close()
    async with Server(open_house()) as server:
        answer = await server.get(f"/api/tables/{table}/record")
        assert (answer.status, answer.json["code"]) == (403, "record-withheld")
        clock.now += DAY
        assert (await server.get(f"/api/tables/{table}/record")).status == 200


async def test_a_game_may_be_named_and_one_without_such_a_day_is_refused(server: Server):
    named = await server.get("/api/daily?game=bibliogamo")
    assert named.json == (await server.get("/api/daily")).json
    for game, code in (("biblios", "bad-option"), ("chess", "unknown-game")):
        answer = await server.get(f"/api/daily?game={game}")
        assert (answer.status, answer.json["code"]) == (400, code)


async def test_each_game_has_scores_of_its_own(tmp_path: Path):
    store = Store(f"sqlite:///{tmp_path / 'tables.db'}")
    scored = [Scored("2026-11-15", "b", 10, "one"), Scored("2026-11-15", "b", 20, "other")]
    await store.append("t", 0, list(scored))
    assert [store.day(game, "2026-11-15", "b").mine for game in ("one", "other")] == [10, 20]
    assert store.day("one", "2026-11-15", None).scores == [(10, 1)]
    store.close()
