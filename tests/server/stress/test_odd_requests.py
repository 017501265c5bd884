"""Malformed requests get a clear refusal, and never cause a traceback in the server log."""

from __future__ import annotations

import asyncio
import logging
import os
import random
import sqlite3
import stat
from collections.abc import Callable
from pathlib import Path

import pytest
from starlette.applications import Starlette

from armarium.server.app import make_app
from tests.server.in_memory import Server
from tests.server.people import ADA, OPEN, play_on, seat_two_people
from tests.server.stress.raw_connections import RawConnection, ask, listen


@pytest.fixture
def built(tmp_path: Path) -> Path:
    folder = tmp_path / "page"
    folder.mkdir()
    (folder / "index.html").write_text("<!doctype html>")
    return folder


ODD = {
    "a zero": "/%00",
    "a zero within": "/t/%00x",
    "a zero in an asset": "/assets/%00.js",
    "a zero for a table": "/api/tables/%00",
    "no letters": "/%ff%fe",
    "a long path": "/" + "a" * 5000,
    "many folders": "/a" * 3000,
    "a long name": "/assets/" + "a" * 300 + ".js",
    "a long table": "/api/tables/" + "a" * 5000,
    "a long game": "/api/games/" + "a" * 5000 + "/words/en",
    "dots": "/../../../../etc/passwd",
    "packed dots": "/%2e%2e/%2e%2e/etc/passwd",
    "a folder": "/assets/",
    "a drive": "/C:%5Cwindows",
}


@pytest.mark.parametrize("kind", ODD)
async def test_an_odd_path_is_answered_without_a_traceback(tmp_path, built, caplog, kind: str):
    app = make_app(f"sqlite:///{tmp_path / 'tables.db'}", page=built)
    async with listen(app) as port:
        status, body = await ask(port, path=ODD[kind])
    assert status in (200, 400, 404), body[:200]
    if any(word in kind for word in ("zero", "long", "many", "table")):
        assert status in (400, 404)
    assert "Traceback" not in caplog.text and "root:" not in body


async def test_an_aborted_upload_leaves_no_traceback(tmp_path: Path, caplog):
    app = make_app(f"sqlite:///{tmp_path / 'tables.db'}")
    async with listen(app) as port:
        for path in ("/api/tables", "/api/components", "/api/tables/x/seats"):
            line = await RawConnection.open(port)
            head = f"POST {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 9999\r\n\r\n"
            line.send(head.encode() + b"half of it")
            await asyncio.sleep(0.05)
            line.close()
        assert (await ask(port))[0] == 200
        figures = (await ask(port, path="/metrics"))[1]
        while 'code="bad-request"} 3' not in figures and 'code="bad-request"} 3.0' not in figures:
            figures = (await ask(port, path="/metrics"))[1]
    assert "Traceback" not in caplog.text


HELLO = (
    "GET /api/tables/{}/socket HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n\r\n"
)
NO_LETTERS = b"\x81\x82\x00\x00\x00\x00\xff\xfe"  # a masked text frame with invalid UTF-8


async def test_malformed_http_is_logged_once_without_a_traceback(tmp_path: Path, caplog):
    """Non-HTTP data is logged once a minute; uvicorn would log a line or a traceback each time."""
    app = make_app(f"sqlite:///{tmp_path / 'tables.db'}")
    async with listen(app) as port:
        for _ in range(3):
            line = await RawConnection.open(port)
            line.send(b"GARBAGE\r\n\r\n")
            assert b" 400 " in await line.read()
            line = await RawConnection.open(port)
            line.send(
                b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: h2c\r\nConnection: close\r\n\r\n"
            )
            await line.read()
        line = await RawConnection.open(port)
        line.send(HELLO.format("nowhere").encode())
        await line.read_until(b"\r\n\r\n")
        line.send(NO_LETTERS)
        assert (1007).to_bytes(2, "big") in await line.read()
    assert [record.getMessage() for record in caplog.records] == [
        "address 127.0.0.1: not an HTTP request"
    ]


async def test_an_unchanged_asset_is_answered_with_304(server: Server, built: Path):
    (built / "favicon.svg").write_text("<svg/>")
    first = await server.get("/favicon.svg")
    again = await server.get("/favicon.svg", **{"If-None-Match": first.headers["etag"]})
    assert (first.status, again.status, again.body) == (200, 304, b"")


