"""A server for every test, with its own file and bots that never pause."""

from __future__ import annotations

import itertools
import shutil
from collections.abc import AsyncIterator, Callable, Iterator
from pathlib import Path

import pytest
from starlette.applications import Starlette

from armarium.server.bots.pool import Pool
from armarium.server.net.app import make_app
from armarium.server.serve import warm
from armarium.server.store import Store
from tests.server.pipes import Server
from tests.server.postgres import Cluster, NoPostgres, running_cluster


@pytest.fixture(autouse=True, scope="session")
def compiled_rules() -> None:
    """As before listening: no test waits for a compiler in the middle of a game."""
    warm()


@pytest.fixture(scope="session")
def pool() -> Iterator[Pool]:
    """The processes of all tests' bots: starting one takes longer than most tests."""
    pool = Pool(workers=2)
    yield pool
    pool.close()


@pytest.fixture(scope="session")
def cluster() -> Iterator[Cluster]:
    try:
        with running_cluster() as cluster:
            yield cluster
    except NoPostgres as missing:
        pytest.skip(str(missing))


@pytest.fixture(params=["sqlite", "postgresql"])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The address of a new database of either kind."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'tables.db'}"
    cluster: Cluster = request.getfixturevalue("cluster")
    return cluster.database()


@pytest.fixture(scope="session")
def empty_tables(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A file of no tables: making one goes through every migration, and most tests want one."""
    file = tmp_path_factory.mktemp("empty") / "tables.db"
    Store(f"sqlite:///{file}").close()
    return file


@pytest.fixture
def app_of(tmp_path: Path, pool: Pool, empty_tables: Path) -> Callable[[], Starlette]:
    """Makes the application anew on the same file, as a restart does. The deals are the same in every run."""
    shutil.copy(empty_tables, tmp_path / "tables.db")
    seeds = itertools.count(1)

    def make() -> Starlette:
        app = make_app(f"sqlite:///{tmp_path / 'tables.db'}", page=tmp_path / "page", thinker=pool)
        app.state.house.lobby._draw_seed = lambda: next(seeds).to_bytes(32, "big")
        return app

    return make


@pytest.fixture
async def either_server(database: str, tmp_path: Path, pool: Pool) -> AsyncIterator[Server]:
    """On a database of either kind."""
    async with Server(make_app(database, page=tmp_path / "page", thinker=pool)) as server:
        yield server


@pytest.fixture
async def server(app_of: Callable[[], Starlette]) -> AsyncIterator[Server]:
    async with Server(app_of()) as server:
        yield server
