"""A house with a keeper, on either kind of database; and one with two processes."""

from __future__ import annotations

import itertools
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import pytest
from starlette.applications import Starlette

from armarium.server.bots.pool import Pool
from armarium.server.net.app import make_app
from tests.server.pipes import Answer, Server
from tests.server.postgres import Cluster

TOKEN = "a-token-that-nobody-guesses"
KEY = {"Authorization": f"Bearer {TOKEN}"}


class Kept(Server):
    """Asked with the keeper's token."""

    async def look(self, path: str) -> Any:
        answer = await self.get(f"/api/keeper{path}", **KEY)
        assert answer.status == 200, answer.text
        return answer.json

    async def do(self, path: str, **wish: Any) -> Answer:
        return await self.post(f"/api/keeper{path}", wish, **KEY)


@pytest.fixture
def kept_app(tmp_path: Path, pool: Pool) -> Callable[..., Starlette]:
    seeds = itertools.count(1)

    def make(address: str, **more: Any) -> Starlette:
        wishes = {"page": tmp_path / "page", "thinker": pool, "pause": lambda _: 0, **more}
        app = make_app(address, keeper_token=TOKEN, **wishes)
        app.state.house.lobby._draw_seed = lambda: next(seeds).to_bytes(32, "big")
        return app

    return make


@pytest.fixture
async def kept(database: str, kept_app: Callable[..., Starlette]) -> AsyncIterator[Kept]:
    async with Kept(kept_app(database)) as server:
        yield server


@pytest.fixture
async def two(cluster: Cluster, kept_app: Callable[..., Starlette]) -> AsyncIterator[list[Kept]]:
    """Processes of one house."""
    address = cluster.database()
    async with AsyncExitStack() as open_:
        yield [await open_.enter_async_context(Kept(kept_app(address))) for _ in range(2)]
