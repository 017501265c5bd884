"""Floods of WebSocket frames without messages are counted, closed and logged, and do not affect others."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import random
from pathlib import Path

import pytest
import websockets
from starlette.applications import Starlette

from armarium.server.app import make_app
from armarium.server.limits import Limits
from armarium.server.sockets import FrameCounter
from tests.server.in_memory import Server
from tests.server.people import ADA, OPEN, play_on, seat_two_people
from tests.server.stress.raw_connections import TIMEOUT_SECONDS, RawConnection, listen

TEXT, CONTINUATION, CLOSE, PING, PONG, FINAL = 1, 0, 8, 9, 10, 0x80
MASK = bytes(4)
HONEST, FLOODER = "192.0.2.7", "127.0.0.1"


def make_frame(kind: int, payload: bytes = b"") -> bytes:
    """Return a masked frame, as a client sends it."""
    size = len(payload)
    if size < 126:
        length = bytes([0x80 | size])
    elif size < 1 << 16:
        length = b"\xfe" + size.to_bytes(2)
    else:
        length = b"\xff" + size.to_bytes(8)
    return bytes([kind]) + length + MASK + payload


FLOODS = {
    "pings": make_frame(FINAL | PING),
    "full pings": make_frame(FINAL | PING, bytes(125)),
    "pongs nobody asked for": make_frame(FINAL | PONG),
    "empty fragments": make_frame(CONTINUATION),
    "tiny fragments": make_frame(CONTINUATION, b" "),
    "messages": make_frame(FINAL | TEXT, b"{}"),
}
BEGINNING = {"empty fragments": make_frame(TEXT), "tiny fragments": make_frame(TEXT, b"{")}


def flood(kind: str, number: int) -> bytes:
    return BEGINNING.get(kind, b"") + FLOODS[kind] * number


def make_app_with(folder: Path, **limits: float) -> Starlette:
    return make_app(f"sqlite:///{folder / 'tables.db'}", limits=Limits(**limits))  # type: ignore[arg-type]


async def connect(port: int, table: str, hello: bool = False, **headers: str) -> RawConnection:
    line = await RawConnection.open(port)
    more = "".join(f"{name.replace('_', '-')}: {value}\r\n" for name, value in headers.items())
    line.send(
        f"GET /api/tables/{table}/socket HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nUpgrade: websocket\r\n"
        f"Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: {'A' * 22}==\r\n{more}\r\n".encode()
    )
    await line.read_until(b"\r\n\r\n")
    if hello:
        line.send(make_frame(FINAL | TEXT, b'{"t":"hello","token":null}'))
        await line.read_until(b'"t":"table"')
    return line


def close_frame(code: int, reason: bytes) -> bytes:
    """Return an unmasked frame, as a server sends it."""
    return bytes([FINAL | CLOSE, 2 + len(reason)]) + code.to_bytes(2) + reason


@pytest.mark.parametrize("hello", [False, True], ids=["before hello", "after hello"])
@pytest.mark.parametrize("kind", FLOODS)
async def test_every_kind_of_frame_counts(tmp_path: Path, caplog, kind: str, hello: bool):
    app = make_app_with(tmp_path, frames_per_second=0.001, frames_burst=50)
    server = Server(app)
    async with listen(app) as port:
        table, _ = await server.open_table(ADA, OPEN)
        line = await connect(port, table, hello)
        with caplog.at_level(logging.WARNING, "armarium.server"):
            line.send(flood(kind, 60))
            assert (await line.read()).endswith(close_frame(1008, b"too-fast"))
        assert caplog.text.count(f"address {FLOODER}: too many WebSocket frames") == 1


async def test_bytes_are_limited(tmp_path: Path, caplog):
    app = make_app_with(tmp_path, bytes_per_second=0.001, bytes_burst=2000)
    async with listen(app) as port:
        table, _ = await Server(app).open_table(ADA, OPEN)
        line = await connect(port, table)
        with caplog.at_level(logging.WARNING, "armarium.server"):
            line.send(flood("full pings", 16))
            assert (await line.read()).endswith(close_frame(1008, b"too-fast"))
    assert f"address {FLOODER}: too many WebSocket frames" in caplog.text


async def test_the_frame_limit_is_shared_by_the_sockets_of_an_address(tmp_path: Path):
    app = make_app_with(tmp_path, frames_per_second=0.001, frames_burst=50, seats_per_address=2)
    async with listen(app) as port:
        table, _ = await Server(app).open_table(ADA, OPEN)
        lines = [await connect(port, table, hello=True) for _ in range(3)]
        for line in lines[:2]:
            line.send(flood("pings", 45))
            for _ in range(45):
                await line.read_until(bytes([FINAL | PONG, 0]))
        lines[2].send(flood("pings", 45))
        assert (await lines[2].read()).endswith(close_frame(1008, b"too-fast"))
        for line in lines:
            line.close()


async def test_behind_a_proxy_each_client_address_has_its_own_limit(tmp_path: Path, caplog):
    app = make_app_with(tmp_path, frames_per_second=0.001, frames_burst=50, seats_per_address=1)
    async with listen(app, ["127.0.0.0/8"]) as port:
        table, _ = await Server(app).open_table(ADA, OPEN)
        first = await connect(port, table, hello=True, X_Forwarded_For="203.0.113.9")
        other = await connect(port, table, hello=True, X_Forwarded_For="203.0.113.10")
        with caplog.at_level(logging.WARNING, "armarium.server"):
            first.send(flood("pings", 60))
            assert (await first.read()).endswith(close_frame(1008, b"too-fast"))
        other.send(flood("pings", 30))
        for _ in range(30):
            await other.read_until(bytes([FINAL | PONG, 0]))
        other.close()
    assert "address 203.0.113.9: too many WebSocket frames" in caplog.text
    assert "203.0.113.10:" not in caplog.text


@pytest.mark.parametrize("kind", FLOODS)
async def test_others_can_play_during_a_flood(tmp_path: Path, kind: str):
    """With the default limits; the flooder reconnects at once and continues."""
    app = make_app_with(tmp_path)
    server = Server(app)
    server.caller = HONEST
    closed, is_over = asyncio.Event(), asyncio.Event()

    async def keep_flooding(port: int, table: str) -> None:
        while not is_over.is_set():
            line = await connect(port, table)
            with contextlib.suppress(ConnectionError):
                line.send(flood(kind, 40_000))
                while not is_over.is_set():
                    line.send(FLOODS[kind] * 40_000)
                    await line.drain()
                line.close()
                return
            closed.set()
            line.close()

    async with listen(app) as port:
        table, people = await seat_two_people(server)
        flooding = asyncio.create_task(keep_flooding(port, table))
        try:
            async with asyncio.timeout(TIMEOUT_SECONDS):
                await play_on(people, random.Random(4), 20)
                await closed.wait()
        finally:
            is_over.set()
            await flooding
        assert people[0].v >= 20
        for person in people:
            await person.pipe.leave()


async def test_pings_and_fragments_of_an_honest_client_are_answered(tmp_path: Path, caplog):
    app = make_app_with(tmp_path)
    async with listen(app) as port:
        table, _ = await Server(app).open_table(ADA, OPEN)
        address = f"ws://127.0.0.1:{port}/api/tables/{table}/socket"
        with caplog.at_level(logging.WARNING, "armarium.server"):
            async with websockets.connect(address, ping_interval=0.01) as client:
                await client.send(iter(['{"t":"hello",', '"token"', ":null}"]))
                assert '"t":"table"' in str(await client.recv())
                for _ in range(300):
                    await asyncio.wait_for(await client.ping(), TIMEOUT_SECONDS)
        assert not caplog.text


@pytest.mark.parametrize("seed", range(20))
def test_frames_are_counted_however_their_bytes_arrive(seed: int):
    chance = random.Random(seed)
    sizes = [0, 1, 125, 126, 127, 300, 65_535, 65_536, 70_000]
    frames = [make_frame(FINAL | TEXT, bytes(chance.choice(sizes))) for _ in range(30)]
    sent, counter, found = b"".join(frames), FrameCounter(), 0
    while sent:
        size = chance.choice([1, 2, 3, 7, 50, 4000, 100_000])
        found += counter.count(sent[:size], 1000)
        sent = sent[size:]
    assert found == 30


def test_counting_stops_at_the_limit():
    assert FrameCounter().count(flood("pings", 40_000), 100) == 100
