"""`backup`, `doctor` and `prune --dry-run` change no database, of whatever version; upgrades keep a copy."""

from __future__ import annotations

import contextlib
import hashlib
import os
import shutil
import signal
import sqlite3
import stat
import subprocess
import sys
from pathlib import Path

import pytest
import sqlalchemy as sql
from click.testing import CliRunner, Result

from armarium.cli import cli
from armarium.server.store import BadDatabase, Store, migrations
from tests.server.postgres import Cluster

DATA = Path(__file__).parents[1] / "data" / "version2.sql"
READING = [["backup", "{copy}"], ["doctor"], ["doctor", "--tables"], ["prune", "--dry-run"]]
LOG = "SELECT * FROM table_log ORDER BY table_id, position"


def run(*arguments: str) -> Result:
    return CliRunner().invoke(cli, arguments, obj={})


def execute(file: Path, text: str) -> list[tuple[object, ...]]:
    with contextlib.closing(sqlite3.connect(file)) as connection, connection:
        return connection.execute(text).fetchall()


def make_older(file: Path, version: int) -> Path:
    """Create a database of an older schema version, with tables in play."""
    with contextlib.closing(sqlite3.connect(file)) as connection:
        connection.executescript(DATA.read_text("utf-8"))
    if version == 1:
        for text in (
            "DROP TABLE house_secret",
            "DROP TABLE daily_score",
            "UPDATE schema_version SET version = 1",
        ):
            execute(file, text)
    elif version > 2:
        engine = sql.create_engine(f"sqlite:///{file}")
        with engine.begin() as connection:
            migrations.upgrade(connection, f"{version:04}")
        engine.dispose()
    return file


def read_version(file: Path) -> str:
    engine = sql.create_engine(f"sqlite:///{file}")
    with engine.connect() as connection:
        found = migrations.find_version(connection)
    engine.dispose()
    return str(found)


def snapshot_files(folder: Path) -> dict[str, tuple[str, int, int]]:
    """Return the contents, mode and time of the last change of every file."""
    return {
        file.name: (
            hashlib.sha256(file.read_bytes()).hexdigest(),
            stat.S_IMODE(file.stat().st_mode),
            file.stat().st_mtime_ns,
        )
        for file in folder.iterdir()
    }


@pytest.mark.parametrize("version", range(1, 7))
def test_reading_commands_change_nothing(tmp_path: Path, version: int):
    folder = tmp_path / "tables"
    folder.mkdir()
    file = make_older(folder / "tables.db", version)
    file.chmod(0o644)
    before = snapshot_files(folder)
    for number, command in enumerate(READING):
        copy = str(tmp_path / f"copy{number}.db")
        done = run(*(word.format(copy=copy) for word in command), "--db", str(file))
        assert snapshot_files(folder) == before, command
        # The mode and the missing page are what the doctor has to complain about.
        assert done.exit_code == (command[0] == "doctor"), done.output
        assert done.exception is None or isinstance(done.exception, SystemExit)


@pytest.mark.parametrize("version", range(1, 7))
def test_a_backup_keeps_the_version_and_a_restore_upgrades(tmp_path: Path, version: int):
    """So both versions of the program can use a backup that is made between two upgrades."""
    file = make_older(tmp_path / "tables.db", version)
    backup, restored = tmp_path / "backup.db", tmp_path / "restored.db"
    assert run("backup", str(backup), "--db", str(file)).exit_code == 0
    assert read_version(backup) == f"{version:04}"
    assert execute(backup, LOG) == execute(file, LOG)
    before = snapshot_files(tmp_path)["backup.db"]
    assert run("restore", str(backup), "--db", str(restored)).exit_code == 0
    assert snapshot_files(tmp_path)["backup.db"] == before
    assert read_version(restored) == migrations.newest()
    assert execute(restored, LOG) == execute(file, LOG)
    keys = {"SELECT secret FROM house_secret", "SELECT score, table_id FROM daily_score"}
    for key in keys if version > 1 else ():
        assert execute(restored, key) == execute(file, key)
    Store(str(restored)).close()


