"""Check everything that a server needs: one finding per check, with what to do if it fails."""

from __future__ import annotations

import os
import shutil
import stat
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import sqlalchemy as sql

from armarium.core import registry
from armarium.core.errors import ArmariumError
from armarium.server import commands
from armarium.server.errors import TableStopped
from armarium.server.ops.backup import open_for, open_upgraded_snapshot
from armarium.server.page import page_folder
from armarium.server.store import migrations
from armarium.server.store.database import Access, BadDatabase, Database
from armarium.server.store.opening import parse_database_url
from armarium.server.store.schema import log
from armarium.server.store.sqlite import Sqlite
from armarium.server.tables.log import CorruptLog, decode_entry

__all__ = ["Finding", "run_checks"]

MIN_FREE_BYTES = 200_000_000  # below this, the disk space check fails
MIN_OPEN_FILES = 4096  # enough sockets for a few hundred tables


@dataclass(frozen=True)
class Finding:
    name: str
    is_ok: bool
    detail: str


def run_checks(address: str, with_tables: bool) -> Iterator[Finding]:
    """Yield the findings. `with_tables`: also replay every table from its log, which takes milliseconds each."""
    yield _check_page()
    yield _check_games()
    yield _check_open_files()
    if (file := _find_missing_file(address)) is not None:
        yield Finding(
            "database",
            True,
            f"{file}: does not exist yet, the server creates it at its first start",
        )
        return
    try:
        with open_for(Access.READ, address) as database:
            yield from _check_database(database, with_tables)
    except BadDatabase as error:
        yield Finding("database", False, str(error))


def _check_database(database: Database, with_tables: bool) -> Iterator[Finding]:
    yield Finding("database", True, database.display_name)
    yield _check_schema(database)
    if isinstance(database, Sqlite):
        yield _check_permissions(database.file)
        yield _check_owner(database.file)
        yield _check_disk_space(database.file)
    with database.name_errors():
        faults = database.find_faults()
        yield Finding("integrity", not faults, "; ".join(faults[:3]) or "no errors")
        yield _check_positions(database)
        if with_tables:
            yield _check_replay(database)


def _check_schema(database: Database) -> Finding:
    found, own = database.schema_version, migrations.newest()
    detail = f"version {found}"
    if found != own:
        detail += f", older than {own}; armarium serve upgrades it when it starts"
    return Finding("schema", True, detail)


def _find_missing_file(address: str) -> Path | None:
    """Return the SQLite file if it does not exist.

    Opening it would create it for this user, not for the server.
    """
    try:
        url = parse_database_url(address)
    except BadDatabase:
        return None
    is_file = url.get_backend_name() == "sqlite" and url.database is not None
    return Path(url.database or "") if is_file and not Path(url.database or "").exists() else None


def _check_page() -> Finding:
    folder = page_folder()
    is_there = (folder / "index.html").exists()
    return Finding(
        "page", is_there, str(folder) if is_there else f"not built: {folder} has no index.html"
    )


def _check_games() -> Finding:
    try:
        names = [registry.find_game(name).name for name in registry.game_names()]
    except ArmariumError as error:
        return Finding("games", False, str(error))
    return Finding("games", bool(names), ", ".join(names) or "no game is installed")


def _check_open_files() -> Finding:
    try:
        import resource
    except ImportError:  # Windows has no such limit
        return Finding("open files", True, "no limit")
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    is_enough = most == resource.RLIM_INFINITY or most >= MIN_OPEN_FILES
    detail = "no limit" if most == resource.RLIM_INFINITY else f"{most:,}"
    return Finding(
        "open files",
        is_enough,
        detail
        if is_enough
        else f"{detail}; raise it to at least {MIN_OPEN_FILES:,} (LimitNOFILE=)",
    )


def _files_of(file: Path) -> list[Path]:
    """Return the database file with SQLite's log files next to it, which hold rows too."""
    others = (file.with_name(file.name + end) for end in ("-wal", "-shm"))
    return [file, *(other for other in others if other.exists())]


def _check_permissions(file: Path) -> Finding:
    """Check that only the owner may read the files, which hold seeds and the secret of the daily deals."""
    if os.name == "nt":
        return Finding("permissions", True, "inherited from the folder")
    wrong = [one for one in _files_of(file) if stat.S_IMODE(one.stat().st_mode) != 0o600]
    return Finding(
        "permissions",
        not wrong,
        "; ".join(f"{_describe_mode(one)}: chmod 600 {one}" for one in wrong)
        or "only the owner can read the database",
    )


def _describe_mode(file: Path) -> str:
    mode = stat.S_IMODE(file.stat().st_mode)
    who = "other users can read the database" if mode & 0o044 else "its permissions are unusual"
    return f"{who} ({mode:04o})"


def _check_owner(file: Path) -> Finding:
    """Check that the files belong to the owner of their folder. As which user the server runs is not known here."""
    owner = file.parent.stat().st_uid
    wrong = [one for one in _files_of(file) if one.stat().st_uid != owner]
    return Finding(
        "owner",
        not wrong,
        "; ".join(
            f"{one} belongs to another user than its folder, and the server may not be able to open it: "
            f"chown --reference={one.parent} {one}"
            for one in wrong
        )
        or "the owner of the folder",
    )


def _check_disk_space(file: Path) -> Finding:
    free = shutil.disk_usage(file.parent).free
    return Finding(
        "disk space",
        free >= MIN_FREE_BYTES,
        f"{free / 1e9:,.1f} GB free, {file.stat().st_size / 1e6:,.1f} MB used",
    )


def _check_positions(database: Database) -> Finding:
    """Check that every log starts at 0 and has no gap."""
    last = sql.func.max(log.c.position)
    gaps = sql.select(log.c.table_id).group_by(log.c.table_id).having(last != sql.func.count() - 1)
    with database.engine.connect() as connection:
        found = list(connection.execute(gaps).scalars())
        number = connection.execute(
            sql.select(sql.func.count(log.c.table_id.distinct()))
        ).scalar_one()
    detail = (
        f"gaps in the logs of {', '.join(found[:5])}"
        if found
        else f"{number:,}, no gaps in their logs"
    )
    return Finding("tables", not found, detail)


def _check_replay(database: Database) -> Finding:
    corrupt, number = [], 0
    with open_upgraded_snapshot(database) as connection:
        for table, bodies in _read_logs(connection):
            number += 1
            try:
                commands.load(table, [decode_entry(body) for body in bodies], lambda: bytes(32), 0)
            except (CorruptLog, TableStopped, ArmariumError, ValueError, TypeError) as error:
                corrupt.append(f"{table} ({type(error).__name__})")
    detail = (
        f"{len(corrupt)} of {number:,} tables failed: {', '.join(corrupt[:5])}"
        if corrupt
        else f"{number:,} replayed without errors"
    )
    return Finding("replay", not corrupt, detail)


def _read_logs(connection: sql.Connection) -> Iterator[tuple[str, list[str]]]:
    names = list(connection.execute(sql.select(log.c.table_id).distinct()).scalars())
    for name in names:
        query = sql.select(log.c.body).where(log.c.table_id == name).order_by(log.c.position)
        yield name, list(connection.execute(query).scalars())
