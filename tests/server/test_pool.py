"""Bot workers receive only views, are replaced when they end, and never outlive the server."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
import threading
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any

import pytest

from armarium.games import biblios
from armarium.players import PlayerFailed, UnknownPlayer, registry
from armarium.server.app import make_app
from armarium.server.bots import pool as pools
from armarium.server.bots.offered import OfferedBots
from armarium.server.bots.pool import BotWorkerPool, default_workers
from armarium.server.bots.worker import BotRequest, BotStart
from armarium.server.tables.log import BotFailed
from tests.server.in_memory import Server
from tests.server.people import ADA, Person
from tests.server.third_party_bots import write_package

TIMEOUT_SECONDS = 60  # seconds; reached only by a failing test
VIEW = biblios.Game.new(2, seed=1, first=0).view(0)


def make_request(
    player: str, player_key: str = "m", options: dict[str, object] | None = None
) -> BotRequest:
    return BotRequest(player_key, "biblios", player, BotStart(0, 2, options or {}, 5), VIEW)


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Install the package for this process and its children."""
    folder = tmp_path / "package"
    folder.mkdir()
    write_package(folder)
    monkeypatch.syspath_prepend(folder)
    path = os.environ.get("PYTHONPATH")
    monkeypatch.setenv("PYTHONPATH", f"{folder}{os.pathsep}{path}" if path else str(folder))
    registry._third_party.cache_clear()
    yield folder
    registry._third_party.cache_clear()


@pytest.fixture
async def one() -> AsyncIterator[BotWorkerPool]:
    pool = BotWorkerPool(workers=1)
    yield pool
    await asyncio.to_thread(pool.close)


async def wait_for_file(file: Path, lines: int = 1) -> list[str]:
    async with asyncio.timeout(TIMEOUT_SECONDS):
        while not file.exists() or len(file.read_text().split()) < lines:
            await asyncio.sleep(0.01)
    return file.read_text().split()


@pytest.mark.parametrize(("cores", "workers"), [(1, 1), (2, 2), (4, 4), (64, 4)])
def test_the_number_of_workers_follows_the_cores(monkeypatch, cores: int, workers: int):
    monkeypatch.setattr(os, "sched_getaffinity", lambda _: range(cores), raising=False)
    assert default_workers() == workers


async def test_the_pool_starts_in_the_background_with_one_worker():
    pool = BotWorkerPool(workers=2)
    pool.start(wait=False)
    try:
        assert len(pool.pids) == 1
        # Two players share the only worker while it gets ready: a second would compile the same code.
        a, b = (pool._find_worker(make_request(player, player)) for player in ("random", "abbot"))
        assert a is b
        received = await asyncio.gather(
            *(pool.think(make_request("random", player_key)) for player_key in ("a", "b"))
        )
        assert all(action in biblios.Game.new(2, seed=1, first=0).legal() for action in received)
        async with asyncio.timeout(TIMEOUT_SECONDS):
            while len(pool.pids) < 2:
                await asyncio.sleep(0.01)
    finally:
        await asyncio.to_thread(pool.close)
    assert pool.pids == []


async def test_a_worker_that_starts_while_the_pool_closes_is_killed(monkeypatch):
    begins, may_begin = threading.Event(), threading.Event()
    begun: list[pools._Worker] = []

    class SlowWorker(pools._Worker):
        def __init__(self, *arguments: Any) -> None:
            if begun:
                begins.set()
                assert may_begin.wait(TIMEOUT_SECONDS)
            super().__init__(*arguments)
            begun.append(self)

    monkeypatch.setattr(pools, "_Worker", SlowWorker)
    pool = BotWorkerPool(workers=2)
    pool.start(wait=False)
    assert await asyncio.to_thread(begins.wait, TIMEOUT_SECONDS)
    closing = threading.Thread(target=pool.close)
    closing.start()
    closing.join(timeout=0.2)
    may_begin.set()
    await asyncio.to_thread(closing.join, TIMEOUT_SECONDS)
    async with asyncio.timeout(TIMEOUT_SECONDS):
        while len(begun) < 2:
            await asyncio.sleep(0.01)
    assert all(worker.was_ended for worker in begun)


