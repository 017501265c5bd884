"""Where bots think: processes that get views and nothing else, that are replaced, and that never outlive the server."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest

from armarium.games import biblios
from armarium.players import PlayerFailed, UnknownPlayer, registry
from armarium.server.bots import pool as pools
from armarium.server.bots.offered import Offered
from armarium.server.bots.pool import Pool, default_workers
from armarium.server.bots.thought import Ask, Start
from armarium.server.net.app import make_app
from armarium.server.table.log import BotFailed
from tests.server.guests import write_package
from tests.server.people import ADA, Person
from tests.server.pipes import Server

PATIENCE = 60  # seconds; only ever used up by a test that fails
VIEW = biblios.Game.new(2, seed=1, first=0).view(0)


def asking(player: str, mind: str = "m", options: dict[str, object] | None = None) -> Ask:
    return Ask(mind, "biblios", player, Start(0, 2, options or {}, 5), VIEW)


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Installed for this process and for those that it starts."""
    folder = tmp_path / "package"
    folder.mkdir()
    write_package(folder)
    monkeypatch.syspath_prepend(folder)
    path = os.environ.get("PYTHONPATH")
    monkeypatch.setenv("PYTHONPATH", f"{folder}{os.pathsep}{path}" if path else str(folder))
    registry._strangers.cache_clear()
    yield folder
    registry._strangers.cache_clear()


@pytest.fixture
async def one() -> AsyncIterator[Pool]:
    pool = Pool(workers=1)
    yield pool
    await asyncio.to_thread(pool.close)


async def exists(file: Path, lines: int = 1) -> list[str]:
    async with asyncio.timeout(PATIENCE):
        while not file.exists() or len(file.read_text().split()) < lines:
            await asyncio.sleep(0.01)
    return file.read_text().split()


@pytest.mark.parametrize(("cores", "workers"), [(1, 1), (2, 2), (4, 4), (64, 4)])
def test_there_are_as_many_workers_as_cores_within_reason(monkeypatch, cores: int, workers: int):
    monkeypatch.setattr(pools.os, "sched_getaffinity", lambda _: range(cores), raising=False)
    assert default_workers() == workers


async def test_nobody_waits_for_the_workers_and_the_first_is_alone_until_it_is_ready():
    pool = Pool(workers=2)
    pool.start(wait=False)
    try:
        assert len(pool.pids) == 1
        # Two minds share the one worker while it gets ready: a second would compile the same things beside it.
        assert pool._home("a") is pool._home("b")
        told = await asyncio.gather(*(pool.think(asking("random", mind)) for mind in ("a", "b")))
        assert all(action in biblios.Game.new(2, seed=1, first=0).legal() for action in told)
        async with asyncio.timeout(PATIENCE):
            while len(pool.pids) < 2:
                await asyncio.sleep(0.01)
    finally:
        await asyncio.to_thread(pool.close)
    assert pool.pids == []


async def test_a_pool_that_is_closed_while_it_gets_ready_begins_nothing_more():
    pool = Pool(workers=4)
    pool.start(wait=False)
    await asyncio.to_thread(pool.close)
    assert pool.pids == []


async def test_a_view_goes_in_and_an_action_comes_out(one: Pool):
    assert one.pids == [], "nothing starts before it is needed"
    for level in ("random", "novice"):
        assert await one.think(asking(level, level)) in VIEW["legal"]
    assert os.getpid() not in one.pids


async def test_a_killed_worker_is_replaced_and_the_move_still_comes(one: Pool, package: Path):
    thought = asyncio.create_task(one.think(asking("patient")))
    (first,) = await exists(package / "asked")
    (worker,) = one.pids
    os.kill(worker, signal.SIGKILL)
    assert first != (await exists(package / "asked", 2))[1], "it is asked again, elsewhere"
    (package / "go").touch()
    assert await thought == VIEW["legal"][0]
    assert one.pids != [worker]


