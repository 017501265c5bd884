"""What the database holds, and how it is opened: every start brings it up to date before anything is read.

The tables below are what this version writes; `migrations` makes them, step by step, from whatever
an older version left. A schema that a newer program has made is refused.
"""

from __future__ import annotations

import contextlib
import secrets
import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import Any, ClassVar
from urllib.parse import quote

import sqlalchemy as sql
from sqlalchemy.dialects.sqlite import insert
from sqlalchemy.engine import URL, make_url

from armarium.games.table.errors import ArmariumError
from armarium.server.store import migrations

__all__ = ["BadDatabase", "file_of", "house", "log", "open_database", "schema", "scores"]

LOCKED_SECONDS = 2.0  # how long a commit waits for somebody else's

schema = sql.MetaData()
log = sql.Table(
    "table_log",
    schema,
    sql.Column("table_id", sql.Text, primary_key=True),
    sql.Column("position", sql.Integer, primary_key=True),
    sql.Column("kind", sql.Text, nullable=False),
    sql.Column("body", sql.Text, nullable=False),
    sql.Column("at", sql.Float, nullable=False),
)
# One row: the key of every day's deal, and since when it is.
house = sql.Table(
    "house_secret",
    schema,
    sql.Column("id", sql.Integer, primary_key=True),
    sql.Column("secret", sql.Text, nullable=False),
    sql.Column("at", sql.Float, nullable=False),
)
# The first finished attempt of each browser at a game's deal of a day; `browser` is a SHA-256.
scores = sql.Table(
    "daily_score",
    schema,
    sql.Column("game", sql.Text, primary_key=True),
    sql.Column("date", sql.Text, primary_key=True),
    sql.Column("browser", sql.Text, primary_key=True),
    sql.Column("score", sql.Integer, nullable=False),
    sql.Column("table_id", sql.Text, nullable=False),
    sql.Column("at", sql.Float, nullable=False),
    sqlite_with_rowid=False,
)


class BadDatabase(ArmariumError):
    code = "bad-database"
    sentence = "The database cannot be used: {reason}."
    reasons: ClassVar = {
        "database-address": "“{address}” is not an address like sqlite:///FILE",
        "database-sqlite": "tables are kept in a SQLite file: use sqlite:///FILE",
        "database-schema": "its schema is version {found}, this program writes {own}",
        "database-error": "{path} cannot be opened ({detail})",
    }


def file_of(engine: sql.Engine) -> Path:
    return Path(engine.url.database or "")


def open_database(text: str, now: float) -> sql.Engine:
    try:
        url = make_url(text)
    except sql.exc.ArgumentError:
        raise BadDatabase(reason="database-address", address=text) from None
    if url.get_backend_name() != "sqlite" or not url.database or url.database == ":memory:":
        raise BadDatabase(reason="database-sqlite")
    try:
        file = Path(url.database).expanduser()
        file.parent.mkdir(parents=True, exist_ok=True)
        _close_to_others(file)
        return _prepare(url.set(database=str(file)), now)
    except (OSError, sql.exc.DBAPIError) as error:
        facts = {"path": url.database, "detail": str(error)}
        raise BadDatabase(reason="database-error", **facts) from None


def _close_to_others(file: Path) -> None:
    """Seeds and the house's secret are in it. What SQLite puts beside it gets the same rights."""
    file.touch(0o600)
    with contextlib.suppress(PermissionError):  # another's file, which we may write
        file.chmod(0o600)


def _prepare(url: URL, now: float) -> sql.Engine:
    # Seeds are in the rows: no error message may show parameters.
    engine = sql.create_engine(url, creator=_connecting(url), hide_parameters=True)
    sql.event.listen(engine, "connect", _set_pragmas)
    with _locked(engine) as connection:
        try:
            migrations.upgrade(connection)
        except migrations.UnknownVersion as unknown:
            facts = {"found": unknown.found, "own": unknown.known}
            raise BadDatabase(reason="database-schema", **facts) from None
        # Two that open a new file at the same moment keep one secret.
        secret = {"id": 1, "secret": secrets.token_hex(32), "at": now}
        connection.execute(insert(house).on_conflict_do_nothing(), secret)
        connection.commit()
    return engine


def _connecting(url: URL) -> Callable[[], sqlite3.Connection]:
    """Only to a file that is there: SQLite would make a new one in the place of one that was moved away."""
    address = f"file:{quote(url.database or '')}?mode=rw"
    more = {"uri": True, "timeout": LOCKED_SECONDS, "check_same_thread": False}
    return lambda: sqlite3.connect(address, **more)  # type: ignore[call-overload]


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
