"""The interface between the store and a database; SQLite and PostgreSQL implement it."""

from __future__ import annotations

import secrets
import sqlite3
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from enum import Enum, auto
from typing import Any, ClassVar

import sqlalchemy as sql

from armarium.core.errors import ArmariumError
from armarium.server.store import migrations, schema
from armarium.server.store.sharing import Sharing

__all__ = [
    "Access",
    "BadDatabase",
    "ClockDeadlines",
    "Database",
    "DatabaseAway",
    "LeaseLost",
    "Row",
    "describe_failure",
    "ensure_secret",
    "find_schema",
    "prepare_schema",
]

Row = tuple[str, int, str, str, float]  # the columns of the log, in order
ClockDeadlines = Mapping[str, float | None]  # by table; None if no clock runs


class BadDatabase(ArmariumError):
    code = "bad-database"
    sentence = "The database cannot be used: {reason}."
    reasons: ClassVar = {
        "database-address": "“{address}” is not a database file or URL; try sqlite:///FILE or postgresql://USER@HOST/NAME",
        "database-kind": "“{kind}” is not a supported database; supported are {allowed}",
        "database-library": 'PostgreSQL needs psycopg: pip install "armarium[postgresql]"',
        "database-schema": "{path} has schema version {found}, but this program supports only up to {own}; "
        "install the newer Armarium that wrote it",
        "database-older": "{path} has the older schema version {found}, and this command does not upgrade it to {own}; "
        "armarium serve does when it starts",
        "database-none": "{path} has no Armarium tables; check its name. "
        "armarium serve creates them when it starts",
        "database-encoding": "{path} has the encoding {found} and cannot store every name; "
        "create it with createdb --encoding UTF8 --template template0",
        "database-copy": "{path} needs a newer schema, but the copy of it that is kept before an upgrade "
        "could not be written ({detail})",
        "database-error": "{path} cannot be opened ({detail})",
        "database-full": "no space is left on the disk for {path}",
        "database-temporary": "{path} could not be copied: no temporary file could be written ({detail}); "
        "TMPDIR names another folder for them",
        "database-failed": "{path} could not be read or written ({detail})",
        "database-filled": "{path} is not empty (tables: {number}); copy into an empty database",
        "database-used": "a server is using {path}; stop it first",
    }


class DatabaseAway(BadDatabase):
    """The database server cannot be reached, or is starting. It may be back in a moment."""


class LeaseLost(Exception):
    """The lease of this process is over, so it may not write: others may own its tables."""


class Access(Enum):
    """What may happen to a database that is opened."""

    READ = auto()  # nothing: its schema, its mode and its bytes stay as they are
    CHANGE = auto()  # rows may change, the schema not
    UPGRADE = auto()  # it is created or upgraded; a copy of an older SQLite file is kept
    FILL = auto()  # it is created or upgraded, and must hold no tables


class Database(ABC):
    """An open database. All writes go through one connection of `engine` in autocommit mode."""

    engine: sql.Engine
    schema_version: str  # that was found, or to which it was upgraded
    sharing: Sharing | None = None  # if several processes may write
    begin: ClassVar = "BEGIN"  # starts a write transaction
    score_insertion: ClassVar[sql.Insert]  # the first score per browser and day counts

    @property
    @abstractmethod
    def display_name(self) -> str:
        """Return a name for messages, without the password."""

    def check(self) -> None:
        """Raise OSError if the file is no longer the one that was opened."""

    def prepare_writer(self, connection: sql.Connection) -> None:
        """Set up a new connection for `insert`."""

    def is_alive(self, connection: sql.Connection, is_doubtful: bool) -> bool:
        """Return whether a connection works. A connection that was idle for a while (`is_doubtful`) is tested."""
        return not connection.invalidated

    def insert(
        self,
        connection: sql.Connection,
        rows: list[Row],
        scores: list[dict[str, Any]],
        deadlines: ClockDeadlines,
        owner: str | None = None,
    ) -> None:
        """Write log rows with their scores and deadlines in one transaction, if `owner` may still write."""
        if not (scores or deadlines):
            self.insert_rows(connection, rows, owner)
            return
        connection.exec_driver_sql(self.begin)
        try:
            self.insert_rows(connection, rows, owner)
            if scores:
                connection.execute(self.score_insertion, scores)
            _set_clock_deadlines(connection, deadlines)
            connection.exec_driver_sql("COMMIT")
        except Exception:
            _roll_back(connection)
            raise

    def hold_lease(self, connection: sql.Connection, owner: str) -> None:
        """Keep others from taking over the tables of the process `owner` until the transaction ends.

        Raise LeaseLost if its lease is over.
        """

    @abstractmethod
    def insert_rows(
        self, connection: sql.Connection, rows: list[Row], owner: str | None = None
    ) -> None:
        """Write log rows in one statement, which is its own transaction unless one is open.

        Raise LeaseLost if the lease of the process `owner` is over.
        """

    def try_to_insert(self, connection: sql.Connection, rows: list[Row]) -> None:
        """Raise what `insert` would raise for these rows, without writing them. A conflict is not an error."""
        if not rows:
            return
        connection.exec_driver_sql(self.begin)
        try:
            self.insert_rows(connection, rows)
        except sql.exc.IntegrityError:
            pass
        finally:
            _roll_back(connection)

    @abstractmethod
    def touch(self, connection: sql.Connection) -> None:
        """Make a harmless commit that has to reach the disk."""

    @abstractmethod
    def size(self, connection: sql.Connection) -> int:
        """Return the size of the database in bytes, with its indexes."""

    @abstractmethod
    def scrub(self, is_daily: bool = False) -> None:
        """Remove from the database's files what was deleted from its tables.

        `is_daily`: also do what is too expensive after every deletion.
        """

    @abstractmethod
    def is_in_use(self) -> bool:
        """Return whether another program has the database open."""

    @abstractmethod
    def find_faults(self) -> Sequence[str]:
        """Return the errors that the database's own integrity check finds."""

    @contextmanager
    def dispose_on_error(self) -> Iterator[None]:
        """Close the connections if the database cannot be used."""
        try:
            yield
        except Exception:
            self.engine.dispose()
            raise

    @contextmanager
    def name_errors(self) -> Iterator[None]:
        """Turn errors of the database into one sentence that names it."""
        try:
            yield
        except sql.exc.DBAPIError as error:
            raise describe_failure(error, self.display_name, "database-failed") from None

    def close(self) -> None:
        if self.sharing is not None:
            self.sharing.close()
        self.engine.dispose()


