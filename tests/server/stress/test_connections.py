"""Unfinished and excessive connections are closed and counted, and do not affect others."""

from __future__ import annotations

import asyncio
import json
import logging
from pathlib import Path

import pytest
from starlette.applications import Starlette

from armarium.server.app import make_app
from armarium.server.limits import ClientLimits, Limits, normalize_address
from tests.server.in_memory import Server
from tests.server.people import ADA, OPEN
from tests.server.stress.raw_connections import TIMEOUT_SECONDS, RawConnection, ask, listen


def make_app_with(folder: Path, **limits: float) -> Starlette:
    return make_app(f"sqlite:///{folder / 'tables.db'}", limits=Limits(**limits))  # type: ignore[arg-type]


UNFINISHED = {
    "nothing": b"",
    "a line": b"GET / HTTP/1.1\r\n",
    "headers without end": b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX: ",
    "half a handshake": b"GET /api/tables/x/socket HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\n",
}


@pytest.mark.parametrize("kind", UNFINISHED)
async def test_an_incomplete_request_times_out_and_is_logged(tmp_path, caplog, kind: str):
    app = make_app_with(tmp_path, header_seconds=0.3)
    with caplog.at_level(logging.WARNING, "armarium.server"):
        async with listen(app) as port:
            line = await RawConnection.open(port)
            line.send(UNFINISHED[kind])
            await line.read()
            line.close()
    assert "address 127.0.0.1: timeout while waiting for " in caplog.text


