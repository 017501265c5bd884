"""Tables kept in one file, which only its owner may read: seeds and the secret of the days' deals are in it.

A file that was moved away is written on by SQLite for as long as it is open, and lost: so it is looked for before
every commit.
"""

from __future__ import annotations

import contextlib
import functools
import sqlite3
import time
from collections.abc import Callable, Sequence
from itertools import chain
from pathlib import Path
from typing import Any
from urllib.parse import quote

import sqlalchemy as sql
from sqlalchemy.dialects.sqlite import insert
from sqlalchemy.engine import URL

from armarium.server.store import schema
from armarium.server.store.database import BadDatabase, Database, Dues, Row
from armarium.server.store.dues import set_dues

__all__ = ["Sqlite"]

MAGIC = b"SQLite format 3\0"  # how its files begin
LOCKED_SECONDS = 2.0  # how long a commit waits for somebody else's


class Sqlite(Database):
    def __init__(self, url: URL, now: float, is_there: bool = False) -> None:
        if not url.database or url.database == ":memory:":
            raise BadDatabase(reason="database-address", address=str(url))
        self.file = Path(url.database).expanduser()
        try:
            if is_there:
                self.file.stat()
            self.file.parent.mkdir(parents=True, exist_ok=True)
            _check_kind(self.file)
            _close_to_others(self.file)
            self.engine = _prepared(self.file, now)
        except (OSError, sql.exc.DBAPIError) as error:
            detail = str(error.orig if isinstance(error, sql.exc.DBAPIError) else error)
            facts = {"path": url.database, "detail": detail}
            raise BadDatabase(reason="database-error", **facts) from None
        self._identity = self._look()

    @property
    def shown(self) -> str:
        return str(self.file)

    def check(self) -> None:
        if self._look() != self._identity:
            raise OSError(
                "the database is another file than the one that was opened: restart the server"
            )

    def insert(
        self, connection: sql.Connection, rows: list[Row], scores: list[dict[str, Any]], dues: Dues
    ) -> None:
        """All rows of a group in one statement, which is a transaction of its own where nothing else belongs to it:
        each time that a thread comes back from the database, it waits for its turn."""
        is_more = bool(scores or dues)
        if is_more:
            connection.exec_driver_sql("BEGIN IMMEDIATE")
        try:
            connection.exec_driver_sql(_insertion(len(rows)), tuple(chain.from_iterable(rows)))
            if scores:
                connection.execute(insert(schema.scores).on_conflict_do_nothing(), scores)
            set_dues(connection, dues)
            if is_more:
                connection.exec_driver_sql("COMMIT")
        except Exception:
            if is_more:
                connection.exec_driver_sql("ROLLBACK")
            raise

    def touch(self, connection: sql.Connection) -> None:
        """SQLite writes only what differs, so a number that nobody reads is another every time."""
        number = time.monotonic_ns() & 0x7FFFFFFF
        connection.exec_driver_sql(f"PRAGMA user_version = {number}")

    def is_used(self) -> bool:
        """Whoever wants a file for itself alone is told if somebody else has it open."""
        alone = sqlite3.connect(_address(self.file), uri=True, timeout=0.1, isolation_level=None)
        try:
            self.engine.dispose()
            alone.execute("PRAGMA locking_mode=EXCLUSIVE")
            alone.execute("BEGIN IMMEDIATE")
            alone.execute("ROLLBACK")
        except sqlite3.OperationalError:
            return True
        finally:
            alone.close()
        return False

    def faults(self) -> Sequence[str]:
        with self.engine.connect() as connection:
            found = connection.exec_driver_sql("PRAGMA integrity_check").scalars().all()
        return [str(line) for line in found if line != "ok"]

    def _look(self) -> tuple[int, int]:
        found = self.file.stat()
        return found.st_dev, found.st_ino


def _check_kind(file: Path) -> None:
    """Before anything is done to it: SQLite takes a file of a few bytes for one of its own, and writes over it."""
    with contextlib.suppress(FileNotFoundError), file.open("rb") as opened:
        if opened.read(len(MAGIC)) not in (b"", MAGIC):
            raise OSError("file is not a database")


def _close_to_others(file: Path) -> None:
    """What SQLite puts beside it gets the same rights."""
    file.touch(0o600)
    with contextlib.suppress(PermissionError):  # another's file, which we may write
        file.chmod(0o600)


def _prepared(file: Path, now: float) -> sql.Engine:
    # Seeds are in the rows: no error message may show parameters.
    engine = sql.create_engine(
        URL.create("sqlite", database=str(file)), creator=_connecting(file), hide_parameters=True
    )
    sql.event.listen(engine, "connect", _set_pragmas)
    with _locked(engine) as connection:
        schema.prepare(connection, now)
    return engine


def _address(file: Path) -> str:
    """Only a file that is there: SQLite would make a new one in the place of one that was moved away."""
    return f"file:{quote(str(file))}?mode=rw"


def _connecting(file: Path) -> Callable[[], sqlite3.Connection]:
    more = {"uri": True, "timeout": LOCKED_SECONDS, "check_same_thread": False}
    return lambda: sqlite3.connect(_address(file), **more)  # type: ignore[call-overload]


def _locked(engine: sql.Engine) -> sql.Connection:
    """A connection whose one transaction nobody else can write beside, DDL included: all or nothing."""
    connection = engine.connect()
    raw = connection.connection.dbapi_connection
    assert raw is not None
    connection.detach()  # its manners are no other's
    raw.isolation_level = None  # the driver begins nothing by itself
    connection.exec_driver_sql("BEGIN IMMEDIATE")
    return connection


def _set_pragmas(connection: Any, _: Any) -> None:
    cursor = connection.cursor()
    # A commit writes whole pages, and the index has every table's rows in another one: small pages, in a new file.
    cursor.execute("PRAGMA page_size=512")
    cursor.execute("PRAGMA journal_mode=WAL")
    cursor.execute("PRAGMA wal_autocheckpoint=16000")  # 8 MB: what was written twice is copied once
    # FULL: a commit survives not only a killed server but a lost power supply.
    cursor.execute("PRAGMA synchronous=FULL")
    cursor.close()


@functools.lru_cache(maxsize=500)
def _insertion(rows: int) -> str:
    names = [column.name for column in schema.log.columns]
    places = ", ".join([f"({', '.join('?' * len(names))})"] * rows)
    return f"INSERT INTO {schema.log.name} ({', '.join(names)}) VALUES {places}"
