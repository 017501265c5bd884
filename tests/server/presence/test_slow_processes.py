"""With several processes on one database, a slow game runs at one of them while nobody is connected."""

from __future__ import annotations

import asyncio
import itertools
from collections.abc import Callable
from contextlib import AsyncExitStack
from pathlib import Path

from armarium.server.app import make_app
from armarium.server.bots.pool import BotWorkerPool
from armarium.server.tables.log import Acted, StoodIn
from tests.server.in_memory import Server
from tests.server.people import ADA, OPEN
from tests.server.postgres import Cluster
from tests.server.presence.timed_server import SLOW, Time

DAY = 86_400
TIMEOUT_SECONDS = 20  # reached only by a failing test


async def wait_until(is_so: Callable[[], bool]) -> None:
    async with asyncio.timeout(TIMEOUT_SECONDS):
        while not is_so():
            await asyncio.sleep(0.05)


async def test_a_slow_game_runs_at_one_process_and_goes_on_when_that_stops(
    cluster: Cluster, tmp_path: Path, pool: BotWorkerPool, time: Time
):
    address, seeds = cluster.database(), itertools.count(1)
    async with AsyncExitStack() as first_open, AsyncExitStack() as open_:
        servers = []
        for stack in (first_open, open_):
            app = make_app(
                address, page=tmp_path / "page", bot_backend=pool, pause=lambda _: 0, clock=time
            )
            app.state.live_tables._draw_seed = lambda: next(seeds).to_bytes(32, "big")
            servers.append(await stack.enter_async_context(Server(app)))
        live_tables_of_each = [server.app.state.live_tables for server in servers]
        first, second = live_tables_of_each
        table, _ = await servers[0].open_table(ADA, OPEN, clock=SLOW)
        await servers[1].take_seat(table, "Bo")
        time.now += 2 * DAY
        for live_tables in live_tables_of_each:
            await live_tables._load_due_tables()
        assert [table in tables.tables for tables in live_tables_of_each] == [True, False]
        first.tables[table].update()  # the time of this test has no timers

        def list_acted() -> list[Acted]:
            return [entry for entry in second._store.read(table) if isinstance(entry, Acted)]

        await wait_until(lambda: bool(list_acted()))
        stood = [entry for entry in second._store.read(table) if isinstance(entry, StoodIn)]
        assert [entry.why for entry in stood] == ["flag"]
        assert all(entry.bot for entry in list_acted())
        await first_open.aclose()  # the first process stops
        await wait_until(lambda: table in second.tables)
