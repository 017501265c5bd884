"""`armarium doctor` finds what is wrong, and `armarium prune` deletes what is old and nothing else."""

from __future__ import annotations

import json
import random
import sqlite3
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from armarium.cli import cli
from armarium.server.store import Store
from tests.server.people import play_on, two_people
from tests.server.pipes import Server


def run(*arguments: str) -> Result:
    return CliRunner().invoke(cli, arguments, obj={})


def findings(address: str, *more: str) -> dict[str, Any]:
    done = run("doctor", "--db", address, "--json", *more)
    told = json.loads(done.output)
    assert told["ok"] is (done.exit_code == 0)
    return {line["what"]: line for line in told["findings"]}


@pytest.fixture
async def played(server: Server, tmp_path: Path) -> Path:
    """A database with one table in play, whose server has stopped."""
    _, people = await two_people(server)
    await play_on(people, random.Random(2), 20)
    await server.__aexit__()
    return tmp_path / "tables.db"


def test_all_is_well(played: Path):
    found = findings(f"sqlite:///{played}", "--tables")
    assert all(line["ok"] for name, line in found.items() if name not in ("page", "open files"))
    assert found["played again"]["told"] == "1, each to its last action"


def test_looking_makes_no_database(tmp_path: Path):
    """Made by root, the service could not open it."""
    found = findings(f"sqlite:///{tmp_path / 'none.db'}", "--tables")
    assert found["database"]["ok"] and "none yet" in found["database"]["told"]
    assert list(tmp_path.iterdir()) == []


def change(file: Path, statement: str) -> None:
    with sqlite3.connect(file) as connection:
        connection.execute(statement)
    connection.close()


@pytest.mark.parametrize(
    ("trouble", "where"),
    [
        ("DELETE FROM table_log WHERE position = 3", "tables"),
        ("UPDATE table_log SET body = 'no JSON' WHERE position = 4", "played again"),
        ("UPDATE table_log SET body = replace(body, '\"action', '\"deed') WHERE kind = 'acted'", "played again"),
    ],
)  # fmt: skip
def test_a_spoilt_log_is_found(played: Path, trouble: str, where: str):
    change(played, trouble)
    assert findings(f"sqlite:///{played}", "--tables")[where]["ok"] is False


def test_a_file_that_others_may_read_is_found_before_it_is_closed_to_them(
    played: Path, monkeypatch
):
    monkeypatch.setattr("armarium.server.store.sqlite._close_to_others", lambda file: None)
    played.chmod(0o644)
    found = findings(f"sqlite:///{played}")["its rights"]
    assert not found["ok"] and "chmod 600" in found["told"]


def test_a_database_that_is_not_there_is_said(tmp_path: Path):
    found = findings("postgresql://127.0.0.1:1/none")
    assert found["database"]["ok"] is False
    assert run("doctor", "--db", "nonsense").exit_code == 1


async def test_prune_waits_until_no_server_runs(server: Server, tmp_path: Path):
    address = f"sqlite:///{tmp_path / 'tables.db'}"
    _, people = await two_people(server)
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


def test_prune_leaves_what_is_younger(played: Path):
    assert "0 tables were" in run("prune", "--db", f"sqlite:///{played}").output
