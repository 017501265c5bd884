"""A database of an older version is brought up to date, and its tables play on; a newer one is refused."""

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

from armarium.server.net.app import make_app
from armarium.server.store import BadDatabase, Store, migrations
from armarium.server.store.schema import schema
from tests.server.bibliogamo.tables import play_out, sit_down
from tests.server.people import play_on
from tests.server.pipes import Server

DATA = Path(__file__).parent / "data"
NOON = datetime(2026, 11, 15, 12, tzinfo=UTC).timestamp()
BROWSER = "browser-one-0123456789"


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """What the version before Alembic wrote, with tables in play; version2.json is what they stood at."""
    file = tmp_path / "tables.db"
    with sqlite3.connect(file) as connection:
        connection.executescript((DATA / "version2.sql").read_text("utf-8"))
    connection.close()
    return file


@pytest.fixture
def stood() -> dict[str, Any]:
    told: dict[str, Any] = json.loads((DATA / "version2.json").read_text("utf-8"))
    return told


def execute(file: Path, text: str) -> list[tuple[Any, ...]]:
    with sqlite3.connect(file) as connection:
        found = connection.execute(text).fetchall()
    connection.close()
    return found


async def test_the_tables_of_the_version_before_play_on(file: Path, stood: dict[str, Any]):
    async with Server(make_app(f"sqlite:///{file}", clock=lambda: NOON)) as server:
        for was in stood["tables"]:
            people = [await sit_down(server, was["table"], token) for token in was["tokens"]]
            for person in people:
                person._ids = (f"new-{n}" for n in itertools.count())  # the old ones are used
            assert [person.v for person in people] == [was["v"]] * len(people)
            assert [person.lines for person in people] == was["lines"]
            assert [person.view["hand"] for person in people] == was["hands"]
            if len(people) == 1:
                await play_out(people[0], random.Random(5))
            else:
                await play_on(people, random.Random(5))
            assert (await server.get(f"/api/tables/{was['table']}/record")).status == 200


async def test_a_score_of_a_day_belongs_to_the_game_of_its_table(file: Path, stood: dict[str, Any]):
    async with Server(make_app(f"sqlite:///{file}", clock=lambda: NOON)) as server:
        told = (await server.get(f"/api/daily?game=bibliogamo&browser={BROWSER}")).json
    assert (told["attempts"], told["mine"]) == (1, stood["score"])
    assert execute(file, "SELECT game, table_id FROM daily_score") == [
        ("bibliogamo", stood["finished"])
    ]


async def test_a_database_of_version_1_is_brought_up_to_date(file: Path):
    execute(file, "DROP TABLE house_secret")
    execute(file, "DROP TABLE daily_score")
    execute(file, "UPDATE schema_version SET version = 1")
    secrets = set()
    for _ in range(2):
        store = Store(f"sqlite:///{file}")
        secrets.add(store.secret)
        store.close()
    assert len(secrets) == 1
    assert execute(file, "SELECT version_num FROM alembic_version") == [("0006",)]


def test_every_way_leads_to_the_schema_that_is_written(file: Path, tmp_path: Path):
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


def test_no_row_of_the_log_is_lost_on_the_way(file: Path):
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
def test_a_newer_schema_is_refused_and_left_alone(file: Path, newer: str):
    if "alembic" in newer:
        Store(f"sqlite:///{file}").close()
    execute(file, newer)
    before = execute(file, "SELECT name, sql FROM sqlite_master")
    with pytest.raises(BadDatabase, match="99"):
        Store(f"sqlite:///{file}")
    assert execute(file, "SELECT name, sql FROM sqlite_master") == before


def test_a_program_from_before_refuses_what_this_one_wrote(tmp_path: Path):
    """It looks at schema_version, and knows 2 at most."""
    Store(f"sqlite:///{tmp_path / 'tables.db'}").close()
    assert execute(tmp_path / "tables.db", "SELECT version FROM schema_version") == [(3,)]


def test_a_step_that_fails_leaves_the_database_as_it_was(file: Path, monkeypatch):
    before = execute(file, "SELECT name, sql FROM sqlite_master")
    execute(file, "UPDATE table_log SET body = 'no JSON' WHERE position = 0")
    with pytest.raises(json.JSONDecodeError):
        Store(f"sqlite:///{file}")
    assert execute(file, "SELECT name, sql FROM sqlite_master") == before


def test_two_that_open_it_at_once_upgrade_it_once(file: Path, monkeypatch):
    """The second waits for the first, and finds the work done."""
    within: list[int] = []
    upgrade = migrations.upgrade

    def watched(connection: sql.Connection) -> None:
        within.append(1)
        assert sum(within) == 1, "two at a time"
        upgrade(connection)
        within.append(-1)

    monkeypatch.setattr(migrations, "upgrade", watched)
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