async def test_a_player_that_kills_its_worker_each_time_has_failed(one: Pool, package: Path):
    thought = asyncio.create_task(one.think(asking("patient")))
    for times in (1, 2):
        await exists(package / "asked", times)
        os.kill(one.pids[0], signal.SIGKILL)
    with pytest.raises(PlayerFailed, match="its process ended"):
        await thought
    assert await one.think(asking("random")) in VIEW["legal"]


async def test_one_that_thinks_too_long_is_ended_and_holds_up_nobody(one: Pool, package: Path):
    too_long = asyncio.create_task(one.think(asking("patient", "slow"), longest=0.1))
    waiting = asyncio.create_task(one.think(asking("random", "quick")))
    with pytest.raises(TimeoutError):
        await too_long
    assert await waiting in VIEW["legal"]


async def test_what_a_player_raises_is_told_and_the_next_is_asked(one: Pool, package: Path):
    with pytest.raises(PlayerFailed, match="lost my notes"):
        await one.think(asking("lost"))
    worker = one.pids
    assert await one.think(asking("random")) in VIEW["legal"]
    assert one.pids == worker, "no reason to end it"


async def test_a_mind_stays_where_it_is_until_it_is_forgotten(package: Path):
    pool = Pool(workers=2)
    try:
        for mind in ("a", "b", "a", "b", "a"):
            await pool.think(asking("guest", mind))
        a, b, *rest = await exists(package / "thoughts", 5)
        assert a != b
        assert rest == [a, b, a], "one process a mind"
        pool.forget("a")
        await pool.think(asking("guest", "a"))
        assert (await exists(package / "thoughts", 6))[5] not in (a, b), "a new one"
    finally:
        await asyncio.to_thread(pool.close)


THE_SERVER = """
import asyncio
from armarium.server.bots.pool import Pool
from tests.server.test_pool import asking

async def main():
    pool = Pool(workers=1)
    await pool.think(asking("patient"))

asyncio.run(main())
"""


async def test_workers_end_when_the_server_is_killed(package: Path):
    """In the middle of a thought. They hold the server's error stream: it ends when all of them have."""
    root = Path(__file__).parents[2]
    command = [sys.executable, "-c", THE_SERVER]
    with subprocess.Popen(command, cwd=root, stderr=subprocess.PIPE) as server:
        await exists(package / "asked")
        server.kill()
        assert server.stderr is not None
        await asyncio.to_thread(server.stderr.read)
    (package / "go").touch()


# ── players that a host lists ──────────────────────────────────────────────────────────────────


def test_only_the_houses_levels_are_offered_unless_the_host_lists_more(package: Path):
    assert "guest" not in Offered().at("biblios")
    offered = Offered(["guest"])
    assert offered.at("biblios") == [*Offered().at("biblios"), "guest"]
    assert "guest" not in offered.at("bibliogamo"), "it plays one game"
    with pytest.raises(UnknownPlayer, match="nobody"):
        Offered(["nobody"])
    assert "guest_players" not in sys.modules, "a stranger's package is never imported here"


async def test_a_guest_plays_at_a_table_from_a_process_of_its_own(tmp_path: Path, package: Path):
    app = make_app(f"sqlite:///{tmp_path / 'tables.db'}", guests=["guest", "lost"])
    async with Server(app) as server:
        bots = (await server.get("/api/info")).json["games"]["biblios"]["bots"]
        assert bots[-2:] == ["guest", "lost"]
        body = {"game": "biblios", "seats": [ADA, {"bot": "patient"}], "pace": "fast"}
        refused = await server.post("/api/tables", body)
        assert refused.json["code"] == "unknown-bot", "registered, but not listed"
        table, _ = await server.open_table(*[{"bot": "guest"}] * 2)
        crowd = Person(server.sit(table, None))
        while not crowd.table.get("over"):
            await crowd.hear()
        entries = app.state.house.lobby._store.read(table)
        assert not [entry for entry in entries if isinstance(entry, BotFailed)]
    thought = set((package / "thoughts").read_text().split())
    assert len(thought) == 2, "a process for each seat"
    assert "guest_players" not in sys.modules
