"""The daily deal: the same for everyone, the first attempt of a browser counts, and the seed is published later."""

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
from armarium.server.app import make_app
from armarium.server.store import Store
from armarium.server.tables.log import Scored
from tests.server.bibliogamo.tables import move, open_solo_table, play_out, sit_down
from tests.server.in_memory import Server
from tests.server.people import Person

ONE, TWO = "browser-one-0123456789", "browser-two-0123456789"
HOUR = 3600.0
NOON = datetime(2026, 11, 15, 12, tzinfo=UTC).timestamp()
DAY = 24 * HOUR


class DailyClock:
    def __init__(self) -> None:
        self.now = NOON

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> DailyClock:
    return DailyClock()


@pytest.fixture
def open_server(tmp_path: Path, clock: DailyClock) -> Callable[[], Starlette]:
    return lambda: make_app(f"sqlite:///{tmp_path / 'tables.db'}", clock=clock)


async def play_attempt(server: Server, browser: str, seed: int) -> tuple[str, Person]:
    table, _, ada = await open_solo_table(server, daily=browser)
    await play_out(ada, random.Random(seed))
    while not ada.table["over"]:
        await ada.receive()
    return table, ada


async def get_daily(
    server: Server, browser: str | None = None, date: str | None = None
) -> dict[str, Any]:
    asked = {"browser": browser, "date": date}
    query = "&".join(f"{name}={value}" for name, value in asked.items() if value is not None)
    answer = await server.get(f"/api/daily?{query}")
    assert answer.status == 200, answer.text
    received: dict[str, Any] = answer.json
    return received


async def test_two_browsers_get_the_same_daily_deal(open_server: Callable[[], Starlette]):
    async with Server(open_server()) as server:
        (_, _, ada), (_, _, bo) = (
            await open_solo_table(server, daily=ONE),
            await open_solo_table(server, daily=TWO),
        )
        _, _, other = await open_solo_table(server)
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
    open_server: Callable[[], Starlette],
):
    async with Server(open_server()) as server:
        assert await get_daily(server, ONE) == {
            "game": "bibliogamo",
            "date": "2026-11-15",
            "counts_until": NOON + 14 * HOUR,
            "attempts": 0,
            "scores": [],
            "mine": None,
            "previous": None,
        }
        _, _, unfinished = await open_solo_table(server, daily=ONE)
        await move(unfinished, "done")
        _, first = await play_attempt(server, ONE, 1)
        score = first.view["outcome"]["score"]
        assert (await get_daily(server, ONE))["mine"] == score
        for seed in (2, 3):
            await play_attempt(server, ONE, seed)
        await play_out(unfinished, random.Random(4))  # started first, but not finished first
        received = await get_daily(server, ONE)
        assert (received["attempts"], received["mine"]) == (1, score)
        assert received["scores"] == [{"score": score, "count": 1}]
        await play_attempt(server, TWO, 1)
        received = await get_daily(server)
        assert (received["attempts"], received["mine"]) == (2, None)
        assert sum(line["count"] for line in received["scores"]) == 2
        assert received["scores"] == sorted(received["scores"], key=lambda s: -s["score"])


async def test_the_next_day_publishes_the_seed_and_has_another_deal(
    open_server: Callable[[], Starlette], clock: DailyClock
):
    async with Server(open_server()) as server:
        table, ada = await play_attempt(server, ONE, 1)
        commitment = ada.table["commitment"]
        sealed = await server.get(f"/api/tables/{table}/record", **{"Accept-Language": "fr"})
        assert (sealed.status, sealed.json["code"]) == (403, "record-withheld")
        assert "2026-11-15" in sealed.json["text"]
        clock.now += DAY
        received = await get_daily(server, ONE)
        assert (received["date"], received["attempts"], received["mine"]) == ("2026-11-16", 0, None)
        assert received["previous"]["date"] == "2026-11-15"
        seed = bytes.fromhex(received["previous"]["seed"])
        secret = server.app.state.live_tables._store.secret
        assert seed == hmac.new(secret, b"2026-11-15", hashlib.sha256).digest()
        assert bibliogamo.Game.new(seed=seed).commitment == commitment
        record = (await server.get(f"/api/tables/{table}/record")).text
        assert seed.hex() in record
        assert bibliogamo.Game.replay(record).view(0) == ada.view
        _, _, later = await open_solo_table(server, daily=ONE)
        assert later.table["commitment"] != commitment