@pytest.mark.parametrize("version", [2, 6])
def test_the_log_of_a_killed_server_is_read_and_stays(tmp_path: Path, version: int):
    """SQLite would copy it into the database as soon as the last connection closes."""
    live, folder = make_older(tmp_path / "live.db", version), tmp_path / "tables"
    folder.mkdir()
    with contextlib.closing(sqlite3.connect(live)) as connection:
        connection.execute("PRAGMA journal_mode=WAL")
        connection.execute("INSERT INTO table_log VALUES ('late', 0, 'created', '{}', 0)")
        connection.commit()
        for end in ("", "-wal"):
            shutil.copy(f"{live}{end}", folder / f"tables.db{end}")
    before = snapshot_files(folder)
    assert (
        run("backup", str(tmp_path / "copy.db"), "--db", str(folder / "tables.db")).exit_code == 0
    )
    assert execute(
        tmp_path / "copy.db", "SELECT table_id FROM table_log WHERE position = 0 AND at = 0"
    )
    after = snapshot_files(folder)
    assert {name: after[name] for name in before} == before


def test_prune_refuses_an_older_version(tmp_path: Path):
    file = make_older(tmp_path / "tables.db", 5)
    before = snapshot_files(tmp_path)
    done = run("prune", "--db", str(file))
    assert done.exit_code == 1 and "older schema version 0005" in done.output
    assert snapshot_files(tmp_path) == before


@pytest.mark.parametrize("command", ["restore", "migrate"])
def test_a_refused_target_is_not_upgraded(tmp_path: Path, command: str):
    target, source = make_older(tmp_path / "tables.db", 3), make_older(tmp_path / "source.db", 6)
    rows = execute(target, LOG)
    done = {
        "restore": lambda: run("restore", str(source), "--db", str(target)),
        "migrate": lambda: run("migrate", str(source), str(target)),
    }[command]()
    assert done.exit_code == 1 and "is not empty" in done.output
    assert read_version(target) == "0003" and execute(target, LOG) == rows


@pytest.mark.parametrize("version", range(1, 6))
def test_the_server_keeps_a_copy_before_it_upgrades(
    tmp_path: Path, version: int, caplog: pytest.LogCaptureFixture
):
    file = make_older(tmp_path / "tables.db", version)
    rows = execute(file, LOG)
    Store(str(file)).close()
    kept = tmp_path / f"tables.db.schema-000{version}"
    assert str(kept) in caplog.text
    assert read_version(kept) == f"000{version}" and execute(kept, LOG) == rows
    assert stat.S_IMODE(kept.stat().st_mode) == 0o600
    caplog.clear()
    Store(str(file)).close()
    assert not caplog.text
    assert sorted(path.name for path in tmp_path.iterdir()) == ["tables.db", kept.name]


def test_no_upgrade_without_a_copy(tmp_path: Path):
    file = make_older(tmp_path / "tables.db", 4)
    (tmp_path / "tables.db.schema-0004").mkdir()  # in the way
    with pytest.raises(BadDatabase, match="the copy of it"):
        Store(str(file))
    assert read_version(file) == "0004"


def list_tables(address: str) -> list[str]:
    engine = sql.create_engine(address.replace("postgresql:", "postgresql+psycopg:"))
    found = sql.inspect(engine).get_table_names()
    engine.dispose()
    return sorted(found)


@pytest.mark.parametrize("command", [*READING, ["prune"], ["migrate"]])
def test_a_wrong_postgresql_name_is_refused(tmp_path: Path, cluster: Cluster, command: list[str]):
    address = cluster.database()
    engine = sql.create_engine(address.replace("postgresql:", "postgresql+psycopg:"))
    with engine.begin() as connection:
        connection.exec_driver_sql("CREATE TABLE payroll (name text)")
    engine.dispose()
    copy = str(tmp_path / "copy.db")
    arguments = [word.format(copy=copy) for word in command]
    done = run(*arguments, *([address, copy] if command == ["migrate"] else ["--db", address]))
    assert done.exit_code == 1 and "has no Armarium tables" in done.output
    assert list_tables(address) == ["payroll"] and list(tmp_path.iterdir()) == []


