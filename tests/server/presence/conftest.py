"""A server whose clock the test controls, and whose bots never pause."""

from __future__ import annotations

import itertools
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from typing import Any

import pytest
from starlette.applications import Starlette

from armarium.server.app import make_app
from armarium.server.bots.pool import BotWorkerPool
from tests.server.in_memory import Server
from tests.server.presence.timed_server import Time, TimedServer


@pytest.fixture
def time() -> Time:
    return Time()


@pytest.fixture
def timed_app(tmp_path: Path, pool: BotWorkerPool, time: Time) -> Callable[[], Starlette]:
    """Return a function that creates the application on the same file, as a restart does."""
    seeds = itertools.count(1)

    def make(**more: Any) -> Starlette:
        wishes = {"bot_backend": pool, "pause": lambda _: 0.0, "clock": time, **more}
        app = make_app(f"sqlite:///{tmp_path / 'tables.db'}", page=tmp_path / "page", **wishes)
        app.state.live_tables._draw_seed = lambda: next(seeds).to_bytes(32, "big")
        return app

    return make


@pytest.fixture
async def timed(timed_app: Callable[[], Starlette], time: Time) -> AsyncIterator[TimedServer]:
    async with Server(timed_app()) as server:
        yield TimedServer(server, time)