async def test_a_table_keeps_its_date_over_midnight(
    open_server: Callable[[], Starlette], clock: DailyClock
):
    clock.now = NOON + 11.9 * HOUR
    async with Server(open_server()) as server:
        table, _, ada = await open_solo_table(server, daily=ONE)
        await move(ada, "done")
        clock.now += HOUR
        await play_out(ada, random.Random(1))
        assert (await server.get(f"/api/tables/{table}")).json["daily"] == "2026-11-15"
        assert (await get_daily(server, ONE))["attempts"] == 0, "today is another day"
        received = await get_daily(server, ONE, "2026-11-15")
        assert (received["date"], received["mine"]) == ("2026-11-15", ada.view["outcome"]["score"])


async def test_a_seed_is_published_only_when_no_table_of_its_day_can_score(
    open_server: Callable[[], Starlette], clock: DailyClock
):
    """Otherwise a player could read yesterday's seed after midnight and score with known cards."""
    async with Server(open_server()) as server:
        finished, _ = await play_attempt(server, ONE, 1)
        _, _, open_table = await open_solo_table(server, daily=TWO)
        seed = server.app.state.live_tables.calendar.seed("2026-11-15").hex()
        for hours in (
            12.0,
            13.99,
        ):  # midnight, and the last minute in which a table counts
            clock.now = NOON + hours * HOUR
            received = await get_daily(server)
            assert received["date"] == "2026-11-16" and received["previous"] is None
            for path in (f"/api/tables/{finished}/record", f"/api/replays/{finished}/record"):
                answer = await server.get(path)
                assert (answer.status, answer.json["code"]) == (403, "record-withheld")
        clock.now = NOON + 14 * HOUR
        assert (await get_daily(server))["previous"] == {"date": "2026-11-15", "seed": seed}
        assert seed in (await server.get(f"/api/tables/{finished}/record")).text
        # From now on the table can be finished, but does not count.
        await play_out(open_table, random.Random(2))
        received = await get_daily(server, TWO, "2026-11-15")
        assert (received["attempts"], received["mine"]) == (1, None)


@pytest.mark.parametrize("date", ["2026-11-16", "2026-02-30", "20261115", "soon", "0"])
async def test_an_invalid_or_future_date_is_refused(
    open_server: Callable[[], Starlette], date: str
):
    async with Server(open_server()) as server:
        answer = await server.get(f"/api/daily?date={date}")
        assert (answer.status, answer.json["code"]) == (400, "bad-request")


async def test_a_restart_keeps_the_secret_the_deal_and_the_scores(
    open_server: Callable[[], Starlette], clock: DailyClock
):
    async with Server(open_server()) as server:
        table, token, ada = await open_solo_table(server, daily=ONE)
        await move(ada, "done")
        await play_attempt(server, TWO, 2)
        received = await get_daily(server, TWO)
    async with Server(open_server()) as server:
        assert await get_daily(server, TWO) == received
        again = await sit_down(server, table, token)
        assert again.view == ada.view
        _, _, other = await open_solo_table(server, daily=ONE)
        assert other.table["commitment"] == ada.table["commitment"]
        await play_out(again, random.Random(3))
        assert (await get_daily(server, ONE))["mine"] == again.view["outcome"]["score"]
        answer = await server.get(f"/api/tables/{table}/record")
        assert answer.json["code"] == "record-withheld"


