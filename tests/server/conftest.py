"""A server for every test, with its own database file and bots that never pause."""

from __future__ import annotations

import asyncio
import itertools
import shutil
from collections.abc import AsyncIterator, Callable, Iterator
from pathlib import Path

import pytest
from starlette.applications import Starlette

from armarium.server.app import make_app
from armarium.server.bots.pool import BotWorkerPool
from armarium.server.serve import warm
from armarium.server.store import Store
from tests.server.in_memory import Server
from tests.server.postgres import Cluster, NoPostgres, run_cluster


def pytest_asyncio_loop_factories() -> dict[str, Callable[[], asyncio.AbstractEventLoop]]:
    """Run all tests of the server on the event loop that a server uses."""
    try:
        import uvloop
    except ModuleNotFoundError:
        return {"asyncio": asyncio.new_event_loop}
    return {"uvloop": uvloop.new_event_loop}


@pytest.fixture(autouse=True, scope="session")
def compiled_rules() -> None:
    """Compile the rules first, so that no test waits for the compiler in the middle of a game."""
    warm()


@pytest.fixture(scope="session")
def pool() -> Iterator[BotWorkerPool]:
    """Share the bot processes between tests, because starting one takes longer than most tests."""
    pool = BotWorkerPool(workers=2)
    yield pool
    pool.close()


@pytest.fixture(scope="session")
def cluster() -> Iterator[Cluster]:
    try:
        with run_cluster() as cluster:
            yield cluster
    except NoPostgres as missing:
        pytest.skip(str(missing))


@pytest.fixture(params=["sqlite", "postgresql"])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """Return the address of a new database of either kind."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'tables.db'}"
    cluster: Cluster = request.getfixturevalue("cluster")
    return cluster.database()


@pytest.fixture(scope="session")
def empty_tables(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a database file without tables, so that not every test runs all migrations."""
    file = tmp_path_factory.mktemp("empty") / "tables.db"
    Store(f"sqlite:///{file}").close()
    return file


@pytest.fixture
def app_of(tmp_path: Path, pool: BotWorkerPool, empty_tables: Path) -> Callable[[], Starlette]:
    """Return a function that creates the application on the same file, as a restart does.

    The deals are the same in every run.
    """
    shutil.copy(empty_tables, tmp_path / "tables.db")
    seeds = itertools.count(1)

    def make() -> Starlette:
        app = make_app(
            f"sqlite:///{tmp_path / 'tables.db'}", page=tmp_path / "page", bot_backend=pool
        )
        app.state.live_tables._draw_seed = lambda: next(seeds).to_bytes(32, "big")
        return app

    return make


@pytest.fixture
async def either_server(
    database: str, tmp_path: Path, pool: BotWorkerPool
) -> AsyncIterator[Server]:
    """Yield a server on either kind of database."""
    async with Server(make_app(database, page=tmp_path / "page", bot_backend=pool)) as server:
        yield server


@pytest.fixture
async def server(app_of: Callable[[], Starlette]) -> AsyncIterator[Server]:
    async with Server(app_of()) as server:
        yield server