async def test_the_page_is_never_answered_with_304(server: Server, built: Path):
    """A browser would combine its cached text with the headers of the 304, and nothing of the page would load."""
    first = await server.get("/")
    again = await server.get("/", **{"If-None-Match": first.headers["etag"]})
    assert (again.status, again.body) == (200, first.body)
    policy = "content-security-policy"
    assert again.headers[policy] == first.headers[policy]


# ── a log that cannot be read ────────────────────────────────────────────────────────────────────


def damage_log(kind: str, db: Path, table: str) -> None:
    with sqlite3.connect(db) as connection:
        where, of = "WHERE table_id = ? AND position = 6", (table,)
        if kind == "a gap":
            connection.execute(f"DELETE FROM table_log {where}", of)
        elif kind == "no beginning":
            connection.execute("DELETE FROM table_log WHERE table_id = ? AND position = 0", of)
        elif kind == "another beginning":
            body = '{"kind":"pace-set","seat":0,"pace":"fast"}'
            connection.execute(
                "UPDATE table_log SET body = ? WHERE table_id = ? AND position = 0", (body, table)
            )
        else:
            connection.execute(f"UPDATE table_log SET body = ? {where}", (SPOILT[kind], table))


SPOILT = {
    "no JSON": '{"kind":"acted","seat":',
    "not an entry": '{"kind":"frog"}',
    "an impossible seat": '{"kind":"pace-set","seat":99,"pace":"fast"}',
    "nobody's seat": '{"kind":"rematch-wished","seat":99}',
    "a second beginning": '{"kind":"created","game":"biblios","edition":"","options":{},"seats":[],"pace":"fast"}',
    "a round that was never sealed": '{"kind":"begun","round":7}',
    "not UTF-8 hexadecimal": '{"kind":"sealed","round":1,"seed":"frog"}',
    "an action of nobody": '{"kind":"acted","seat":9,"action":"keep"}',
}


@pytest.mark.parametrize("kind", ["a gap", "no beginning", "another beginning", *SPOILT])
async def test_a_corrupt_log_stops_its_table_and_reveals_no_seed(
    app_of: Callable[[], Starlette], tmp_path: Path, caplog, kind: str
):
    async with Server(app_of()) as server:
        table, people = await seat_two_people(server)
        await play_on(people, random.Random(1), 8)
        entries = server.app.state.live_tables._store.read(table)
    seeds = [entry.seed for entry in entries if hasattr(entry, "seed")]
    damage_log(kind, tmp_path / "tables.db", table)
    with caplog.at_level(logging.DEBUG):
        async with Server(app_of()) as server:
            answer = await server.get(f"/api/tables/{table}")
            assert (answer.status, answer.json["code"]) == (409, "table-stopped"), answer.text
            pipe = server.connect(table, None)
            assert (await pipe.receive())["code"] == "table-stopped"
            closed = await pipe.closed()
            assert (closed.code, closed.reason) == (1011, "table-stopped")
            record = await server.get(f"/api/tables/{table}/record")
            assert record.status in (200, 409)
            await seat_two_people(server)  # other tables are not affected
    assert "Traceback" not in caplog.text
    received = caplog.text + answer.text + "".join(pipe.frames)
    assert not any(seed in received for seed in seeds)


# ── the database file ────────────────────────────────────────────────────────────────────────────


@pytest.mark.skipif(os.name == "nt", reason="no such rights there")
async def test_only_the_owner_can_read_the_database(
    tmp_path: Path, app_of: Callable[[], Starlette]
):
    old = os.umask(0)
    try:
        async with Server(app_of()) as server:
            await seat_two_people(server)
            for file in tmp_path.glob("tables.db*"):
                assert stat.S_IMODE(file.stat().st_mode) == 0o600, file.name
    finally:
        os.umask(old)


@pytest.mark.skipif(os.name == "nt", reason="no such rights there")
async def test_an_older_database_file_gets_private_permissions(
    tmp_path: Path, app_of: Callable[[], Starlette]
):
    async with Server(app_of()) as server:
        await server.open_table(ADA, OPEN)
    file = tmp_path / "tables.db"
    file.chmod(0o644)
    async with Server(app_of()) as server:
        await server.open_table(ADA, OPEN)
        assert stat.S_IMODE(file.stat().st_mode) == 0o600