def test_postgresql_is_read_without_changes(tmp_path: Path, cluster: Cluster):
    """An older schema is backed up as it is, and restored into either kind of database."""
    address, target = cluster.database(), cluster.database()
    source = make_older(tmp_path / "tables.db", 3)
    assert run("migrate", str(source), address).exit_code == 0
    assert read_version(source) == "0003"
    with_rows = sql.create_engine(address.replace("postgresql:", "postgresql+psycopg:"))
    with with_rows.begin() as connection:  # back to the version before the last
        connection.exec_driver_sql("DROP TABLE banned_address; DROP INDEX ix_table_log_opened")
        connection.exec_driver_sql("UPDATE alembic_version SET version_num = '0005'")
    with_rows.dispose()
    copy = tmp_path / "copy.db"
    assert run("backup", str(copy), "--db", address).exit_code == 0
    assert "older than 0007" in run("doctor", "--tables", "--db", address).output
    assert "would be" in run("prune", "--dry-run", "--db", address).output
    assert "older schema version 0005" in run("prune", "--db", address).output
    assert "banned_address" not in list_tables(address)
    assert read_version(copy) == "0005" and execute(copy, LOG) == execute(source, LOG)
    assert run("restore", str(copy), "--db", target).exit_code == 0
    assert "banned_address" in list_tables(target)


def test_a_role_that_may_only_read_is_enough(tmp_path: Path, cluster: Cluster):
    """As the guide says."""
    address = cluster.database()
    assert run("migrate", str(make_older(tmp_path / "tables.db", 6)), address).exit_code == 0
    engine = sql.create_engine(address.replace("postgresql:", "postgresql+psycopg:"))
    with engine.begin() as owner:
        owner.exec_driver_sql("CREATE ROLE reader LOGIN IN ROLE pg_read_all_data")
    engine.dispose()
    reader = address.replace("armarium@", "reader@")
    assert run("backup", str(tmp_path / "copy.db"), "--db", reader).exit_code == 0
    assert "ok    replay" in run("doctor", "--tables", "--db", reader).output
    assert run("prune", "--dry-run", "--db", reader).exit_code == 0
    refused = run("prune", "--keep-days", "0.001", "--db", reader)
    assert refused.exit_code == 1 and "permission denied" in refused.output


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can give files away")
@pytest.mark.parametrize("command", ["restore", "migrate"])
def test_new_files_belong_to_the_owner_of_their_folder(tmp_path: Path, command: str):
    source, folder = make_older(tmp_path / "source.db", 6), tmp_path / "service"
    folder.mkdir()
    os.chown(folder, 65534, 65534)
    target = str(folder / "tables.db")
    done = {
        "restore": lambda: run("restore", str(source), "--db", target),
        "migrate": lambda: run("migrate", str(source), target),
    }[command]()
    assert done.exit_code == 0, done.output
    for file in folder.iterdir():
        assert (file.stat().st_uid, file.stat().st_gid) == (65534, 65534), file


SLOW = """
import sys, time
from armarium.server.ops import backup
copy_rows = backup._copy_rows
def slow(*given):
    found = copy_rows(*given)
    print("copied", flush=True)
    time.sleep(60)
    return found
backup._copy_rows = slow
from armarium.cli import cli
cli(sys.argv[1:], obj={})
"""


def kill_while_copying(folder: Path, *arguments: str) -> None:
    """Run a command and kill it before it is done."""
    process = subprocess.Popen(
        [sys.executable, "-c", SLOW, *arguments],
        stdout=subprocess.PIPE,
        env={**os.environ, "TMPDIR": str(folder), "SQLITE_TMPDIR": str(folder)},
    )
    assert process.stdout is not None
    with process.stdout:
        assert process.stdout.readline() == b"copied\n"
        process.send_signal(signal.SIGKILL)
        process.wait()


def test_a_killed_restore_leaves_no_copy_of_the_backup(tmp_path: Path):
    file, temporary = make_older(tmp_path / "backup.db", 2), tmp_path / "temporary"
    temporary.mkdir()
    kill_while_copying(temporary, "restore", str(file), "--db", str(tmp_path / "tables.db"))
    assert list(temporary.iterdir()) == []


