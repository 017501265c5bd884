"""The SQLite database: one file that only its owner may read, because it holds seeds and the secret of daily deals.

SQLite keeps writing to an open file that was moved away, and those writes are lost. So every commit first checks that
the file is still in place.
"""

from __future__ import annotations

import contextlib
import functools
import logging
import os
import sqlite3
import time
from collections.abc import Iterator, Sequence
from itertools import chain
from pathlib import Path
from typing import Any
from urllib.parse import quote

import sqlalchemy as sql
from sqlalchemy.dialects.sqlite import insert
from sqlalchemy.engine import URL

from armarium.server.store import schema
from armarium.server.store.database import (
    Access,
    BadDatabase,
    Database,
    Row,
    describe_failure,
    find_schema,
    prepare_schema,
)

__all__ = ["Sqlite", "open_scratch"]

MAGIC = b"SQLite format 3\0"  # first bytes of a SQLite file
LOCKED_SECONDS = 2.0  # how long a commit waits for another writer
SCRUB_SECONDS = 60.0  # how long deleted data waits for readers of an older state, such as a backup

_logger = logging.getLogger("armarium.server")


class Sqlite(Database):
    begin = "BEGIN IMMEDIATE"
    score_insertion = insert(schema.scores).on_conflict_do_nothing()

    def __init__(
        self,
        url: URL,
        now: float,
        access: Access = Access.UPGRADE,
        version: str | None = None,
    ) -> None:
        if not url.database or url.database == ":memory:":
            raise BadDatabase(reason="database-address", address=str(url))
        self.file = Path(url.database).expanduser()
        is_created = access in (Access.UPGRADE, Access.FILL)
        try:
            if is_created:
                self.file.parent.mkdir(parents=True, exist_ok=True)
            else:
                self.file.stat()
            _check_kind(self.file)
            if is_created:
                _restrict_access(self.file)
            self.engine = _make_engine(self.file, access is Access.READ)
            with self.dispose_on_error():
                self._find_schema(now, access if is_created else None, version)
        except sql.exc.DBAPIError as error:
            raise describe_failure(error, url.database, "database-error") from None
        except OSError as error:
            facts = {"path": url.database, "detail": error.strerror or str(error)}
            raise BadDatabase(reason="database-error", **facts) from None
        self._identity = self._identify()

    def _find_schema(self, now: float, upgrade: Access | None, version: str | None) -> None:
        if upgrade is None:
            with self.engine.connect() as connection:
                self.schema_version = find_schema(connection, self.display_name)
            return
        with _begin_exclusive(self.engine) as connection:
            self.schema_version = prepare_schema(
                connection, now, self.display_name, upgrade, version, self._keep_copy
            )

    @property
    def display_name(self) -> str:
        return str(self.file)

    def check(self) -> None:
        if self._identify() != self._identity:
            raise OSError("the database file was replaced; restart the server")

    def insert_rows(
        self, connection: sql.Connection, rows: list[Row], owner: str | None = None
    ) -> None:
        """Insert in one statement, because a thread has to wait for the GIL after every call into SQLite."""
        connection.exec_driver_sql(_insert_statement(len(rows)), tuple(chain.from_iterable(rows)))

    def touch(self, connection: sql.Connection) -> None:
        """Change a number that nobody reads, because SQLite writes only what differs."""
        number = time.monotonic_ns() & 0x7FFFFFFF
        connection.exec_driver_sql(f"PRAGMA user_version = {number}")

    def size(self, connection: sql.Connection) -> int:
        log = self.file.with_name(f"{self.file.name}-wal")
        return self.file.stat().st_size + (log.stat().st_size if log.exists() else 0)

    def scrub(self, is_daily: bool = False) -> None:
        """Copy the write-ahead log into the file and empty it. Deleted rows are zeros in the file (`secure_delete`)."""
        until = time.monotonic() + SCRUB_SECONDS
        while True:
            with self.engine.connect() as connection:
                found = connection.exec_driver_sql("PRAGMA wal_checkpoint(TRUNCATE)")
                if not found.scalar_one():
                    return
            if time.monotonic() > until:
                _logger.warning(
                    "deleted data stays in %s-wal until the next attempt: the database is being read",
                    self.file,
                )
                return
            time.sleep(LOCKED_SECONDS)

    def is_in_use(self) -> bool:
        """Return True if another process has the file open."""
        probe = sqlite3.connect(_address(self.file), uri=True, timeout=0.1, isolation_level=None)
        try:
            self.engine.dispose()
            probe.execute("PRAGMA locking_mode=EXCLUSIVE")
            probe.execute("BEGIN IMMEDIATE")
            probe.execute("ROLLBACK")
        except sqlite3.OperationalError:
            return True
        finally:
            probe.close()
        return False

    def find_faults(self) -> Sequence[str]:
        with self.engine.connect() as connection:
            found = connection.exec_driver_sql("PRAGMA integrity_check").scalars().all()
        return [str(line) for line in found if line != "ok"]

    def _keep_copy(self, found: str) -> None:
        """Copy the file before its schema is upgraded, so that the older version of the program can be used again."""
        kept = self.file.with_name(f"{self.file.name}.schema-{found}")
        part = kept.with_name(f"{kept.name}.part")
        try:
            part.unlink(missing_ok=True)  # of a server that was killed here
            _restrict_access(part)
            source = sqlite3.connect(_address(self.file), uri=True)
            target = sqlite3.connect(_address(part), uri=True)
            try:
                source.backup(target)
                target.execute("PRAGMA journal_mode=DELETE")  # one file that needs no other
            finally:
                source.close()
                target.close()
            os.replace(part, kept)
        except (OSError, sqlite3.Error) as error:
            part.unlink(missing_ok=True)
            facts = {"path": self.display_name, "detail": str(error)}
            raise BadDatabase(reason="database-copy", **facts) from None
        _logger.warning("upgrading the database; a copy of the older one is kept in %s", kept)

    def _identify(self) -> tuple[int, int]:
        found = self.file.stat()
        return found.st_dev, found.st_ino


