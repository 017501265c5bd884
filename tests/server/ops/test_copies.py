"""Backups during play, restored into either kind of database; migrations; and refused copies."""

from __future__ import annotations

import asyncio
import random
import sqlite3
import stat
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from armarium.cli import cli
from armarium.server.app import make_app
from armarium.server.bots.pool import BotWorkerPool
from armarium.server.features.analysis.routes import analysis_folder
from armarium.server.store import BadDatabase, Store
from tests.server.in_memory import Server
from tests.server.people import ADA, OPEN, Person, play_on, seat_two_people
from tests.server.postgres import Cluster


def run(*arguments: str) -> Result:
    return CliRunner().invoke(cli, arguments, obj={})


def read_log(address: str) -> list[tuple[object, ...]]:
    store = Store(address)
    with store._database.engine.connect() as connection:
        rows = connection.exec_driver_sql("SELECT * FROM table_log ORDER BY table_id, position")
        found = [tuple(row) for row in rows]
    store.close()
    return found


@pytest.mark.parametrize("command", ["backup", "migrate", "prune", "dry-run"])
def test_a_missing_database_is_neither_copied_nor_created(tmp_path: Path, command: str):
    missing, target = f"sqlite:///{tmp_path / 'nosuch.db'}", tmp_path / "copy.db"
    done = {
        "backup": lambda: run("backup", str(target), "--db", missing),
        "migrate": lambda: run("migrate", missing, f"sqlite:///{target}"),
        "prune": lambda: run("prune", "--db", missing),
        "dry-run": lambda: run("prune", "--dry-run", "--db", missing),
    }[command]()
    assert done.exit_code == 1 and "nosuch.db" in done.output
    assert list(tmp_path.iterdir()) == []