async def test_a_closed_pool_starts_no_more_workers():
    pool = BotWorkerPool(workers=4)
    pool.start(wait=False)
    await asyncio.to_thread(pool.close)
    assert pool.pids == []


async def test_a_worker_answers_a_view_with_an_action(one: BotWorkerPool):
    assert one.pids == [], "nothing starts before it is needed"
    for level in ("random", "novice"):
        assert await one.think(make_request(level, level)) in VIEW["legal"]
    assert os.getpid() not in one.pids


async def test_a_killed_worker_is_replaced_and_the_move_is_made(one: BotWorkerPool, package: Path):
    thought = asyncio.create_task(one.think(make_request("patient")))
    (first,) = await wait_for_file(package / "asked")
    (worker,) = one.pids
    os.kill(worker, signal.SIGKILL)
    assert first != (await wait_for_file(package / "asked", 2))[1], "it is asked again, elsewhere"
    (package / "go").touch()
    assert await thought == VIEW["legal"][0]
    assert one.pids != [worker]


async def test_a_player_that_kills_its_worker_each_time_has_failed(
    one: BotWorkerPool, package: Path
):
    thought = asyncio.create_task(one.think(make_request("patient")))
    for times in (1, 2):
        await wait_for_file(package / "asked", times)
        os.kill(one.pids[0], signal.SIGKILL)
    with pytest.raises(PlayerFailed, match="its process ended"):
        await thought
    assert await one.think(make_request("random")) in VIEW["legal"]


async def test_a_bot_that_thinks_too_long_is_killed_and_delays_nobody(
    one: BotWorkerPool, package: Path
):
    too_long = asyncio.create_task(one.think(make_request("patient", "slow"), timeout=0.1))
    waiting = asyncio.create_task(one.think(make_request("guest", "quick")))
    with pytest.raises(TimeoutError):
        await too_long
    assert await waiting in VIEW["legal"]


async def test_the_time_limit_applies_to_cancelled_requests(one: BotWorkerPool, package: Path):
    """The client of a table with a hanging bot disconnects, and the worker is still replaced."""
    (package / "go").touch()
    await one.think(
        make_request("patient", "slow"), timeout=TIMEOUT_SECONDS
    )  # its process has started
    (package / "go").unlink()
    thought = asyncio.create_task(one.think(make_request("patient", "slow"), timeout=1.0))
    await wait_for_file(package / "asked", 2)
    hanging = one.pids
    thought.cancel()
    with pytest.raises(asyncio.CancelledError):
        await thought
    other = one.think(make_request("guest", "other"), timeout=TIMEOUT_SECONDS)
    assert await asyncio.wait_for(other, TIMEOUT_SECONDS) in VIEW["legal"]
    assert not set(one.pids) & set(hanging)


async def test_a_cancelled_request_is_not_sent(one: BotWorkerPool, package: Path):
    first = asyncio.create_task(one.think(make_request("patient", "slow"), timeout=TIMEOUT_SECONDS))
    await wait_for_file(package / "asked")
    second = asyncio.create_task(
        one.think(make_request("patient", "gone"), timeout=TIMEOUT_SECONDS)
    )
    await asyncio.sleep(0)
    second.cancel()
    (package / "go").touch()
    assert await first in VIEW["legal"]
    assert await one.think(make_request("guest", "other")) in VIEW["legal"]
    assert len((package / "asked").read_text().split()) == 1


async def test_a_hanging_third_party_bot_delays_no_built_in_bot(one: BotWorkerPool, package: Path):
    hanging = asyncio.create_task(one.think(make_request("patient", "slow"), timeout=3600))
    await wait_for_file(package / "asked")
    for level in ("random", "monk", "prior", "abbot"):
        assert await one.think(make_request(level, level)) in VIEW["legal"]
    assert not hanging.done()
    hanging.cancel()


