"""Whoever keeps the house sees tables and people, closes, mutes, bans, deletes, exports; nobody else sees a thing."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from starlette.applications import Starlette

from armarium.server.errors import BadAddress
from armarium.server.net.app import make_app
from armarium.server.net.limits import Limits
from tests.server.keeper.conftest import KEY, TOKEN, Kept
from tests.server.people import ADA, BOT, OPEN, Person, two_people
from tests.server.pipes import Closed, Server

PATHS = ("/tables", "/people", "/bans", "/tables/abc", "/tables/abc/export")


async def until(is_so: Callable[[], Any]) -> None:
    async with asyncio.timeout(20):
        while not await is_so():
            await asyncio.sleep(0.02)


@pytest.mark.parametrize("path", PATHS)
async def test_without_the_token_there_is_nothing(kept: Kept, path: str):
    nowhere = await kept.get("/api/nothing")
    for key in ({}, {"Authorization": "Bearer wrong"}, {"Authorization": TOKEN[:-1]}):
        answer = await kept.get(f"/api/keeper{path}", **key)
        assert (
            (answer.status, answer.text) == (nowhere.status, nowhere.text) == (404, "not found\n")
        )
    assert (await kept.get(f"/api/keeper{path}?token={TOKEN}")).status == 404


async def test_a_house_without_a_token_has_no_such_page(server: Server):
    page = Path(server.app.routes[-1].endpoint.__self__.directory)
    page.mkdir()
    (page / "index.html").write_text("<!doctype html><html></html>")
    assert (await server.get("/keeper")).status == 404
    assert (await server.get("/settings")).status == 200
    assert (await server.get("/api/keeper/tables", **KEY)).status == 404
    assert (await server.get("/api/keeper/tables", Authorization="Bearer ")).status == 404


def test_a_token_that_could_be_guessed_is_refused(tmp_path: Path):
    with pytest.raises(BadAddress, match="16"):
        make_app(f"sqlite:///{tmp_path / 'tables.db'}", keeper_token="short")


async def test_tables_and_people(kept: Kept):
    table, people = await two_people(kept)
    waiting, _ = await kept.open_table(ADA, OPEN)
    found = (await kept.look("/tables"))["tables"]
    assert [(one["table"], one["state"]) for one in found] == [
        (waiting, "waiting"),
        (table, "playing"),
    ]
    assert [seat["name"] for seat in found[1]["seats"]] == ["Ada", "Bo"]
    there = await kept.look("/people")
    assert [(one["name"], one["addresses"]) for one in there] == [
        ("Ada", ["127.0.0.1"]),
        ("Bo", ["127.0.0.1"]),
    ]
    await people[1].pipe.leave()
    assert [one["name"] for one in await kept.look("/people")] == ["Ada"]


async def test_older_tables_follow(kept: Kept, monkeypatch: pytest.MonkeyPatch):
    store = kept.app.state.house.lobby._store
    opened = []
    for number in range(52):
        store._clock = lambda now=1_800_000_000.0 + number: now
        opened.append((await kept.open_table(ADA, OPEN))[0])
    first = await kept.look("/tables")
    assert [one["table"] for one in first["tables"]] == opened[:1:-1]
    rest = await kept.look(f"/tables?before={int(first['before'])}")
    assert ([one["table"] for one in rest["tables"]], rest["before"]) == (opened[1::-1], None)
    assert (await kept.get("/api/keeper/tables?before=soon", **KEY)).json["code"] == "bad-request"


async def test_what_is_muted_and_closed_stays_so(kept: Kept):
    table, people = await two_people(kept)
    people[1].pipe.send({"t": "say", "id": "s1", "text": "rude"})
    await people[1].hear_until("ack", id="s1")
    told = await kept.look(f"/tables/{table}")
    assert [line["text"] for line in told["talk"]] == ["rude"]
    assert (await kept.do(f"/tables/{table}", do="mute", seat=1)).json["table"]["seats"][1][
        "is_muted"
    ]
    await people[1].hear_until("people")
    people[1].pipe.send({"t": "say", "id": "s2", "text": "ruder"})
    assert (await people[1].hear_until("refused"))["facts"]["reason"] == "talk-muted"
    answer = await kept.do(f"/tables/{table}", do="mute", seat=7)
    assert (answer.status, answer.json["code"]) == (400, "bad-seats")
    closed = await kept.do(f"/tables/{table}", do="close")
    assert closed.json["table"]["state"] == "closed"
    refused = await people[0].act(people[0].view["legal"][0] if people[0].view["legal"] else "keep")
    assert refused["code"] == "table-closed"
    assert (await kept.do(f"/tables/{table}", do="dance")).json["code"] == "bad-request"


async def test_a_deleted_table_is_gone(kept: Kept):
    table, people = await two_people(kept)
    assert (await kept.do(f"/tables/{table}", do="delete")).status == 200
    for person in people:
        with pytest.raises(Closed) as closed:
            await person.hear_until("no more")
        assert (closed.value.code, closed.value.reason) == (4404, "no-table")
    assert (await kept.get(f"/api/tables/{table}")).json["code"] == "no-table"
    assert (await kept.look("/tables"))["tables"] == []
    assert (await kept.do(f"/tables/{table}", do="close")).json["code"] == "no-table"
    lobby = kept.app.state.house.lobby
    lobby.deleting.finish_all()
    with lobby._store.reading() as connection:
        rows = connection.exec_driver_sql("SELECT kind, body FROM table_log").fetchall()
    assert [tuple(row) for row in rows] == [("deleted", '{"kind":"deleted"}')]
    del lobby._rooms[table]
    assert (await kept.get(f"/api/tables/{table}")).json["code"] == "no-table"


async def test_a_table_whose_log_is_spoilt_is_listed_and_can_be_deleted(kept: Kept):
    table, _ = await kept.open_table(ADA, OPEN)
    lobby = kept.app.state.house.lobby
    with lobby._store.changing() as connection:
        connection.exec_driver_sql("UPDATE table_log SET body = 'x' WHERE position = 1")
    del lobby._rooms[table]
    assert [one["state"] for one in (await kept.look("/tables"))["tables"]] == ["stopped"]
    assert (await kept.do(f"/tables/{table}", do="delete")).status == 200
    assert (await kept.look("/tables"))["tables"] == []


async def test_an_export_has_what_a_spectator_saw_and_what_was_said(kept: Kept):
    table, people = await two_people(kept)
    people[0].pipe.send({"t": "say", "id": "s1", "text": "good day"})
    await people[0].hear_until("ack", id="s1")
    mover = next(person for person in people if person.view["legal"])
    await mover.act(mover.view["legal"][0])
    answer = await kept.get(f"/api/keeper/tables/{table}/export", **KEY)
    told = answer.json
    assert f"armarium-{table}.json" in answer.headers["content-disposition"]
    assert [line["text"] for line in told["talk"]] == ["good day"]
    assert told["rounds"] == [{"round": 1, "record": None}]
    assert told["table"]["you"] is None
    seats = kept.app.state.house.lobby._store.read(table)
    secrets = [
        getattr(entry, name)
        for entry in seats
        for name in ("seed", "token")
        if hasattr(entry, name)
    ]
    assert len(secrets) >= 3
    assert not any(secret in answer.text for secret in secrets)


async def test_once_a_round_is_over_its_record_is_in_the_export(kept: Kept):
    table, token = await kept.open_table(ADA, game="bibliogamo")
    person = Person(kept.sit(table, token))
    await person.hear_until("history")
    while person.view["legal"]:
        assert (await person.act(person.view["legal"][-1]))["t"] == "ack"
    told = await kept.look(f"/tables/{table}/export")
    assert told["rounds"][0]["record"] == (await kept.get(f"/api/tables/{table}/record")).text


# ── addresses ──────────────────────────────────────────────────────────────────────────────────


async def test_whoever_is_banned_is_turned_out_and_not_heard(kept: Kept):
    kept.caller = "2001:db8:1:2::7"
    table, token = await kept.open_table(ADA, BOT)
    person = Person(kept.sit(table, token))
    await person.hear_until("history")
    kept.caller = "198.51.100.9"
    (there,) = await kept.look("/people")
    assert there["addresses"] == ["2001:db8:1:2::/64"]
    bans = (await kept.do("/bans", address=there["addresses"][0], days=2)).json
    assert [ban["address"] for ban in bans] == ["2001:db8:1:2::/64"]
    with pytest.raises(Closed) as closed:
        await person.hear_until("no more")
    assert (closed.value.code, closed.value.reason) == (1008, "banned")
    kept.caller = "2001:db8:1:2:ffff::1"  # the same 64 bits
    refused = await kept.post("/api/tables", {"game": "biblios", "seats": [ADA, BOT]})
    assert (refused.status, refused.json["code"]) == (403, "banned")
    assert (await kept.get(f"/api/tables/{table}")).status == 403
    assert (await kept.sit(table, token).closed()).reason == "banned"
    kept.caller = "2001:db8:1:3::1"
    await kept.open_table(ADA, BOT)
    # The keeper is let in, and lifts it.
    kept.caller = "2001:db8:1:2::7"
    assert (await kept.do("/bans", address="2001:db8:1:2::7", days=0)).json == []
    await kept.open_table(ADA, BOT)


@pytest.mark.parametrize("address", ["127.0.0.1", "::1", "everybody", "", "0.0.0.0", "10.0.0.0/8"])
async def test_what_cannot_be_banned(kept: Kept, address: str):
    answer = await kept.do("/bans", address=address)
    assert (answer.status, answer.json["code"]) == (400, "bad-request")
    assert await kept.look("/bans") == []


async def test_a_ban_outlives_a_restart(database: str, kept_app: Callable[..., Starlette]):
    async with Kept(kept_app(database)) as first:
        await first.do("/bans", address="203.0.113.7", days=1)
    async with Kept(kept_app(database)) as second:
        second.caller = "203.0.113.7"
        assert (await second.post("/api/tables", {})).json["code"] == "banned"


async def test_guessing_is_limited(database: str, kept_app: Callable[..., Starlette]):
    limits = Limits(requests_a_second=0, requests_burst=5)
    async with Kept(kept_app(database, limits=limits)) as kept:
        for _ in range(5):
            assert (await kept.get("/api/keeper/tables")).status == 404
        assert (await kept.get("/api/keeper/tables", **KEY)).json["code"] == "too-fast"


async def test_no_token_and_no_talk_in_the_log(kept: Kept, caplog: pytest.LogCaptureFixture):
    with caplog.at_level(logging.DEBUG):
        table, people = await two_people(kept)
        people[0].pipe.send({"t": "say", "id": "s1", "text": "between ourselves"})
        await people[0].hear_until("ack", id="s1")
        await kept.look(f"/tables/{table}/export")
        await kept.do("/bans", address="203.0.113.7")
        await kept.do(f"/tables/{table}", do="delete")
    assert "203.0.113.7" in caplog.text and table in caplog.text
    assert TOKEN not in caplog.text and "between ourselves" not in caplog.text


# ── several processes ──────────────────────────────────────────────────────────────────────────


async def test_people_of_all_processes_are_seen_and_banned(two: list[Kept]):
    one, other = two
    other.caller = "203.0.113.8"
    table, token = await other.open_table(ADA, BOT)
    person = Person(other.sit(table, token))
    await person.hear_until("history")

    async def seen() -> bool:
        return [p["addresses"] for p in await one.look("/people")] == [["203.0.113.8"]]

    await until(seen)
    await one.do("/bans", address="203.0.113.8")
    with pytest.raises(Closed) as closed:
        await person.hear_until("no more")
    assert closed.value.reason == "banned"


async def test_a_process_that_comes_later_learns_who_is_there(
    two: list[Kept], kept_app: Callable[..., Starlette]
):
    table, token = await two[0].open_table(ADA, BOT)
    await Person(two[0].sit(table, token)).hear_until("history")
    address = two[0].app.state.house.lobby._store._database.url.set(drivername="postgresql")
    async with Kept(kept_app(address.render_as_string(hide_password=False))) as third:

        async def seen() -> bool:
            return [p["table"] for p in await third.look("/people")] == [table]

        await until(seen)


async def test_a_table_deleted_at_one_process_is_gone_at_the_other(two: list[Kept]):
    one, other = two
    table, token = await other.open_table(ADA, BOT, BOT)
    person = Person(other.sit(table, token))
    await person.hear_until("history")
    assert (await one.do(f"/tables/{table}", do="delete")).status == 200
    with pytest.raises(Closed) as closed:
        await person.hear_until("no more")
    assert closed.value.reason == "no-table"
    assert (await other.get(f"/api/tables/{table}")).json["code"] == "no-table"
