"""A database of an older version is upgraded and its tables continue; a newer one is refused."""

from __future__ import annotations

import itertools
import json
import random
import sqlite3
import threading
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sql

from armarium.server.app import make_app
from armarium.server.store import BadDatabase, Store, migrations
from armarium.server.store.schema import schema
from tests.server.bibliogamo.tables import play_out, sit_down
from tests.server.in_memory import Server
from tests.server.people import play_on

DATA = Path(__file__).parent / "data"
NOON = datetime(2026, 11, 15, 12, tzinfo=UTC).timestamp()
BROWSER = "browser-one-0123456789"


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """Return a database from before Alembic with tables in play; version2.json is their state."""
    file = tmp_path / "tables.db"
    with sqlite3.connect(file) as connection:
        connection.executescript((DATA / "version2.sql").read_text("utf-8"))
    connection.close()
    return file


@pytest.fixture
def expected_state() -> dict[str, Any]:
    received: dict[str, Any] = json.loads((DATA / "version2.json").read_text("utf-8"))
    return received


def execute(file: Path, text: str) -> list[tuple[Any, ...]]:
    with sqlite3.connect(file) as connection:
        found = connection.execute(text).fetchall()
    connection.close()
    return found


@pytest.mark.parametrize("version", [None, "0006"])
async def test_unfinished_tables_of_an_earlier_schema_continue(
    file: Path, expected_state: dict[str, Any], version: str | None
):
    if version is not None:
        engine = sql.create_engine(f"sqlite:///{file}")
        with engine.begin() as connection:
            migrations.upgrade(connection, version)
        engine.dispose()
        assert execute(file, "SELECT version_num FROM alembic_version") == [(version,)]
    async with Server(make_app(f"sqlite:///{file}", clock=lambda: NOON)) as server:
        for was in expected_state["tables"]:
            people = [await sit_down(server, was["table"], token) for token in was["tokens"]]
            for person in people:
                person._ids = (f"new-{n}" for n in itertools.count())  # the old keys are used up
            assert [person.v for person in people] == [was["v"]] * len(people)
            assert [person.lines for person in people] == was["lines"]
            assert [person.view["hand"] for person in people] == was["hands"]
            if len(people) == 1:
                await play_out(people[0], random.Random(5))
            else:
                await play_on(people, random.Random(5))
            assert (await server.get(f"/api/tables/{was['table']}/record")).status == 200


async def test_a_daily_score_belongs_to_the_game_of_its_table(
    file: Path, expected_state: dict[str, Any]
):
    async with Server(make_app(f"sqlite:///{file}", clock=lambda: NOON)) as server:
        received = (await server.get(f"/api/daily?game=bibliogamo&browser={BROWSER}")).json
    assert (received["attempts"], received["mine"]) == (1, expected_state["score"])
    assert execute(file, "SELECT game, table_id FROM daily_score") == [
        ("bibliogamo", expected_state["finished"])
    ]


async def test_a_database_of_version_1_is_upgraded(file: Path):
    execute(file, "DROP TABLE house_secret")
    execute(file, "DROP TABLE daily_score")
    execute(file, "UPDATE schema_version SET version = 1")
    secrets = set()
    for _ in range(2):
        store = Store(f"sqlite:///{file}")
        secrets.add(store.secret)
        store.close()
    assert len(secrets) == 1
    assert execute(file, "SELECT version_num FROM alembic_version") == [("0007",)]


def test_every_upgrade_path_gives_the_current_schema(file: Path, tmp_path: Path):
    new = tmp_path / "new.db"
    for path in (file, new):
        Store(f"sqlite:///{path}").close()
        engine = sql.create_engine(f"sqlite:///{path}")
        found = sql.MetaData()
        found.reflect(engine)
        engine.dispose()
        for name, table in schema.tables.items():
            columns = [(c.name, str(c.type), c.primary_key, c.nullable) for c in table.columns]
            there = found.tables[name].columns
            assert [(c.name, str(c.type), c.primary_key, c.nullable) for c in there] == columns


def test_upgrades_lose_no_log_row(file: Path):
    everything = "SELECT * FROM table_log ORDER BY table_id, position"
    before = execute(file, everything)
    Store(f"sqlite:///{file}").close()
    assert execute(file, everything) == before
    assert execute(file, "SELECT rowid, at FROM table_log ORDER BY at, rowid") == execute(
        file, "SELECT rowid, at FROM table_log ORDER BY rowid"
    ), "as they were written"


@pytest.mark.parametrize(
    "newer",
    ["UPDATE schema_version SET version = 99", "UPDATE alembic_version SET version_num = '99'"],
)
def test_a_newer_schema_is_refused_and_not_changed(file: Path, newer: str):
    if "alembic" in newer:
        Store(f"sqlite:///{file}").close()
    execute(file, newer)
    before = execute(file, "SELECT name, sql FROM sqlite_master")
    with pytest.raises(BadDatabase, match=r"tables\.db has schema version 99.* install the newer"):
        Store(f"sqlite:///{file}")
    assert execute(file, "SELECT name, sql FROM sqlite_master") == before


def test_an_older_version_refuses_a_newer_database(tmp_path: Path):
    """An older version reads schema_version and accepts at most 2."""
    Store(f"sqlite:///{tmp_path / 'tables.db'}").close()
    assert execute(tmp_path / "tables.db", "SELECT version FROM schema_version") == [(3,)]


def test_a_failed_migration_changes_nothing(file: Path, monkeypatch):
    before = execute(file, "SELECT name, sql FROM sqlite_master")
    execute(file, "UPDATE table_log SET body = 'no JSON' WHERE position = 0")
    with pytest.raises(json.JSONDecodeError):
        Store(f"sqlite:///{file}")
    assert execute(file, "SELECT name, sql FROM sqlite_master") == before


def test_concurrent_opens_upgrade_once(file: Path, monkeypatch):
    """The second waits for the first, and has nothing left to do."""
    within: list[int] = []
    upgrade = migrations.upgrade

    def watch_upgrade(connection: sql.Connection, *version: str) -> None:
        within.append(1)
        assert sum(within) == 1, "two at a time"
        upgrade(connection, *version)
        within.append(-1)

    monkeypatch.setattr(migrations, "upgrade", watch_upgrade)
    secrets: list[bytes] = []

    def work() -> None:
        store = Store(f"sqlite:///{file}")
        secrets.append(store.secret)
        store.close()

    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(secrets) == 4
    assert len(set(secrets)) == 1