def test_the_next_backup_removes_what_a_killed_one_left(tmp_path: Path):
    file, folder = make_older(tmp_path / "tables.db", 6), tmp_path / "backups"
    folder.mkdir()
    kill_while_copying(folder, "backup", str(folder / "monday.db"), "--db", str(file))
    assert [path for path in folder.iterdir() if ".part" in path.name]
    assert run("backup", str(folder / "tuesday.db"), "--db", str(file)).exit_code == 0
    assert [path.name for path in folder.iterdir()] == ["tuesday.db"]


def test_a_backup_leaves_the_files_of_another_that_is_running(tmp_path: Path):
    file, folder = make_older(tmp_path / "tables.db", 6), tmp_path / "backups"
    folder.mkdir()
    arguments = ["backup", str(folder / "monday.db"), "--db", str(file)]
    slow = SLOW.replace("time.sleep(60)", "sys.stdin.read()")
    process = subprocess.Popen(
        [sys.executable, "-c", slow, *arguments], stdout=subprocess.PIPE, stdin=subprocess.PIPE
    )
    assert process.stdout is not None and process.stdin is not None
    with process.stdout:
        assert process.stdout.readline() == b"copied\n"
        assert run("backup", str(folder / "tuesday.db"), "--db", str(file)).exit_code == 0
        process.stdin.close()
        assert process.wait(60) == 0
    assert sorted(path.name for path in folder.iterdir()) == ["monday.db", "tuesday.db"]


FULL = """
import resource, sys
resource.setrlimit(resource.RLIMIT_FSIZE, (20_000, resource.RLIM_INFINITY))
import signal
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
from armarium.cli import cli
cli(sys.argv[1:], obj={})
"""


@pytest.mark.parametrize("command", ["backup", "restore", "migrate"])
def test_a_disk_that_cannot_be_written_is_one_sentence(tmp_path: Path, command: str):
    file, target = make_older(tmp_path / "tables.db", 6), str(tmp_path / "target.db")
    arguments = {
        "backup": ["backup", target, "--db", str(file)],
        "restore": ["restore", str(file), "--db", target],
        "migrate": ["migrate", str(file), target],
    }[command]
    done = subprocess.run(
        [sys.executable, "-c", FULL, *arguments], capture_output=True, text=True, check=False
    )
    assert done.returncode == 1
    assert done.stderr.count("\n") == 1 and target in done.stderr, done.stderr
    if command == "backup":
        assert sorted(path.name for path in tmp_path.iterdir()) == ["tables.db"]


SMALL_TEMPORARY_FILES = """
import resource, signal, sys
resource.setrlimit(resource.RLIMIT_FSIZE, (1_000_000, resource.RLIM_INFINITY))
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
from armarium.cli import cli
cli(sys.argv[1:], obj={})
"""


@pytest.mark.parametrize("command", ["restore", "migrate", "doctor"])
def test_no_space_for_temporary_files_is_one_sentence(tmp_path: Path, command: str):
    """Sorting, and upgrading a copy of an older version, write temporary files."""
    file, target = make_older(tmp_path / "tables.db", 3), str(tmp_path / "target.db")
    rows = [(f"t{number}", 0, "created", "{}" + " " * 10_000, 0.0) for number in range(500)]
    with contextlib.closing(sqlite3.connect(file)) as connection, connection:
        connection.executemany("INSERT INTO table_log VALUES (?, ?, ?, ?, ?)", rows)
    before = snapshot_files(tmp_path)["tables.db"]
    arguments = {
        "restore": ["restore", str(file), "--db", target],
        "migrate": ["migrate", str(file), target],
        "doctor": ["doctor", "--tables", "--db", str(file)],
    }[command]
    done = subprocess.run(
        [sys.executable, "-c", SMALL_TEMPORARY_FILES, *arguments],
        capture_output=True,
        text=True,
        check=False,
    )
    (line,) = (line for line in (done.stdout + done.stderr).splitlines() if "TMPDIR" in line)
    assert done.returncode == 1 and str(file) in line and "Traceback" not in done.stderr
    assert snapshot_files(tmp_path)["tables.db"] == before
