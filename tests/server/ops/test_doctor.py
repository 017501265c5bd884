"""`armarium doctor` finds problems, and `armarium prune` deletes only old tables."""

from __future__ import annotations

import contextlib
import json
import os
import random
import sqlite3
import stat
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from armarium.cli import cli
from armarium.server.store import Store
from tests.server.in_memory import Server
from tests.server.people import play_on, seat_two_people


def run(*arguments: str) -> Result:
    return CliRunner().invoke(cli, arguments, obj={})


def run_doctor(address: str, *more: str) -> dict[str, Any]:
    done = run("doctor", "--db", address, "--json", *more)
    received = json.loads(done.output)
    assert received["ok"] is (done.exit_code == 0)
    return {line["check"]: line for line in received["findings"]}


@pytest.fixture
async def played(server: Server, tmp_path: Path) -> Path:
    """Return a database with one table in play, whose server has stopped."""
    _, people = await seat_two_people(server)
    await play_on(people, random.Random(2), 20)
    await server.__aexit__()
    return tmp_path / "tables.db"


def test_a_healthy_server_passes_all_checks(played: Path):
    found = run_doctor(f"sqlite:///{played}", "--tables")
    assert all(line["ok"] for name, line in found.items() if name not in ("page", "open files"))
    assert found["replay"]["detail"] == "1 replayed without errors"


def test_the_doctor_creates_no_database(tmp_path: Path):
    """If root created it, the service could not open it."""
    found = run_doctor(f"sqlite:///{tmp_path / 'none.db'}", "--tables")
    assert found["database"]["ok"] and "does not exist yet" in found["database"]["detail"]
    assert list(tmp_path.iterdir()) == []


def change(file: Path, statement: str) -> None:
    with sqlite3.connect(file) as connection:
        connection.execute(statement)
    connection.close()


@pytest.mark.parametrize(
    ("trouble", "where"),
    [
        ("DELETE FROM table_log WHERE position = 3", "tables"),
        ("UPDATE table_log SET body = 'no JSON' WHERE position = 4", "replay"),
        ("UPDATE table_log SET body = replace(body, '\"action', '\"deed') WHERE kind = 'acted'", "replay"),
    ],
)  # fmt: skip
def test_a_corrupt_log_is_found(played: Path, trouble: str, where: str):
    change(played, trouble)
    assert run_doctor(f"sqlite:///{played}", "--tables")[where]["ok"] is False


@pytest.mark.parametrize(
    ("mode", "words"), [(0o644, "other users can read"), (0o400, "permissions are unusual")]
)
@pytest.mark.parametrize("name", ["tables.db", "tables.db-wal"])
def test_wrong_permissions_are_reported_and_not_changed(
    played: Path, mode: int, words: str, name: str
):
    file = played.with_name(name)
    with contextlib.closing(sqlite3.connect(played)) as server:
        server.execute("UPDATE table_log SET at = at + 1")
        server.commit()
        file.chmod(mode)
        found = run_doctor(f"sqlite:///{played}")["permissions"]
        assert (
            not found["ok"] and words in found["detail"] and f"chmod 600 {file}" in found["detail"]
        )
        assert stat.S_IMODE(file.stat().st_mode) == mode


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can give files away")
def test_a_wrong_owner_is_reported(played: Path):
    assert run_doctor(f"sqlite:///{played}")["owner"]["ok"]
    os.chown(played.parent, 65534, 65534)
    found = run_doctor(f"sqlite:///{played}")["owner"]
    assert not found["ok"]
    assert f"chown --reference={played.parent} {played}" in found["detail"]


def test_an_unreachable_database_is_reported(tmp_path: Path):
    found = run_doctor("postgresql://127.0.0.1:1/none")
    assert found["database"]["ok"] is False
    assert run("doctor", "--db", "postgresql:/nonsense").exit_code == 1


async def test_prune_waits_until_no_server_runs(server: Server, tmp_path: Path):
    address = f"sqlite:///{tmp_path / 'tables.db'}"
    _, people = await seat_two_people(server)
    await play_on(people, random.Random(2), 4)
    change(tmp_path / "tables.db", "UPDATE table_log SET at = 0")
    done = run("prune", "--db", address)
    assert done.exit_code == 1 and "a server is using" in done.output
    assert "1 tables would be" in run("prune", "--db", address, "--dry-run").output
    await server.__aexit__()
    assert "1 tables were" in run("prune", "--db", address).output
    store = Store(address)
    with store._database.engine.connect() as connection:
        left = connection.exec_driver_sql("SELECT count(*) FROM table_log").scalar()
    store.close()
    assert left == 0


def test_prune_keeps_younger_tables(played: Path):
    assert "0 tables were" in run("prune", "--db", f"sqlite:///{played}").output
