"""Connections that never finish, and too many of them: they end, they are counted, and the others play on."""

from __future__ import annotations

import asyncio
import json
import logging
from pathlib import Path

import pytest
from starlette.applications import Starlette

from armarium.server.net.app import make_app
from armarium.server.net.callers import Callers, address_of
from armarium.server.net.limits import Limits
from tests.server.fire.listening import Line, ask, listening
from tests.server.people import ADA, OPEN
from tests.server.pipes import Server


def app_with(folder: Path, **limits: float) -> Starlette:
    return make_app(f"sqlite:///{folder / 'tables.db'}", limits=Limits(**limits))  # type: ignore[arg-type]


UNFINISHED = {
    "nothing": b"",
    "a line": b"GET / HTTP/1.1\r\n",
    "headers without end": b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX: ",
    "half a handshake": b"GET /api/tables/x/socket HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\n",
}


@pytest.mark.parametrize("kind", UNFINISHED)
async def test_what_never_becomes_a_request_is_ended_and_logged(tmp_path, caplog, kind: str):
    app = app_with(tmp_path, header_seconds=0.3)
    with caplog.at_level(logging.WARNING, "armarium.server"):
        async with listening(app) as port:
            line = await Line.open(port)
            line.send(UNFINISHED[kind])
            await line.read()
            line.close()
    assert "address 127.0.0.1: no " in caplog.text


async def test_a_second_request_has_its_time_too(tmp_path: Path, caplog):
    with caplog.at_level(logging.WARNING, "armarium.server"):
        async with listening(app_with(tmp_path, header_seconds=0.3)) as port:
            line = await Line.open(port)
            line.send(b"GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
            await line.read_until(b"}")
            line.send(b"GET ")
            await line.read()
    assert "no end of a request's headers" in caplog.text


async def test_a_body_that_never_comes_is_ended(tmp_path: Path):
    async with listening(app_with(tmp_path, body_seconds=0.3)) as port:
        line = await Line.open(port)
        head = "POST /api/tables HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 100\r\n"
        line.send(f"{head}Connection: close\r\n\r\n{{".encode())
        answer = (await line.read()).decode()
        assert "408" in answer.split("\r\n")[0]
        assert json.loads(answer.partition("\r\n\r\n")[2])["code"] == "too-slow"


async def test_a_socket_that_never_says_hello_is_ended(tmp_path: Path):
    async with Server(app_with(tmp_path, hello_seconds=0.1)) as server:
        table, _ = await server.open_table(ADA, OPEN)
        closed = await server.pipe(table).closed()
        assert (closed.code, closed.reason) == (1008, "no hello")


async def test_an_answer_that_nobody_reads_is_ended(tmp_path: Path, caplog):
    page = tmp_path / "page"
    page.mkdir()
    (page / "big.bin").write_bytes(bytes(64 << 20))
    app = make_app(
        f"sqlite:///{tmp_path / 'tables.db'}",
        page=page,
        limits=Limits(body_seconds=0.1, answer_seconds=0.3),
    )
    with caplog.at_level(logging.WARNING, "armarium.server"):
        async with listening(app) as port:
            reader, writer = await asyncio.open_connection("127.0.0.1", port, limit=1024)
            writer.write(b"GET /big.bin HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
            while "nobody reads" not in caplog.text:
                await asyncio.sleep(0.05)
            writer.close()
            assert len(reader._buffer) < 64 << 20  # type: ignore[attr-defined]


async def test_an_address_holds_so_many_connections_and_no_more(tmp_path: Path, caplog):
    async with listening(app_with(tmp_path, connections_an_address=20)) as port:
        lines = [await Line.open(port) for _ in range(20)]
        with caplog.at_level(logging.WARNING, "armarium.server"):
            for _ in range(5):
                assert await (await Line.open(port)).is_ended()
        assert caplog.text.count("more than 20 connections") == 1, "once a minute"
        for line in lines:
            line.close()
        while (await ask(port))[0] != 200:
            await asyncio.sleep(0.05)


async def test_a_proxy_that_is_named_may_hold_any_number(tmp_path: Path):
    app = app_with(tmp_path, connections_an_address=3)
    async with listening(app, ["127.0.0.0/8"]) as port:
        lines = [await Line.open(port) for _ in range(10)]
        assert (await ask(port))[0] == 200
        for line in lines:
            line.close()


async def test_sockets_are_counted_by_address_and_let_go(tmp_path: Path):
    async with Server(app_with(tmp_path, connections_an_address=3)) as server:
        table, token = await server.open_table(ADA, OPEN)
        pipes = [server.sit(table, token) for _ in range(3)]
        for pipe in pipes:
            await pipe.until("table")
        closed = await server.pipe(table).closed()
        assert (closed.code, closed.reason) == (1008, "too-fast")
        await pipes.pop().leave()
        await server.sit(table, token).until("table")


# ── by seat and by address ─────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("host", "address"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:db8:1:2::9", "2001:db8:1:2::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("testclient", "testclient"),
        (None, ""),
    ],
)
def test_an_address_as_limits_count_it(host, address):
    assert address_of(host) == address


async def spoken(server: Server, table: str, token: str | None, sockets: int, each: int) -> int:
    """How many of so many messages are not refused as too fast."""
    pipes = [server.sit(table, token) for _ in range(sockets)]
    for pipe in pipes:
        await pipe.until("table")
        for _ in range(each):
            pipe.send({"t": "fly"})
    codes = [(await pipe.until("refused"))["code"] for pipe in pipes for _ in range(each)]
    return codes.count("unknown-type")


async def test_a_seat_has_no_more_by_having_more_sockets(tmp_path: Path):
    async with Server(app_with(tmp_path, messages_a_second=0.001, messages_burst=50)) as server:
        table, token = await server.open_table(ADA, OPEN)
        assert await spoken(server, table, token, 10, 20) == 50


async def test_an_address_has_no_more_by_having_more_tables(tmp_path: Path):
    limits = {"messages_a_second": 0.001, "messages_burst": 20, "seats_an_address": 2}
    async with Server(app_with(tmp_path, **limits)) as server:
        heard = 0
        for _ in range(5):
            table, token = await server.open_table(ADA, OPEN)
            heard += await spoken(server, table, token, 1, 20)
        assert heard == 40


async def test_spectators_of_an_address_count_as_one_seat(tmp_path: Path):
    async with Server(app_with(tmp_path, messages_a_second=0.001, messages_burst=30)) as server:
        table, token = await server.open_table(ADA, OPEN)
        assert await spoken(server, table, None, 10, 10) == 30
        assert await spoken(server, table, token, 1, 10) == 10, "Ada is not held up by them"


@pytest.mark.parametrize("path", ["", "/record"])
async def test_loads_are_limited_too(tmp_path: Path, path: str):
    async with Server(app_with(tmp_path, requests_a_second=0.001, requests_burst=5)) as server:
        table, _ = await server.open_table(ADA, OPEN)
        answers = [(await server.get(f"/api/tables/{table}{path}")).status for _ in range(7)]
        assert answers[5:] == [429, 429] and 429 not in answers[:5]
        pipe = server.sit(table, None)
        assert (await pipe.receive())["code"] == "too-fast"
        assert (await pipe.closed()).code == 1008


def test_what_is_counted_is_forgotten_again():
    now = [0.0]
    callers = Callers(Limits(), lambda: now[0])
    for number in range(25_000):
        callers.may_speak("t", None, f"a{number}")
        now[0] += 0.01
    assert len(callers._seats._of) <= callers._seats.MOST
    with callers.one_more("sockets", "a"):
        assert callers.open
    assert not callers.open