async def test_a_second_request_has_its_own_timeout(tmp_path: Path, caplog):
    with caplog.at_level(logging.WARNING, "armarium.server"):
        async with listen(make_app_with(tmp_path, header_seconds=0.3)) as port:
            line = await RawConnection.open(port)
            line.send(b"GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
            await line.read_until(b"}")
            line.send(b"GET ")
            await line.read()
    assert "timeout while waiting for request headers" in caplog.text


async def test_a_missing_body_times_out(tmp_path: Path):
    async with listen(make_app_with(tmp_path, body_seconds=0.3)) as port:
        line = await RawConnection.open(port)
        head = "POST /api/tables HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 100\r\n"
        line.send(f"{head}Connection: close\r\n\r\n{{".encode())
        answer = (await line.read()).decode()
        assert "408" in answer.split("\r\n")[0]
        assert json.loads(answer.partition("\r\n\r\n")[2])["code"] == "too-slow"


async def test_a_socket_without_hello_times_out(tmp_path: Path):
    async with Server(make_app_with(tmp_path, hello_seconds=0.1)) as server:
        table, _ = await server.open_table(ADA, OPEN)
        closed = await server.pipe(table).closed()
        assert (closed.code, closed.reason) == (1008, "no hello")


@pytest.mark.parametrize("name", ["streamed.dat", "in-one-part.js"])
async def test_an_unread_response_times_out(tmp_path: Path, caplog, name: str):
    page = tmp_path / "page"
    page.mkdir()
    (page / name).write_bytes(bytes(64 << 20))
    app = make_app(
        f"sqlite:///{tmp_path / 'tables.db'}",
        page=page,
        limits=Limits(body_seconds=0.1, answer_seconds=0.3),
    )
    with caplog.at_level(logging.WARNING, "armarium.server"):
        async with listen(app) as port:
            reader, writer = await asyncio.open_connection("127.0.0.1", port, limit=1024)
            writer.write(f"GET /{name} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n".encode())
            async with asyncio.timeout(TIMEOUT_SECONDS):
                while "sending a response" not in caplog.text:
                    await asyncio.sleep(0.05)
            writer.close()
            assert len(reader._buffer) < 64 << 20  # type: ignore[attr-defined]


async def test_connections_per_address_are_limited(tmp_path: Path, caplog):
    async with listen(make_app_with(tmp_path, connections_per_address=20)) as port:
        lines = [await RawConnection.open(port) for _ in range(20)]
        with caplog.at_level(logging.WARNING, "armarium.server"):
            for _ in range(5):
                assert await (await RawConnection.open(port)).is_ended()
        assert caplog.text.count("more than 20 connections") == 1, "once a minute"
        for line in lines:
            line.close()
        async with asyncio.timeout(TIMEOUT_SECONDS):
            while (await ask(port))[0] != 200:
                await asyncio.sleep(0.05)


async def test_a_trusted_proxy_may_open_any_number_of_connections(tmp_path: Path):
    app = make_app_with(tmp_path, connections_per_address=3)
    async with listen(app, ["127.0.0.0/8"]) as port:
        lines = [await RawConnection.open(port) for _ in range(10)]
        assert (await ask(port))[0] == 200
        for line in lines:
            line.close()


async def test_sockets_are_counted_per_address_and_released(tmp_path: Path):
    async with Server(make_app_with(tmp_path, connections_per_address=3)) as server:
        table, token = await server.open_table(ADA, OPEN)
        pipes = [server.connect(table, token) for _ in range(3)]
        for pipe in pipes:
            await pipe.until("table")
        closed = await server.pipe(table).closed()
        assert (closed.code, closed.reason) == (1008, "too-fast")
        await pipes.pop().leave()
        await server.connect(table, token).until("table")


# ── by seat and by address ───────────────────────────────────────────────────────────────────────


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
def test_addresses_are_normalized(host, address):
    assert normalize_address(host) == address


async def count_accepted(
    server: Server, table: str, token: str | None, sockets: int, each: int
) -> int:
    """Return how many of the messages are not refused as too fast."""
    pipes = [server.connect(table, token) for _ in range(sockets)]
    for pipe in pipes:
        await pipe.until("table")
        for _ in range(each):
            pipe.send({"t": "fly"})
    codes = [(await pipe.until("refused"))["code"] for pipe in pipes for _ in range(each)]
    return codes.count("unknown-type")


async def test_the_limit_of_a_seat_is_shared_by_its_sockets(tmp_path: Path):
    async with Server(
        make_app_with(tmp_path, messages_per_second=0.001, messages_burst=50)
    ) as server:
        table, token = await server.open_table(ADA, OPEN)
        assert await count_accepted(server, table, token, 10, 20) == 50


async def test_the_limit_of_an_address_is_shared_by_its_tables(tmp_path: Path):
    limits = {"messages_per_second": 0.001, "messages_burst": 20, "seats_per_address": 2}
    async with Server(make_app_with(tmp_path, **limits)) as server:
        heard = 0
        for _ in range(5):
            table, token = await server.open_table(ADA, OPEN)
            heard += await count_accepted(server, table, token, 1, 20)
        assert heard == 40


async def test_spectators_of_an_address_count_as_one_seat(tmp_path: Path):
    async with Server(
        make_app_with(tmp_path, messages_per_second=0.001, messages_burst=30)
    ) as server:
        table, token = await server.open_table(ADA, OPEN)
        assert await count_accepted(server, table, None, 10, 10) == 30
        assert await count_accepted(server, table, token, 1, 10) == 10, "Ada is not held up by them"


@pytest.mark.parametrize("path", ["", "/record"])
async def test_read_requests_are_limited(tmp_path: Path, path: str):
    async with Server(
        make_app_with(tmp_path, requests_per_second=0.001, requests_burst=5)
    ) as server:
        table, _ = await server.open_table(ADA, OPEN)
        answers = [(await server.get(f"/api/tables/{table}{path}")).status for _ in range(7)]
        assert answers[5:] == [429, 429] and 429 not in answers[:5]
        pipe = server.connect(table, None)
        assert (await pipe.receive())["code"] == "too-fast"
        assert (await pipe.closed()).code == 1008


def test_counters_are_dropped_again():
    now = [0.0]
    client_limits = ClientLimits(Limits(), lambda: now[0])
    for number in range(25_000):
        client_limits.may_send("t", None, f"a{number}")
        now[0] += 0.01
    assert len(client_limits._seats._of) <= client_limits._seats.MAX_KEYS
    with client_limits.count_open("sockets", "a"):
        assert client_limits.open
    assert not client_limits.open