def _check_kind(file: Path) -> None:
    """Refuse a file that is not a database. SQLite would overwrite a file of a few bytes."""
    with contextlib.suppress(FileNotFoundError), file.open("rb") as opened:
        if opened.read(len(MAGIC)) not in (b"", MAGIC):
            raise OSError("file is not a database")


def _restrict_access(file: Path) -> None:
    """Let only the owner read the file. SQLite gives its journal files the same owner and permissions.

    A file that root creates belongs to the owner of its folder, because the service may run as another user.
    """
    is_new = not file.exists()
    file.touch(0o600)
    if is_new and hasattr(os, "geteuid") and os.geteuid() == 0:
        folder = file.parent.stat()
        os.chown(file, folder.st_uid, folder.st_gid)
    with contextlib.suppress(PermissionError):  # somebody else's file that we may write
        file.chmod(0o600)


def _make_engine(file: Path, is_read_only: bool) -> sql.Engine:
    """Return an engine for an existing file. With `is_read_only` nothing changes it.

    The last connection that closes a database copies its write-ahead log into it. After a killed server that would
    change the file, so then it is opened read-only. Otherwise SQLite must be able to remove the empty log it makes.
    """
    log = file.with_name(f"{file.name}-wal")
    mode = "ro" if is_read_only and log.exists() and log.stat().st_size else "rw"
    options = {"uri": True, "timeout": LOCKED_SECONDS, "check_same_thread": False}
    # Rows contain seeds, so errors must not show parameters.
    engine = sql.create_engine(
        URL.create("sqlite", database=str(file)),
        creator=lambda: sqlite3.connect(_address(file, mode), **options),  # type: ignore[call-overload]
        hide_parameters=True,
    )
    sql.event.listen(engine, "connect", _forbid_writing if is_read_only else _set_pragmas)
    return engine


def _address(file: Path, mode: str = "rw") -> str:
    """Return a URI that opens only an existing file. Otherwise SQLite would create a new file in place of a moved
    one.
    """
    return f"file:{quote(str(file))}?mode={mode}"


@contextlib.contextmanager
def open_scratch() -> Iterator[sql.Connection]:
    """Yield a connection to a private temporary database. Its file has no name, so a killed process leaves none."""
    engine = sql.create_engine(
        "sqlite://", creator=lambda: sqlite3.connect(""), hide_parameters=True
    )
    try:
        with _begin_exclusive(engine) as connection:
            yield connection
    finally:
        engine.dispose()


def _begin_exclusive(engine: sql.Engine) -> sql.Connection:
    """Return a connection in a transaction that excludes other writers and includes DDL."""
    connection = engine.connect()
    raw = connection.connection.dbapi_connection
    assert raw is not None
    connection.detach()  # keep its settings out of the pool
    raw.isolation_level = None  # the driver must not begin transactions itself
    connection.exec_driver_sql("BEGIN IMMEDIATE")
    return connection


def _forbid_writing(connection: Any, _: Any) -> None:
    connection.execute("PRAGMA query_only=ON")


def _set_pragmas(connection: Any, _: Any) -> None:
    cursor = connection.cursor()
    # A commit writes whole pages, and rows of different tables are in different index pages. So new files use small
    # pages.
    cursor.execute("PRAGMA page_size=512")
    # Deleted rows are overwritten with zeros. Only some builds of SQLite do so by default.
    cursor.execute("PRAGMA secure_delete=ON")
    cursor.execute("PRAGMA journal_mode=WAL")
    cursor.execute("PRAGMA wal_autocheckpoint=16000")  # 8 MB: pages written twice are copied once
    # FULL: a commit survives a power failure, not only a killed server.
    cursor.execute("PRAGMA synchronous=FULL")
    cursor.close()


@functools.lru_cache(maxsize=500)
def _insert_statement(rows: int) -> str:
    names = [column.name for column in schema.log.columns]
    places = ", ".join([f"({', '.join('?' * len(names))})"] * rows)
    return f"INSERT INTO {schema.log.name} ({', '.join(names)}) VALUES {places}"
