"""Copy a database into an empty one, of the same kind or not: for backup, restore and migration.

The copy is a consistent snapshot, even while games are in progress, and does not block the server. The source is not
changed. A backup has the schema version of its source, so the version of the program that wrote one can read it too.
"""

from __future__ import annotations

import contextlib
import os
import secrets
import sqlite3
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import IO

import sqlalchemy as sql

from armarium.server.store import migrations
from armarium.server.store.database import Access, BadDatabase, Database, ensure_secret
from armarium.server.store.opening import open_database
from armarium.server.store.schema import log, schema, server_secret
from armarium.server.store.sqlite import open_scratch

__all__ = ["CopiedRows", "backup", "copy", "open_for", "open_upgraded_snapshot"]

ROWS = 2000  # in memory at once
WRITE_ERRORS = (sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR_WRITE)
PART = ".armarium-{}.part"  # a backup that is being written

Progress = Callable[[int], None]


class CopiedRows(dict[str, int]):
    """The number of rows copied, by table of the database."""


def copy(source: str, target: str, on_progress: Progress = lambda rows: None) -> CopiedRows:
    """Copy everything or nothing. Raise BadDatabase if a database cannot be opened or the target is not empty."""
    with open_for(Access.READ, source) as source_db, open_for(Access.FILL, target) as target_db:
        if target_db.is_in_use():
            raise BadDatabase(reason="database-used", path=target_db.display_name)
        with (
            open_upgraded_snapshot(source_db) as reading,
            target_db.name_errors(),
            target_db.engine.connect() as writing,
        ):
            # Replaced by the source's, so that daily deals stay the same.
            writing.execute(server_secret.delete())
            found = _copy_rows(reading, writing, schema.sorted_tables, source_db, on_progress)
            ensure_secret(writing, time.time())
            writing.commit()
        return found


def backup(source: str, file: Path, on_progress: Progress = lambda rows: None) -> CopiedRows:
    """Copy into a new SQLite file, which is complete or does not exist."""
    if file.exists():
        raise FileExistsError(f"{file} already exists")
    if not file.parent.is_dir():
        raise FileNotFoundError(f"{file.parent} is not a folder")
    _remove_abandoned(file.parent)
    part = file.with_name(PART.format(secrets.token_hex(4)))
    with open_for(Access.READ, source) as source_db:
        try:
            with part.open("xb") as held:
                _lock(held)
                found = _fill(part, file, source_db, on_progress)
            os.replace(part, file)
        finally:
            _remove(part)
    return found


def _fill(part: Path, file: Path, source_db: Database, on_progress: Progress) -> CopiedRows:
    """Write the backup `file` as `part`, which nobody knows by that name."""
    version = source_db.schema_version
    try:
        with (
            open_for(Access.FILL, str(part.absolute()), version) as part_db,
            _snapshot(source_db) as reading,
            part_db.name_errors(),
            part_db.engine.connect() as writing,
        ):
            found = _copy_rows(reading, writing, _reflect(writing), source_db, on_progress)
            writing.commit()
        # One file that needs no other, and can be read where nothing can be written.
        with contextlib.closing(sqlite3.connect(part)) as connection:
            connection.execute("PRAGMA journal_mode=DELETE")
    except BadDatabase as error:
        is_ours = error.facts.get("path") == str(part.absolute())
        raise BadDatabase(
            **{**error.facts, "path": str(file)} if is_ours else error.facts
        ) from None
    return found


@contextlib.contextmanager
def open_for(access: Access, address: str, version: str | None = None) -> Iterator[Database]:
    database = open_database(address, time.time(), access, version)
    try:
        yield database
    finally:
        database.close()


@contextlib.contextmanager
def open_upgraded_snapshot(database: Database) -> Iterator[sql.Connection]:
    """Yield a connection to the rows of one moment, in the newest schema.

    Rows of an older schema are upgraded in a temporary database.
    """
    with _snapshot(database) as reading:
        if database.schema_version == migrations.newest():
            yield reading
            return
        with open_scratch() as scratch:
            with _name_read_errors(database):
                migrations.upgrade(scratch, database.schema_version)
                _copy_rows(reading, scratch, _reflect(scratch), database)
                migrations.upgrade(scratch)
            yield scratch


@contextlib.contextmanager
def _snapshot(database: Database) -> Iterator[sql.Connection]:
    """Yield a connection that reads from one snapshot, taken with the first row."""
    with database.engine.connect() as connection:
        if connection.dialect.name == "postgresql":
            connection.execution_options(isolation_level="REPEATABLE READ")
        else:
            connection.exec_driver_sql("BEGIN")  # the driver begins a transaction only for writes
        yield connection


@contextlib.contextmanager
def _name_read_errors(source: Database) -> Iterator[None]:
    """Turn errors of reading into one sentence. Sorting and upgrading write temporary files, and nothing else."""
    with source.name_errors():
        try:
            yield
        except sql.exc.DBAPIError as error:
            if getattr(error.orig, "sqlite_errorcode", None) not in WRITE_ERRORS:
                raise
            facts = {"path": source.display_name, "detail": str(error.orig)}
            raise BadDatabase(reason="database-temporary", **facts) from None


def _reflect(connection: sql.Connection) -> Sequence[sql.Table]:
    """Return our tables as they are in an older schema. Their names have never changed."""
    found = sql.MetaData()
    there = set(sql.inspect(connection).get_table_names())
    found.reflect(connection, only=sorted(there & schema.tables.keys()))
    return found.sorted_tables


def _copy_rows(
    reading: sql.Connection,
    writing: sql.Connection,
    tables: Sequence[sql.Table],
    source: Database,
    on_progress: Progress = lambda rows: None,
) -> CopiedRows:
    found = CopiedRows(dict.fromkeys(schema.tables, 0))
    for table in tables:
        with _name_read_errors(source):
            order = sql.select(table).order_by(*_order(table))
            parts = reading.execute(order.execution_options(yield_per=ROWS)).partitions()
        while True:
            with _name_read_errors(source):
                rows = next(parts, None)
            if rows is None:
                break
            writing.execute(table.insert(), [row._asdict() for row in rows])
            found[table.name] += len(rows)
            on_progress(sum(found.values()))
    return found


def _order(table: sql.Table) -> list[sql.ColumnElement[object]]:
    """Return the order of the rows: the log as it was written, everything else by primary key."""
    if table.name == log.name:
        return [table.c.at, table.c.table_id, table.c.position]
    return list(table.primary_key.columns)


def _lock(held: IO[bytes]) -> None:
    """Mark a file as in use, as long as it is open. Windows does so by itself."""
    if sys.platform != "win32":
        import fcntl

        fcntl.flock(held, fcntl.LOCK_EX | fcntl.LOCK_NB)


def _remove_abandoned(folder: Path) -> None:
    """Remove what a killed backup left in this folder: files that nobody has locked."""
    for part in folder.glob(PART.format("*")):
        with contextlib.suppress(OSError):
            with part.open("rb") as held:
                _lock(held)
            _remove(part)


def _remove(part: Path) -> None:
    for end in ("", "-wal", "-shm", "-journal"):
        part.with_name(part.name + end).unlink(missing_ok=True)
