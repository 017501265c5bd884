"""The database: its tables, their version, and how a file is opened.

Version 2 added the house's secret and the scores of each day; a file of version 1 gets them when
it is opened, and is then no longer for an older program, which could not read a taking back.
"""

from __future__ import annotations

import secrets
from pathlib import Path
from typing import Any, ClassVar

import sqlalchemy as sql
from sqlalchemy.dialects.sqlite import insert
from sqlalchemy.engine import URL, make_url

from armarium.games.table.errors import ArmariumError

__all__ = ["BadDatabase", "house", "log", "open_database", "scores"]

SCHEMA_VERSION = 2

_schema = sql.MetaData()
_version = sql.Table("schema_version", _schema, sql.Column("version", sql.Integer, nullable=False))
log = sql.Table(
    "table_log",
    _schema,
    sql.Column("table_id", sql.Text, primary_key=True),
    sql.Column("position", sql.Integer, primary_key=True),
    sql.Column("kind", sql.Text, nullable=False),
    sql.Column("body", sql.Text, nullable=False),
    sql.Column("at", sql.Float, nullable=False),
    sqlite_with_rowid=False,
)
# One row: the key of every day's city, and since when it is.
house = sql.Table(
    "house_secret",
    _schema,
    sql.Column("id", sql.Integer, primary_key=True),
    sql.Column("secret", sql.Text, nullable=False),
    sql.Column("at", sql.Float, nullable=False),
)
# The first finished attempt of each browser and day; `browser` is a SHA-256.
scores = sql.Table(
    "daily_score",
    _schema,
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


def open_database(text: str, now: float) -> sql.Engine:
    try:
        url = make_url(text)
    except sql.exc.ArgumentError:
        raise BadDatabase(reason="database-address", address=text) from None
    if url.get_backend_name() != "sqlite" or not url.database or url.database == ":memory:":
        raise BadDatabase(reason="database-sqlite")
    try:
        Path(url.database).expanduser().parent.mkdir(parents=True, exist_ok=True)
        return _prepare(url.set(database=str(Path(url.database).expanduser())), now)
    except (OSError, sql.exc.DBAPIError) as error:
        facts = {"path": url.database, "detail": str(error)}
        raise BadDatabase(reason="database-error", **facts) from None


def _prepare(url: URL, now: float) -> sql.Engine:
    # Seeds are in the rows: no error message may show parameters.
    engine = sql.create_engine(url, connect_args={"timeout": 10}, hide_parameters=True)
    sql.event.listen(engine, "connect", _set_pragmas)
    with engine.begin() as connection:
        _schema.create_all(connection)
        version = connection.execute(sql.select(_version.c.version)).scalar()
        if version is None:
            connection.execute(_version.insert(), {"version": SCHEMA_VERSION})
        elif version > SCHEMA_VERSION:
            raise BadDatabase(reason="database-schema", found=version, own=SCHEMA_VERSION)
        elif version < SCHEMA_VERSION:
            connection.execute(_version.update(), {"version": SCHEMA_VERSION})
        # Two that open a new file at the same moment keep one secret.
        secret = {"id": 1, "secret": secrets.token_hex(32), "at": now}
        connection.execute(insert(house).on_conflict_do_nothing(), secret)
    return engine


def _set_pragmas(connection: Any, _: Any) -> None:
    cursor = connection.cursor()
    cursor.execute("PRAGMA journal_mode=WAL")
    # FULL: a commit survives not only a killed server but a lost power supply.
    cursor.execute("PRAGMA synchronous=FULL")
    cursor.close()
