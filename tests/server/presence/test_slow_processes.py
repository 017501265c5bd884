"""Several processes on one database: a slow game goes on at one of them while nobody looks."""

from __future__ import annotations

import asyncio
import itertools
from contextlib import AsyncExitStack
from pathlib import Path

from armarium.server.bots.pool import Pool
from armarium.server.net.app import make_app
from armarium.server.table.log import Acted, StoodIn
from tests.server.people import ADA, OPEN
from tests.server.pipes import Server
from tests.server.postgres import Cluster
from tests.server.presence.house import SLOW, Time

DAY = 86_400


async def test_a_slow_game_goes_on_at_one_of_the_processes(
    cluster: Cluster, tmp_path: Path, pool: Pool, time: Time
):
    address, seeds = cluster.database(), itertools.count(1)
    async with AsyncExitStack() as open_:
        servers = []
        for _ in range(2):
            app = make_app(
                address, page=tmp_path / "page", thinker=pool, pause=lambda _: 0, clock=time
            )
            app.state.house.lobby._draw_seed = lambda: next(seeds).to_bytes(32, "big")
            servers.append(await open_.enter_async_context(Server(app)))
        lobbies = [server.app.state.house.lobby for server in servers]
        table, _ = await servers[0].open_table(ADA, OPEN, clock=SLOW)
        await servers[1].take_seat(table, "Bo")
        time.now += 2 * DAY
        for lobby in lobbies:
            await lobby._wake()
        for _ in range(400):
            for lobby in lobbies:
                lobby._rooms[table].consider()
            entries = lobbies[0]._store.read(table)
            stood, acted = (
                [e for e in entries if isinstance(e, kind)] for kind in (StoodIn, Acted)
            )
            if acted and lobbies[0]._rooms[table].session.table.waited_for is not None:
                break
            await asyncio.sleep(0.05)
        assert [entry.why for entry in stood] == ["flag"]
        assert acted and all(entry.bot for entry in acted)
        held = [lobby._store.sharing.is_held(table) for lobby in lobbies]
        assert sorted(held) == [False, True]
