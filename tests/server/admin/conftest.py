"""A server with an admin token, on either kind of database, and one with two processes."""

from __future__ import annotations

import itertools
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import pytest
from starlette.applications import Starlette

from armarium.server.app import make_app
from armarium.server.bots.pool import BotWorkerPool
from tests.server.in_memory import Answer, Server
from tests.server.postgres import Cluster

TOKEN = "a-token-that-nobody-guesses"
KEY = {"Authorization": f"Bearer {TOKEN}"}


class AdminServer(Server):
    """A server that is called with the admin's token."""

    async def get_admin(self, path: str) -> Any:
        answer = await self.get(f"/api/admin{path}", **KEY)
        assert answer.status == 200, answer.text
        return answer.json

    async def post_admin(self, path: str, **wish: Any) -> Answer:
        return await self.post(f"/api/admin{path}", wish, **KEY)


@pytest.fixture
def make_admin_app(tmp_path: Path, pool: BotWorkerPool) -> Callable[..., Starlette]:
    seeds = itertools.count(1)

    def make(address: str, **more: Any) -> Starlette:
        wishes = {"page": tmp_path / "page", "bot_backend": pool, "pause": lambda _: 0, **more}
        app = make_app(address, admin_token=TOKEN, **wishes)
        app.state.live_tables._draw_seed = lambda: next(seeds).to_bytes(32, "big")
        return app

    return make


@pytest.fixture
async def admin_server(
    database: str, make_admin_app: Callable[..., Starlette]
) -> AsyncIterator[AdminServer]:
    async with AdminServer(make_admin_app(database)) as server:
        yield server


@pytest.fixture
async def two_servers(
    cluster: Cluster, make_admin_app: Callable[..., Starlette]
) -> AsyncIterator[list[AdminServer]]:
    """Two processes on one database."""
    address = cluster.database()
    async with AsyncExitStack() as open_:
        yield [
            await open_.enter_async_context(AdminServer(make_admin_app(address))) for _ in range(2)
        ]
