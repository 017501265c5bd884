"""A look at everything that a server needs: each thing in a line, whether it is well, and what to do if not."""

from __future__ import annotations

import os
import shutil
import stat
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import sqlalchemy as sql

from armarium.games import shelf
from armarium.games.table.errors import ArmariumError
from armarium.server.errors import TableStopped
from armarium.server.net.page import page_folder
from armarium.server.store.database import BadDatabase, Database
from armarium.server.store.opening import open_database
from armarium.server.store.schema import log
from armarium.server.store.sqlite import Sqlite
from armarium.server.table.log import SpoiltLog, entry_of
from armarium.server.table.session import Session

__all__ = ["Finding", "examined"]

FREE = 200_000_000  # bytes of a disk that are worth a warning
FILES = 4096  # sockets of a few hundred tables


@dataclass(frozen=True)
class Finding:
    what: str
    is_well: bool
    told: str


def examined(address: str, with_tables: bool) -> Iterator[Finding]:
    """`with_tables`: every table is played again from its log, which takes milliseconds each."""
    yield _page()
    yield _games()
    yield _open_files()
    if (file := _not_yet_made(address)) is not None:
        yield Finding("database", True, f"{file}: none yet, the server makes it when it starts")
        return
    try:
        database = open_database(address, time.time())
    except BadDatabase as error:
        yield Finding("database", False, str(error))
        return
    try:
        yield Finding("database", True, database.shown)
        if isinstance(database, Sqlite):
            yield _rights(database.file)
            yield _room(database.file)
        faults = database.faults()
        yield Finding("its pages", not faults, "; ".join(faults[:3]) or "in order")
        yield _places(database)
        if with_tables:
            yield _tables(database)
    finally:
        database.close()


def _not_yet_made(address: str) -> Path | None:
    """A file that looking would make: it would belong to whoever looks, and the server could not open it."""
    try:
        url = sql.make_url(address)
    except sql.exc.ArgumentError:
        return None
    is_file = url.get_backend_name() == "sqlite" and url.database is not None
    return Path(url.database or "") if is_file and not Path(url.database or "").exists() else None


def _page() -> Finding:
    folder = page_folder()
    is_there = (folder / "index.html").exists()
    return Finding("page", is_there, str(folder) if is_there else f"not built: nothing in {folder}")


def _games() -> Finding:
    try:
        names = [shelf.open_book(name).name for name in shelf.names()]
    except ArmariumError as error:
        return Finding("games", False, str(error))
    return Finding("games", bool(names), ", ".join(names) or "none is installed")


def _open_files() -> Finding:
    try:
        import resource
    except ImportError:  # Windows has no such limit
        return Finding("open files", True, "no limit")
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    is_enough = most == resource.RLIM_INFINITY or most >= FILES
    told = "no limit" if most == resource.RLIM_INFINITY else f"{most:,}"
    return Finding(
        "open files", is_enough, told if is_enough else f"{told}; at least {FILES:,} (LimitNOFILE=)"
    )


def _rights(file: Path) -> Finding:
    """Seeds and the secret of the days' deals are in it."""
    if os.name == "nt":
        return Finding("its rights", True, "as its folder has them")
    others = stat.S_IMODE(file.stat().st_mode) & 0o077
    return Finding(
        "its rights",
        not others,
        f"others may read it: chmod 600 {file}" if others else "its owner alone",
    )


def _room(file: Path) -> Finding:
    free = shutil.disk_usage(file.parent).free
    return Finding(
        "its disk",
        free >= FREE,
        f"{free / 1e9:,.1f} GB free, {file.stat().st_size / 1e6:,.1f} MB used",
    )


def _places(database: Database) -> Finding:
    """Every log goes from 0 on without a gap."""
    last = sql.func.max(log.c.position)
    gaps = sql.select(log.c.table_id).group_by(log.c.table_id).having(last != sql.func.count() - 1)
    with database.engine.connect() as connection:
        found = list(connection.execute(gaps).scalars())
        number = connection.execute(
            sql.select(sql.func.count(log.c.table_id.distinct()))
        ).scalar_one()
    told = (
        f"a gap in the log of {', '.join(found[:5])}" if found else f"{number:,}, no log has a gap"
    )
    return Finding("tables", not found, told)


def _tables(database: Database) -> Finding:
    spoilt, number = [], 0
    for table, bodies in _logs(database):
        number += 1
        try:
            Session.load(table, [entry_of(body) for body in bodies], lambda: bytes(32), 0)
        except (SpoiltLog, TableStopped, ArmariumError, ValueError, TypeError) as error:
            spoilt.append(f"{table} ({type(error).__name__})")
    told = (
        f"{len(spoilt)} of {number:,}: {', '.join(spoilt[:5])}"
        if spoilt
        else f"{number:,}, each to its last action"
    )
    return Finding("played again", not spoilt, told)


def _logs(database: Database) -> Iterator[tuple[str, list[str]]]:
    with database.engine.connect() as connection:
        names = list(connection.execute(sql.select(log.c.table_id).distinct()).scalars())
        for name in names:
            wanted = sql.select(log.c.body).where(log.c.table_id == name).order_by(log.c.position)
            yield name, list(connection.execute(wanted).scalars())