async def test_a_rematch_is_not_a_daily_deal(open_server: Callable[[], Starlette]):
    async with Server(open_server()) as server:
        table, ada = await play_attempt(server, ONE, 1)
        commitment = ada.table["commitment"]
        ada.pipe.send({"t": "rematch"})
        await ada.receive_until("view", v=0)
        assert ada.table["daily"] is None
        assert ada.table["commitment"] != commitment
        await play_out(ada, random.Random(1))
        assert (await server.get(f"/api/tables/{table}/record")).status == 200
        assert (await server.get(f"/api/tables/{table}/record?round=1")).status == 403
        assert (await get_daily(server))["attempts"] == 1


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
async def test_options_that_change_the_daily_deal_are_refused(
    server: Server, wish: dict[str, Any], code: str
):
    body = {"game": "bibliogamo", "seats": [{"name": "Ada"}], "daily": ONE, **wish}
    answer = await server.post("/api/tables", body)
    assert (answer.status, answer.json["code"]) == (400, code)


async def test_default_options_may_be_given_explicitly(server: Server):
    options = {"landing": "rest", "components": "standard", "redraw_chains": False}
    _, _, ada = await open_solo_table(server, daily=ONE, options=options)
    assert ada.table["daily"]


@pytest.mark.parametrize("browser", ["short", "x" * 65, "with%20space-0123456789", "%0A" * 20])
async def test_an_invalid_browser_id_is_refused(server: Server, browser: str):
    answer = await server.get(f"/api/daily?browser={browser}")
    assert (answer.status, answer.json["code"]) == (400, "bad-request")


async def test_the_seed_and_the_browser_id_are_never_sent(
    open_server: Callable[[], Starlette], tmp_path: Path
):
    async with Server(open_server()) as server:
        table, ada = await play_attempt(server, ONE, 1)
        live_tables = server.app.state.live_tables
        seed = live_tables.calendar.seed("2026-11-15").hex()
        about = (await server.get(f"/api/tables/{table}")).text
        received = "".join(ada.pipe.frames) + about + str(await get_daily(server, ONE))
        assert seed not in received
        assert live_tables._store.secret.hex() not in received
        assert ONE not in received
    with sqlite3.connect(tmp_path / "tables.db") as connection:
        rows = connection.execute("SELECT browser FROM daily_score").fetchall()
    connection.close()
    assert rows == [(hashlib.sha256(ONE.encode()).hexdigest(),)]


async def test_a_stopped_table_of_today_keeps_its_record_too(
    open_server: Callable[[], Starlette], tmp_path: Path, clock: DailyClock
):
    async with Server(open_server()) as server:
        table, _, ada = await open_solo_table(server, daily=ONE)
        chance = random.Random(1)
        for _ in range(20):
            await move(ada, chance.choice(ada.view["legal"]))
    with sqlite3.connect(tmp_path / "tables.db") as connection:
        connection.execute(
            "UPDATE table_log SET body = json_set(body, '$.digest', 'other') "
            "WHERE json_extract(body, '$.digest') IS NOT NULL"
        )
    connection.close()
    async with Server(open_server()) as server:
        answer = await server.get(f"/api/tables/{table}/record")
        assert (answer.status, answer.json["code"]) == (403, "record-withheld")
        clock.now += 12.1 * HOUR
        assert (await server.get(f"/api/tables/{table}/record")).status == 403
        clock.now += 2 * HOUR
        assert (await server.get(f"/api/tables/{table}/record")).status == 200


async def test_a_game_may_be_named_and_one_without_such_a_day_is_refused(server: Server):
    named = await server.get("/api/daily?game=bibliogamo")
    assert named.json == (await server.get("/api/daily")).json
    for game, code in (("biblios", "bad-option"), ("chess", "unknown-game")):
        answer = await server.get(f"/api/daily?game={game}")
        assert (answer.status, answer.json["code"]) == (400, code)


async def test_each_game_has_its_own_scores(tmp_path: Path):
    store = Store(f"sqlite:///{tmp_path / 'tables.db'}")
    scored = [Scored("2026-11-15", "b", 10, "one"), Scored("2026-11-15", "b", 20, "other")]
    await store.append("t", 0, list(scored))
    assert [store.daily_scores(game, "2026-11-15", "b").mine for game in ("one", "other")] == [
        10,
        20,
    ]
    assert store.daily_scores("one", "2026-11-15", None).scores == [(10, 1)]
    store.close()
