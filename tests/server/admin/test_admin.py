"""The admin can list tables and people, close, mute, ban, delete and export; nobody else can."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from starlette.applications import Starlette

from armarium.server.app import make_app
from armarium.server.errors import BadAddress
from armarium.server.limits import Limits
from tests.server.admin.conftest import KEY, TOKEN, AdminServer
from tests.server.in_memory import ConnectionClosed, Server
from tests.server.people import ADA, BOT, OPEN, Person, seat_two_people

PATHS = ("/tables", "/people", "/bans", "/tables/abc", "/tables/abc/export")


async def wait_until(is_so: Callable[[], Any]) -> None:
    async with asyncio.timeout(20):
        while not await is_so():
            await asyncio.sleep(0.02)


@pytest.mark.parametrize("path", PATHS)
async def test_every_admin_path_is_404_without_the_token(admin_server: AdminServer, path: str):
    nowhere = await admin_server.get("/api/nothing")
    for key in ({}, {"Authorization": "Bearer wrong"}, {"Authorization": TOKEN[:-1]}):
        answer = await admin_server.get(f"/api/admin{path}", **key)
        assert (
            (answer.status, answer.text) == (nowhere.status, nowhere.text) == (404, "not found\n")
        )
    assert (await admin_server.get(f"/api/admin{path}?token={TOKEN}")).status == 404


async def test_a_server_without_an_admin_token_has_no_admin_page(server: Server):
    page = Path(server.app.routes[-1].endpoint.__self__.directory)  # type: ignore[attr-defined]
    page.mkdir()
    (page / "index.html").write_text("<!doctype html><html></html>")
    assert (await server.get("/admin")).status == 404
    assert (await server.get("/settings")).status == 200
    assert (await server.get("/api/admin/tables", **KEY)).status == 404
    assert (await server.get("/api/admin/tables", Authorization="Bearer ")).status == 404


def test_a_short_admin_token_is_refused(tmp_path: Path):
    with pytest.raises(BadAddress, match="16"):
        make_app(f"sqlite:///{tmp_path / 'tables.db'}", admin_token="short")


async def test_tables_and_people(admin_server: AdminServer):
    table, people = await seat_two_people(admin_server)
    waiting, _ = await admin_server.open_table(ADA, OPEN)
    found = (await admin_server.get_admin("/tables"))["tables"]
    assert [(one["table"], one["state"]) for one in found] == [
        (waiting, "waiting"),
        (table, "playing"),
    ]
    assert [seat["name"] for seat in found[1]["seats"]] == ["Ada", "Bo"]
    there = await admin_server.get_admin("/people")
    assert [(one["name"], one["addresses"]) for one in there] == [
        ("Ada", ["127.0.0.1"]),
        ("Bo", ["127.0.0.1"]),
    ]
    await people[1].pipe.leave()
    assert [one["name"] for one in await admin_server.get_admin("/people")] == ["Ada"]


async def test_older_tables_are_on_the_next_page(
    admin_server: AdminServer, monkeypatch: pytest.MonkeyPatch
):
    store = admin_server.app.state.live_tables._store
    opened = []
    for number in range(52):
        store._clock = lambda now=1_800_000_000.0 + number: now
        opened.append((await admin_server.open_table(ADA, OPEN))[0])
    first = await admin_server.get_admin("/tables")
    assert [one["table"] for one in first["tables"]] == opened[:1:-1]
    rest = await admin_server.get_admin(f"/tables?before={int(first['before'])}")
    assert ([one["table"] for one in rest["tables"]], rest["before"]) == (opened[1::-1], None)
    assert (await admin_server.get("/api/admin/tables?before=soon", **KEY)).json[
        "code"
    ] == "bad-request"


async def test_muting_and_closing_take_effect(admin_server: AdminServer):
    table, people = await seat_two_people(admin_server)
    people[1].pipe.send({"t": "say", "id": "s1", "text": "rude"})
    await people[1].receive_until("ack", id="s1")
    received = await admin_server.get_admin(f"/tables/{table}")
    assert [line["text"] for line in received["talk"]] == ["rude"]
    assert (await admin_server.post_admin(f"/tables/{table}", do="mute", seat=1)).json["table"][
        "seats"
    ][1]["is_muted"]
    await people[1].receive_until("people")
    people[1].pipe.send({"t": "say", "id": "s2", "text": "ruder"})
    assert (await people[1].receive_until("refused"))["facts"]["reason"] == "talk-muted"
    answer = await admin_server.post_admin(f"/tables/{table}", do="mute", seat=7)
    assert (answer.status, answer.json["code"]) == (400, "bad-seats")
    closed = await admin_server.post_admin(f"/tables/{table}", do="close")
    assert closed.json["table"]["state"] == "closed"
    refused = await people[0].act(people[0].view["legal"][0] if people[0].view["legal"] else "keep")
    assert refused["code"] == "table-closed"
    assert (await admin_server.post_admin(f"/tables/{table}", do="dance")).json[
        "code"
    ] == "bad-request"


async def test_a_deleted_table_is_gone(admin_server: AdminServer):
    table, people = await seat_two_people(admin_server)
    assert (await admin_server.post_admin(f"/tables/{table}", do="delete")).status == 200
    for person in people:
        with pytest.raises(ConnectionClosed) as closed:
            await person.receive_until("no more")
        assert (closed.value.code, closed.value.reason) == (4404, "no-table")
    assert (await admin_server.get(f"/api/tables/{table}")).json["code"] == "no-table"
    assert (await admin_server.get_admin("/tables"))["tables"] == []
    assert (await admin_server.post_admin(f"/tables/{table}", do="close")).json[
        "code"
    ] == "no-table"
    live_tables = admin_server.app.state.live_tables
    admin_server.app.state.deletion.finish_all()
    rows = live_tables._store.fetch(
        lambda connection: connection.exec_driver_sql("SELECT kind, body FROM table_log").fetchall()
    )
    assert [tuple(row) for row in rows] == [("deleted", '{"kind":"deleted"}')]
    del live_tables._tables[table]
    assert (await admin_server.get(f"/api/tables/{table}")).json["code"] == "no-table"


async def test_a_table_with_a_corrupt_log_is_listed_and_can_be_deleted(admin_server: AdminServer):
    table, _ = await admin_server.open_table(ADA, OPEN)
    live_tables = admin_server.app.state.live_tables
    with live_tables._store.open_transaction() as connection:
        connection.exec_driver_sql("UPDATE table_log SET body = 'x' WHERE position = 1")
    del live_tables._tables[table]
    assert [one["state"] for one in (await admin_server.get_admin("/tables"))["tables"]] == [
        "stopped"
    ]
    assert (await admin_server.post_admin(f"/tables/{table}", do="delete")).status == 200
    assert (await admin_server.get_admin("/tables"))["tables"] == []


async def test_an_export_has_the_public_events_and_the_chat(admin_server: AdminServer):
    table, people = await seat_two_people(admin_server)
    people[0].pipe.send({"t": "say", "id": "s1", "text": "good day"})
    await people[0].receive_until("ack", id="s1")
    mover = next(person for person in people if person.view["legal"])
    await mover.act(mover.view["legal"][0])
    answer = await admin_server.get(f"/api/admin/tables/{table}/export", **KEY)
    received = answer.json
    assert f"armarium-{table}.json" in answer.headers["content-disposition"]
    assert [line["text"] for line in received["talk"]] == ["good day"]
    assert received["rounds"] == [{"round": 1, "record": None}]
    assert received["table"]["you"] is None
    seats = admin_server.app.state.live_tables._store.read(table)
    secrets = [
        getattr(entry, name)
        for entry in seats
        for name in ("seed", "token")
        if hasattr(entry, name)
    ]
    assert len(secrets) >= 3
    assert not any(secret in answer.text for secret in secrets)


async def test_once_a_round_is_over_its_record_is_in_the_export(admin_server: AdminServer):
    table, token = await admin_server.open_table(ADA, game="bibliogamo")
    person = Person(admin_server.connect(table, token))
    await person.receive_until("history")
    while person.view["legal"]:
        assert (await person.act(person.view["legal"][-1]))["t"] == "ack"
    received = await admin_server.get_admin(f"/tables/{table}/export")
    assert (
        received["rounds"][0]["record"]
        == (await admin_server.get(f"/api/tables/{table}/record")).text
    )


# ── the server log ───────────────────────────────────────────────────────────────────────────────


async def test_failed_logins_are_logged_with_the_whole_address_and_without_the_token(
    admin_server: AdminServer, caplog: pytest.LogCaptureFixture
):
    caplog.set_level(logging.INFO, "armarium.server")
    for caller in ("192.0.2.7", "2001:db8:1:2::7"):
        admin_server.caller = caller
        assert (await admin_server.get("/api/admin/tables")).status == 404
        assert not caplog.messages, "a request without a token is not a login attempt"
        for guess in ("a-wrong-guess", TOKEN[:-1], TOKEN + "x"):
            answer = await admin_server.get("/api/admin/tables", Authorization=f"Bearer {guess}")
            assert answer.status == 404
        assert caplog.messages == [f"admin login failed from {caller}"] * 3
        caplog.clear()
    await admin_server.get_admin("/tables")
    assert not caplog.messages


async def test_a_server_without_an_admin_token_logs_no_failed_logins(server: Server, caplog):
    caplog.set_level(logging.INFO, "armarium.server")
    await server.get("/api/admin/tables", **KEY)
    assert not caplog.messages


async def test_admin_actions_are_logged(
    admin_server: AdminServer, caplog: pytest.LogCaptureFixture
):
    table, _ = await seat_two_people(admin_server)
    caplog.set_level(logging.INFO, "armarium.server")
    admin_server.caller = "192.0.2.7"
    await admin_server.post_admin(f"/tables/{table}", do="mute", seat=1)
    await admin_server.post_admin(f"/tables/{table}", do="unmute", seat=1)
    await admin_server.get_admin(f"/tables/{table}/export")
    await admin_server.post_admin(f"/tables/{table}", do="close")
    await admin_server.post_admin("/bans", address="203.0.113.7", days=2)
    await admin_server.post_admin("/bans", address="203.0.113.7", days=0)
    await admin_server.post_admin(f"/tables/{table}", do="delete")
    await admin_server.post_admin(f"/tables/{table}", do="close")  # refused, so not logged
    assert [one for one in caplog.messages if one.startswith("admin")] == [
        f"admin at 192.0.2.7: muted seat 1 of table {table}",
        f"admin at 192.0.2.7: unmuted seat 1 of table {table}",
        f"admin at 192.0.2.7: exported table {table}",
        f"admin at 192.0.2.7: closed table {table}",
        "admin at 192.0.2.7: banned 203.0.113.7 for 2 days",
        "admin at 192.0.2.7: unbanned 203.0.113.7",
        f"admin at 192.0.2.7: deleted table {table}",
    ]
    assert TOKEN not in caplog.text


# ── addresses ────────────────────────────────────────────────────────────────────────────────────


async def test_a_banned_address_is_disconnected_and_refused(admin_server: AdminServer):
    admin_server.caller = "2001:db8:1:2::7"
    table, token = await admin_server.open_table(ADA, BOT)
    person = Person(admin_server.connect(table, token))
    await person.receive_until("history")
    admin_server.caller = "198.51.100.9"
    (there,) = await admin_server.get_admin("/people")
    assert there["addresses"] == ["2001:db8:1:2::/64"]
    bans = (await admin_server.post_admin("/bans", address=there["addresses"][0], days=2)).json
    assert [ban["address"] for ban in bans] == ["2001:db8:1:2::/64"]
    with pytest.raises(ConnectionClosed) as closed:
        await person.receive_until("no more")
    assert (closed.value.code, closed.value.reason) == (1008, "banned")
    admin_server.caller = "2001:db8:1:2:ffff::1"  # the same 64 bits
    refused = await admin_server.post("/api/tables", {"game": "biblios", "seats": [ADA, BOT]})
    assert (refused.status, refused.json["code"]) == (403, "banned")
    assert (await admin_server.get(f"/api/tables/{table}")).status == 403
    assert (await admin_server.connect(table, token).closed()).reason == "banned"
    admin_server.caller = "2001:db8:1:3::1"
    await admin_server.open_table(ADA, BOT)
    # A banned admin can log in and lift the ban.
    admin_server.caller = "2001:db8:1:2::7"
    assert (await admin_server.post_admin("/bans", address="2001:db8:1:2::7", days=0)).json == []
    await admin_server.open_table(ADA, BOT)


@pytest.mark.parametrize("address", ["127.0.0.1", "::1", "everybody", "", "0.0.0.0", "10.0.0.0/8"])
async def test_invalid_and_local_addresses_cannot_be_banned(
    admin_server: AdminServer, address: str
):
    answer = await admin_server.post_admin("/bans", address=address)
    assert (answer.status, answer.json["code"]) == (400, "bad-request")
    assert await admin_server.get_admin("/bans") == []


async def test_a_ban_outlives_a_restart(database: str, make_admin_app: Callable[..., Starlette]):
    async with AdminServer(make_admin_app(database)) as first:
        await first.post_admin("/bans", address="203.0.113.7", days=1)
    async with AdminServer(make_admin_app(database)) as second:
        second.caller = "203.0.113.7"
        assert (await second.post("/api/tables", {})).json["code"] == "banned"


async def test_guessing_is_limited(database: str, make_admin_app: Callable[..., Starlette]):
    limits = Limits(requests_per_second=0, requests_burst=5)
    async with AdminServer(make_admin_app(database, limits=limits)) as admin_server:
        for _ in range(5):
            assert (await admin_server.get("/api/admin/tables")).status == 404
        assert (await admin_server.get("/api/admin/tables", **KEY)).json["code"] == "too-fast"


async def test_the_server_log_has_no_token_and_no_chat(
    admin_server: AdminServer, caplog: pytest.LogCaptureFixture
):
    with caplog.at_level(logging.DEBUG):
        table, people = await seat_two_people(admin_server)
        people[0].pipe.send({"t": "say", "id": "s1", "text": "between ourselves"})
        await people[0].receive_until("ack", id="s1")
        await admin_server.get_admin(f"/tables/{table}/export")
        await admin_server.post_admin("/bans", address="203.0.113.7")
        await admin_server.post_admin(f"/tables/{table}", do="delete")
    assert "203.0.113.7" in caplog.text and table in caplog.text
    assert TOKEN not in caplog.text and "between ourselves" not in caplog.text


# ── several processes ────────────────────────────────────────────────────────────────────────────


async def test_people_at_all_processes_are_listed_and_banned(two_servers: list[AdminServer]):
    one, other = two_servers
    other.caller = "203.0.113.8"
    table, token = await other.open_table(ADA, BOT)
    person = Person(other.connect(table, token))
    await person.receive_until("history")

    async def is_listed() -> bool:
        return [p["addresses"] for p in await one.get_admin("/people")] == [["203.0.113.8"]]

    await wait_until(is_listed)
    await one.post_admin("/bans", address="203.0.113.8")
    with pytest.raises(ConnectionClosed) as closed:
        await person.receive_until("no more")
    assert closed.value.reason == "banned"


async def test_a_new_process_learns_who_is_connected(
    two_servers: list[AdminServer], make_admin_app: Callable[..., Starlette]
):
    table, token = await two_servers[0].open_table(ADA, BOT)
    await Person(two_servers[0].connect(table, token)).receive_until("history")
    address = two_servers[0].app.state.live_tables._store._database.url.set(drivername="postgresql")
    async with AdminServer(make_admin_app(address.render_as_string(hide_password=False))) as third:

        async def is_listed() -> bool:
            return [p["table"] for p in await third.get_admin("/people")] == [table]

        await wait_until(is_listed)


async def test_a_table_deleted_at_one_process_is_deleted_at_the_other(
    two_servers: list[AdminServer],
):
    one, other = two_servers
    table, token = await other.open_table(ADA, BOT, BOT)
    person = Person(other.connect(table, token))
    await person.receive_until("history")
    assert (await one.post_admin(f"/tables/{table}", do="delete")).status == 200
    with pytest.raises(ConnectionClosed) as closed:
        await person.receive_until("no more")
    assert closed.value.reason == "no-table"
    assert (await other.get(f"/api/tables/{table}")).json["code"] == "no-table"