def test_a_plain_path_is_a_database_for_every_command(tmp_path: Path, monkeypatch):
    """Paths may be absolute, relative, or start with ~."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("USERPROFILE", str(tmp_path))
    tables = tmp_path / "my tables%20.db"
    Store(str(tables)).close()
    assert tables.is_file()
    for path in (str(tables), tables.name, f"~/{tables.name}", f"./{tables.name}"):
        assert tables.name in run("doctor", "--db", path).output
        assert run("prune", "--db", path).exit_code == 0
        (tmp_path / "copy.db").unlink(missing_ok=True)
        assert run("backup", "copy.db", "--db", path).exit_code == 0
    assert run("restore", "copy.db", "--db", "restored.db").exit_code == 0
    assert run("migrate", "restored.db", str(tmp_path / "moved.db")).exit_code == 0
    assert read_log("moved.db") == read_log(f"sqlite:///{tables}")
    assert (
        analysis_folder("~/x.db")
        == tmp_path / "x.analyses"
        == analysis_folder(f"sqlite:///{tmp_path}/x.db")
    )
    assert all(".db" in file.name for file in tmp_path.iterdir())


async def test_a_server_opens_a_plain_path(tmp_path: Path):
    async with Server(make_app(str(tmp_path / "tables.db"))) as server:
        await server.open_table(ADA, OPEN)
    assert (tmp_path / "tables.db").is_file()


@pytest.mark.parametrize("text", ["", "  ", "postgresql:/host/name", "sqlite:tables.db"])
def test_an_invalid_database_address_is_refused(tmp_path: Path, monkeypatch, text: str):
    monkeypatch.chdir(tmp_path)
    with pytest.raises(BadDatabase):
        Store(text)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("encoding", ["SQL_ASCII", "LATIN1"])
def test_a_postgresql_database_must_be_able_to_store_every_name(cluster: Cluster, encoding: str):
    """On a Debian without a locale, createdb makes SQL_ASCII."""
    address = cluster.database(encoding)
    with pytest.raises(BadDatabase, match=f"has the encoding {encoding}"):
        Store(address)
    done = run("doctor", "--db", address)
    assert done.exit_code == 1 and "has no Armarium tables" in done.output


@pytest.mark.parametrize("command", [["doctor"], ["prune", "--dry-run"], ["prune"]])
@pytest.mark.parametrize("text", ["x", "my precious notes\n" * 100])
def test_a_file_that_is_not_a_database_is_not_changed(
    tmp_path: Path, command: list[str], text: str
):
    file = tmp_path / "notes.txt"
    file.write_text(text)
    file.chmod(0o644)
    before = file.stat()
    done = run(*command, "--db", f"sqlite:///{file}")
    assert done.exit_code == 1 and "not a database" in done.output
    assert (file.read_text(), file.stat().st_mode) == (text, before.st_mode)
    assert file.stat().st_mtime_ns == before.st_mtime_ns
    assert list(tmp_path.iterdir()) == [file]


def test_a_backup_creates_no_folders(tmp_path: Path):
    source = f"sqlite:///{tmp_path / 'tables.db'}"
    Store(source).close()
    done = run("backup", str(tmp_path / "no" / "copy.db"), "--db", source)
    assert done.exit_code == 1 and "is not a folder" in done.output


@pytest.fixture
def empty(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'restored.db'}"
    cluster: Cluster = request.getfixturevalue("cluster")
    return cluster.database()


@pytest.mark.parametrize(
    "empty",
    ["sqlite", pytest.param("postgresql", marks=pytest.mark.thorough)],
    indirect=True,
)
async def test_a_backup_under_load_is_restored_and_played_on(
    database: str, empty: str, tmp_path: Path, pool: BotWorkerPool
):
    """Everything acknowledged before the backup started is in it, and all its tables can be played on."""
    file = tmp_path / "backup.db"
    async with Server(make_app(database, page=tmp_path, bot_backend=pool)) as server:
        tables = []
        for _ in range(3):
            table, ada = await server.open_table(ADA, OPEN)
            bo = await server.take_seat(table, "Bo")
            people = [Person(server.connect(table, token)) for token in (ada, bo)]
            for person in people:
                await person.receive_until("history")
            tables.append((table, people, (ada, bo)))
            await play_on(people, random.Random(1), 5)
        known = {table: people[0].v for table, people, _ in tables}
        playing = [
            asyncio.create_task(play_on(people, random.Random(n), 60))
            for n, (_, people, _) in enumerate(tables)
        ]
        done = await asyncio.to_thread(run, "backup", str(file), "--db", database)
        assert done.exit_code == 0, done.output
        assert any(people[0].v > known[table] for table, people, _ in tables), "nobody was held up"
        await asyncio.gather(*playing)
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    before = file.read_bytes()
    done = run("restore", str(file), "--db", empty)
    assert done.exit_code == 0, done.output
    assert file.read_bytes() == before
    rows = read_log(f"sqlite:///{file}")
    assert read_log(empty) == rows
    async with Server(make_app(empty, page=tmp_path, bot_backend=pool)) as server:
        for table, _, tokens in tables:
            people = [Person(server.connect(table, token)) for token in tokens]
            for person in people:
                await person.receive_until("history")
            assert people[0].v >= known[table]
            await play_on(people, random.Random(7))
            assert people[0].view["phase"] == "over"


async def test_a_migration_keeps_every_row_and_the_server_secret(
    server: Server, tmp_path: Path, cluster: Cluster
):
    _, people = await seat_two_people(server)
    await play_on(people, random.Random(2), 12)
    source, target = f"sqlite:///{tmp_path / 'tables.db'}", cluster.database()
    held = await asyncio.to_thread(run, "migrate", source, target)
    assert held.exit_code == 1 and "a server is using" in held.output
    await server.__aexit__()
    assert run("migrate", source, target).exit_code == 0
    assert read_log(source) == read_log(target)
    secrets = []
    for address in (source, target):
        store = Store(address)
        secrets.append((store.secret, store.secret_since))
        store.close()
    assert secrets[0] == secrets[1]
    again = run("migrate", source, target)
    assert again.exit_code == 1 and "is not empty" in again.output


def test_existing_files_and_tables_are_never_overwritten(tmp_path: Path):
    file = tmp_path / "backup.db"
    file.write_text("mine")
    Store(f"sqlite:///{tmp_path / 'tables.db'}").close()
    done = run("backup", str(file), "--db", f"sqlite:///{tmp_path / 'tables.db'}")
    assert done.exit_code == 1 and "already exists" in done.output
    assert file.read_text() == "mine"


def test_a_failed_backup_leaves_no_file(tmp_path: Path):
    file = tmp_path / "backup.db"
    done = run("backup", str(file), "--db", "postgresql://127.0.0.1:1/none")
    assert done.exit_code == 1 and "cannot be opened" in done.output
    assert not list(tmp_path.iterdir())


def test_a_file_that_is_not_a_backup_is_refused(tmp_path: Path):
    file, target = tmp_path / "backup.db", tmp_path / "tables.db"
    file.write_bytes(b"no database" * 100)
    done = run("restore", str(file), "--db", f"sqlite:///{target}")
    assert done.exit_code == 1 and done.output.count("\n") == 1
    assert str(file) in done.output
    assert not target.exists()


def test_an_old_backup_is_upgraded_on_a_copy(tmp_path: Path):
    file = tmp_path / "old.db"
    with sqlite3.connect(file) as old:
        old.executescript((Path(__file__).parents[1] / "data" / "version2.sql").read_text("utf-8"))
    before = file.read_bytes()
    done = run("restore", str(file), "--db", f"sqlite:///{tmp_path / 'tables.db'}")
    assert done.exit_code == 0, done.output
    assert file.read_bytes() == before
    assert read_log(f"sqlite:///{tmp_path / 'tables.db'}")
