"""A server whose clock goes on when the test says so, and whose bots never pause."""

from __future__ import annotations

import itertools
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from typing import Any

import pytest
from starlette.applications import Starlette

from armarium.server.bots.pool import Pool
from armarium.server.net.app import make_app
from tests.server.pipes import Server
from tests.server.presence.house import House, Time


@pytest.fixture
def time() -> Time:
    return Time()


@pytest.fixture
def timed_app(tmp_path: Path, pool: Pool, time: Time) -> Callable[[], Starlette]:
    """Makes the application anew on the same file, as a restart does."""
    seeds = itertools.count(1)

    def make(**more: Any) -> Starlette:
        wishes = {"thinker": pool, "pause": lambda _: 0.0, "clock": time, **more}
        app = make_app(f"sqlite:///{tmp_path / 'tables.db'}", page=tmp_path / "page", **wishes)
        app.state.house.lobby._draw_seed = lambda: next(seeds).to_bytes(32, "big")
        return app

    return make


@pytest.fixture
async def house(timed_app: Callable[[], Starlette], time: Time) -> AsyncIterator[House]:
    async with Server(timed_app()) as server:
        yield House(server, time)
