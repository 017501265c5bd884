"""Hints, analyses and bots are queued by the address of the client, over HTTP and WebSocket."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest

from armarium.games import biblios
from armarium.server.app import make_app
from armarium.server.bots.worker import BotRequest
from armarium.server.extension import ExtraRoute
from armarium.server.features import hints
from armarium.server.features.analysis import queue
from armarium.server.features.analysis.worker import AnalysisJobUpdate, AnalysisWorker
from armarium.server.sandbox import SandboxPool, SandboxResult
from tests.server.in_memory import Answer, Server
from tests.server.people import ADA, BOT, Person

CROWD, HONEST = "192.0.2.7", "192.0.2.8"


@pytest.fixture
def held_jobs(monkeypatch: pytest.MonkeyPatch) -> Iterator[asyncio.Event]:
    """Hold the jobs of all workers until this event."""
    held = asyncio.Event()

    async def hold(*_: object) -> AnalysisJobUpdate:
        await held.wait()
        return AnalysisJobUpdate(result=msgspec.Raw(b"[]"))

    monkeypatch.setattr(AnalysisWorker, "_run_job", hold)
    yield held
    held.set()


async def test_the_hints_of_one_address_leave_room_for_another(
    server: Server, held_jobs: asyncio.Event
):
    async def request_hint() -> Answer:
        table, token = await server.open_table(ADA, BOT, options={"first": 0})
        address = f"/api/tables/{table}/hint"
        return await server.post(address, {}, Authorization=f"Bearer {token}")

    server.caller = CROWD
    asked = {asyncio.create_task(request_hint()) for _ in range(hints.MAX_PER_ADDRESS + 1)}
    refused, waiting = await asyncio.wait(asked, return_when=asyncio.FIRST_COMPLETED)
    assert [one.result().json["facts"]["reason"] for one in refused] == ["too-many-hints"]
    server.caller = HONEST
    honest = asyncio.create_task(request_hint())
    for _ in range(200):  # time to be queued, or refused
        await asyncio.sleep(0)
    held_jobs.set()
    assert (await honest).status == 200
    assert [answer.status for answer in await asyncio.gather(*waiting)] == [200] * len(waiting)


def make_record(seed: int) -> str:
    game, chance = biblios.Game.new(seed=seed, seats=2), random.Random(seed)
    while game.to_act is not None:
        game.play(chance.choice(game.legal()))
    return game.record()


async def test_the_analyses_of_one_address_leave_room_for_another(
    server: Server, held_jobs: asyncio.Event, monkeypatch: pytest.MonkeyPatch
):
    async def accept(_: SandboxPool, __: ExtraRoute, ___: bytes) -> SandboxResult:
        return SandboxResult({"game": "biblios", "actions": 0})

    monkeypatch.setattr(SandboxPool, "_read", accept)

    async def request_analysis(seed: int) -> Answer:
        uploaded = await server.post("/api/replays", make_record(seed).encode())
        return await server.post(f"/api/replays/{uploaded.json['id']}/analysis", {})

    server.caller = CROWD
    answers = [await request_analysis(seed) for seed in range(queue.MAX_PER_ADDRESS + 1)]
    assert [answer.status for answer in answers] == [202] * queue.MAX_PER_ADDRESS + [429]
    assert answers[-1].json["facts"]["reason"] == "too-many-judged"
    server.caller = HONEST
    assert (await request_analysis(100)).status == 202


class AddressNotes:
    """Note for which address the bots of each table think, and choose the first legal action."""

    def __init__(self) -> None:
        self.addresses: dict[str, str] = {}

    async def think(self, request: BotRequest, timeout: float) -> str:
        assert request.view is not None
        self.addresses[request.table] = request.address
        return str(request.view["legal"][0])

    def forget(self, player_key: str) -> None:
        pass


async def test_the_bots_of_a_table_think_for_the_address_of_its_client(tmp_path: Path):
    notes, expected = AddressNotes(), {}
    app = make_app(f"sqlite:///{tmp_path / 'tables.db'}", bot_backend=notes, pause=lambda _: 0.0)
    async with Server(app) as server:
        for caller in (CROWD, HONEST):
            server.caller = caller
            table, token = await server.open_table(ADA, BOT, options={"first": 1})
            await Person(server.connect(table, token)).receive_version(1)
            expected[table] = caller
    assert notes.addresses == expected