def _roll_back(connection: sql.Connection) -> None:
    """Roll back a failed transaction. If that fails too, drop the connection.

    Otherwise its next writes would be acknowledged and never committed.
    """
    try:
        connection.exec_driver_sql("ROLLBACK")
    except sql.exc.SQLAlchemyError:
        connection.invalidate()


def _set_clock_deadlines(connection: sql.Connection, deadlines: ClockDeadlines) -> None:
    """Store the deadlines in the transaction of the entries that set them, so that due tables can be found."""
    if not deadlines:
        return
    table = schema.clock_deadlines
    connection.execute(table.delete().where(table.c.table_id.in_(deadlines)))
    running = [{"table_id": name, "at": at} for name, at in deadlines.items() if at is not None]
    if running:
        connection.execute(table.insert(), running)


def describe_failure(error: sql.exc.DBAPIError, path: str, reason: str) -> BadDatabase:
    """Return an error that names the database. A full disk has its own reason."""
    code = getattr(error.orig, "sqlite_errorcode", None)
    # The second is a full disk too: no room for the file that the connections share.
    is_full = code in (sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR_SHMSIZE)
    if is_full or getattr(error.orig, "sqlstate", None) == "53100":  # disk_full of PostgreSQL
        return BadDatabase(reason="database-full", path=path)
    detail = next(iter(str(error.orig).strip().splitlines()), type(error.orig).__name__)
    return BadDatabase(reason=reason, path=path, detail=detail)


def find_schema(connection: sql.Connection, path: str) -> str:
    """Return the schema version of a database that has tables. A schema of a newer version is refused."""
    found = _find_version(connection, path)
    if found is None:
        raise BadDatabase(reason="database-none", path=path)
    return found


def prepare_schema(
    connection: sql.Connection,
    now: float,
    path: str,
    access: Access,
    version: str | None = None,
    keep_copy: Callable[[str], None] = lambda found: None,
) -> str:
    """Bring the schema up to date, or to `version`, on a connection that holds the only write transaction.

    A schema of a newer version is refused. Two processes that open a new database at the same time share one secret.
    `keep_copy` is called before an upgrade, with the version that was found. Return the new version.
    """
    own = version or migrations.newest()
    found = _find_version(connection, path)
    if found is not None and access is Access.FILL:
        tables = sql.select(sql.func.count(schema.log.c.table_id.distinct()))
        if number := connection.execute(tables).scalar_one():
            raise BadDatabase(reason="database-filled", path=path, number=number)
    elif found not in (None, own):
        keep_copy(str(found))
    try:
        migrations.upgrade(connection, own)
    except migrations.UnknownVersion as unknown:
        raise _too_new(unknown, path) from None
    if access is Access.UPGRADE:
        ensure_secret(connection, now)
    connection.commit()
    return own


def ensure_secret(connection: sql.Connection, now: float) -> None:
    """Draw the secret key of the daily deals if there is none."""
    table = schema.server_secret
    if connection.execute(sql.select(table.c.id)).first() is None:
        secret = {"id": 1, "secret": secrets.token_hex(32), "at": now}
        connection.execute(table.insert(), secret)


def _find_version(connection: sql.Connection, path: str) -> str | None:
    try:
        return migrations.find_version(connection)
    except migrations.UnknownVersion as unknown:
        raise _too_new(unknown, path) from None


def _too_new(unknown: migrations.UnknownVersion, path: str) -> BadDatabase:
    facts = {"path": path, "found": unknown.found, "own": unknown.known}
    return BadDatabase(reason="database-schema", **facts)
