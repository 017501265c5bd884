"""Thousands of invalid messages: always a refusal, never a traceback, a 5xx or growing memory."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import random
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from armarium.core.errors import ArmariumError
from armarium.server.app import make_app
from armarium.server.bodies import JoinTable
from armarium.server.errors import BadRequest
from armarium.server.requests import decode_body
from armarium.server.sockets import read_message
from armarium.server.tables.plan import NewTable
from tests.server.in_memory import ConnectionClosed, Pipe, Server
from tests.server.people import seat_two_people
from tests.server.stress.bare_server import LIMITS
from tests.server.stress.fuzz import make_frame, request

BATCH = 250
ADMIN_TOKEN = "the-admin-of-this-server"


def read_resident_memory() -> int:
    """Return kilobytes."""
    lines = Path("/proc/self/status").read_text().splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith("VmRSS"))


class Fuzzed:
    """A server, one seat at one of its tables, and checks of what must never happen."""

    def __init__(self, server: Server, table: str, token: str, seed: int) -> None:
        self._server, self._table, self._token = server, table, token
        self._chance = random.Random(seed)
        self._pipe: Pipe | None = None
        self._v = 0
        self.codes: set[str] = set()

    async def frames(self, count: int) -> None:
        for start in range(0, count, BATCH):
            try:
                await self._some_frames(min(BATCH, count - start))
            except ConnectionClosed as closed:
                if closed.code not in (1008, 1009):
                    raise
                self._pipe = None

    async def _some_frames(self, count: int) -> None:
        if self._pipe is None:
            self._pipe = Pipe(self._server.app, self._table)
            self._pipe.send({"t": "hello", "token": self._token})
        pipe = self._pipe
        for _ in range(count):
            pipe.send(make_frame(self._chance, self._chance.choice([self._v, self._v, 0, 7])))
        pipe.send({"t": "end"})
        while True:
            message = await pipe.receive()
            self._v = message.get("v", self._v)
            if message["t"] == "refused":
                self.codes.add(message["code"])
                assert message["code"] != "error" and message["text"]
                if message["facts"].get("asked") == "end":
                    pipe.frames.clear()
                    return

    async def requests(self, count: int) -> None:
        for _ in range(count):
            method, address, body = request(self._chance, self._table)
            key = {
                "Authorization": f"Bearer {self._chance.choice([ADMIN_TOKEN, self._token + 'x', ''])}"
            }
            if method == "POST":
                answer = await self._server.post(address, body, **key)
            elif method == "DELETE":
                answer = await self._server.delete(address, **key)
            else:
                answer = await self._server.get(address, **key)
            assert answer.status < 500, (method, address[:100], body[:300], answer.text[:300])
            self.codes.add(str(answer.status))

    async def leave(self) -> None:
        if self._pipe is not None:
            await self._pipe.leave()


async def fuzz(
    database: str,
    folder: Path,
    seed: int,
    frames: int,
    requests: int,
    caplog: pytest.LogCaptureFixture,
) -> set[str]:
    page = folder / "page"
    page.mkdir()
    (page / "index.html").write_text("<!doctype html>")
    broken: list[object] = []
    asyncio.get_running_loop().set_exception_handler(lambda _, context: broken.append(context))
    app = make_app(database, page=page, limits=LIMITS, admin_token=ADMIN_TOKEN)
    with caplog.at_level(logging.WARNING):
        async with Server(app) as server:
            table, token = await server.open_table({"name": "Ada"}, game="bibliogamo")
            fuzzed = Fuzzed(server, table, token, seed)
            sizes = []
            for _ in range(10):
                await fuzzed.frames(frames // 10)
                await fuzzed.requests(requests // 10)
                app.state.live_tables._tables = {table: app.state.live_tables._tables[table]}
                sizes.append(read_resident_memory())
            await fuzzed.leave()
            await seat_two_people(server)  # it still works
    assert not broken, broken[:2]
    assert "Traceback" not in caplog.text, caplog.text[:3000]
    assert sizes[-1] < sizes[2] * 1.15 + 20_000, f"memory grows: {sizes}"
    return fuzzed.codes


@pytest.mark.parametrize(
    "database", ["sqlite", pytest.param("postgresql", marks=pytest.mark.thorough)], indirect=True
)
async def test_a_few_thousand_random_messages(
    database: str, tmp_path: Path, caplog: pytest.LogCaptureFixture
):
    codes = await fuzz(database, tmp_path, 8, 5_000, 600, caplog)
    assert {"unknown-type", "invalid-action", "illegal-action", "stale"} <= codes
    assert {"400", "404", "201"} <= codes


@pytest.mark.slow
async def test_a_million_random_messages(
    database: str, tmp_path: Path, caplog: pytest.LogCaptureFixture
):
    await fuzz(database, tmp_path, 8, 950_000, 50_000, caplog)


@settings(max_examples=300, suppress_health_check=[HealthCheck.too_slow])
@given(raw=st.binary(max_size=400) | st.text(max_size=400))
def test_every_message_is_parsed_or_refused(raw: bytes | str):
    body = raw if isinstance(raw, bytes) else raw.encode("utf-8", "replace")
    with contextlib.suppress(ArmariumError):
        read_message(raw)
    for shape in (NewTable, JoinTable):
        with contextlib.suppress(BadRequest):
            decode_body(body, shape)