async def test_a_player_error_is_reported_and_the_worker_continues(
    one: BotWorkerPool, package: Path
):
    with pytest.raises(PlayerFailed, match="lost my notes"):
        await one.think(make_request("lost"))
    worker = one.pids
    assert await one.think(make_request("guest")) in VIEW["legal"]
    assert one.pids == worker, "no reason to end it"


async def test_a_player_stays_in_its_worker_until_it_is_forgotten(package: Path):
    pool = BotWorkerPool(workers=2)
    try:
        for player_key in ("a", "b", "a", "b", "a"):
            await pool.think(make_request("guest", player_key))
        a, b, *rest = await wait_for_file(package / "thoughts", 5)
        assert a != b
        assert rest == [a, b, a], "one process a mind"
        pool.forget("a")
        await pool.think(make_request("guest", "a"))
        assert (await wait_for_file(package / "thoughts", 6))[5] not in (a, b), "a new one"
    finally:
        await asyncio.to_thread(pool.close)


THE_SERVER = """
import asyncio
from armarium.server.bots.pool import BotWorkerPool
from tests.server.test_pool import make_request

async def main():
    pool = BotWorkerPool(workers=1)
    await pool.think(make_request("patient"))

asyncio.run(main())
"""


async def test_workers_end_when_the_server_is_killed(package: Path):
    """Workers that are thinking hold the server's standard error, which ends when all of them have."""
    root = Path(__file__).parents[2]
    command = [sys.executable, "-c", THE_SERVER]
    with subprocess.Popen(command, cwd=root, stderr=subprocess.PIPE) as server:
        await wait_for_file(package / "asked")
        server.kill()
        assert server.stderr is not None
        await asyncio.to_thread(server.stderr.read)
    (package / "go").touch()


@pytest.mark.parametrize("module", ["bots.worker", "features.analysis.worker"])
def test_a_worker_ends_silently_when_nobody_reads_its_answers(module: str):
    """The server closes both ends of a worker, and the end for answers may come first."""
    command = [sys.executable, "-m", f"armarium.server.{module}", "0"]
    pipe = subprocess.PIPE
    with subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=pipe) as worker:
        assert worker.stdout is not None and worker.stderr is not None
        worker.stdout.close()
        written = worker.stderr.read()
    assert (worker.returncode, written) == (0, b"")


# ── third-party players ──────────────────────────────────────────────────────────────────────────


def test_only_built_in_levels_are_offered_by_default(package: Path):
    assert "guest" not in OfferedBots().list_for("biblios")
    offered = OfferedBots(["guest"])
    assert offered.list_for("biblios") == [*OfferedBots().list_for("biblios"), "guest"]
    assert "guest" not in offered.list_for("bibliogamo"), "it plays one game"
    with pytest.raises(UnknownPlayer, match="nobody"):
        OfferedBots(["nobody"])
    assert "guest_players" not in sys.modules, "a stranger's package is never imported here"


async def test_a_third_party_bot_plays_in_its_own_process(tmp_path: Path, package: Path):
    app = make_app(f"sqlite:///{tmp_path / 'tables.db'}", extra_bots=["guest", "lost"])
    async with Server(app) as server:
        bots = (await server.get("/api/info")).json["games"]["biblios"]["bots"]
        assert bots[-2:] == ["guest", "lost"]
        body = {"game": "biblios", "seats": [ADA, {"bot": "patient"}], "pace": "fast"}
        refused = await server.post("/api/tables", body)
        assert refused.json["code"] == "unknown-bot", "registered, but not listed"
        table, _ = await server.open_table(*[{"bot": "guest"}] * 2)
        crowd = Person(server.connect(table, None))
        while not crowd.table.get("over"):
            await crowd.receive()
        entries = app.state.live_tables._store.read(table)
        assert not [entry for entry in entries if isinstance(entry, BotFailed)]
    thought = set((package / "thoughts").read_text().split())
    assert len(thought) == 2, "a process for each seat"
    assert "guest_players" not in sys.modules
