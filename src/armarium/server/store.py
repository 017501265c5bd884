"""The memory of the tables: one append-only log in SQLite, one thread that writes.

The writer owns its connection and commits whatever is queued as one transaction, so that many
tables share one wait for the disk. A future is done when its rows are safe, never before.
The schema has a version and so far one only; migrations come with the second.
"""

from __future__ import annotations

import asyncio
import queue
import threading
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import sqlalchemy as sql
from sqlalchemy.engine import URL, make_url

from armarium.games.table.errors import ArmariumError
from armarium.server.errors import NotSaved
from armarium.server.log import Entry, body_of, entry_of, kind_of

__all__ = ["BadDatabase", "Store"]

SCHEMA_VERSION = 1
GROUP = 500  # appends in one transaction

_schema = sql.MetaData()
_version = sql.Table("schema_version", _schema, sql.Column("version", sql.Integer, nullable=False))
_log = sql.Table(
    "table_log",
    _schema,
    sql.Column("table_id", sql.Text, primary_key=True),
    sql.Column("position", sql.Integer, primary_key=True),
    sql.Column("kind", sql.Text, nullable=False),
    sql.Column("body", sql.Text, nullable=False),
    sql.Column("at", sql.Float, nullable=False),
    sqlite_with_rowid=False,
)


class BadDatabase(ArmariumError):
    code = "bad-database"
    sentence = "The database cannot be used: {reason}."


@dataclass
class _Append:
    rows: list[dict[str, Any]]
    loop: asyncio.AbstractEventLoop
    saved: asyncio.Future[None]


class Store:
    """`append` is for the event loop, `read` for any other thread."""

    def __init__(self, url: str) -> None:
        self._engine = _open(url)
        self._queue: queue.SimpleQueue[_Append | None] = queue.SimpleQueue()
        self._writer = threading.Thread(target=self._write, name="armarium-writer", daemon=True)
        self._writer.start()

    @property
    def is_alive(self) -> bool:
        return self._writer.is_alive()

    def append(self, table: str, position: int, entries: list[Entry]) -> asyncio.Future[None]:
        """Append entries whose first has this position; of two writers of one place one fails."""
        now = time.time()
        rows = [
            {
                "table_id": table,
                "position": position + offset,
                "kind": kind_of(entry),
                "body": body_of(entry),
                "at": now,
            }
            for offset, entry in enumerate(entries)
        ]
        loop = asyncio.get_running_loop()
        saved = loop.create_future()
        self._queue.put(_Append(rows, loop, saved))
        return saved

    def read(self, table: str) -> list[Entry]:
        """A table's whole log, empty if there is no such table."""
        wanted = sql.select(_log.c.position, _log.c.body).where(_log.c.table_id == table)
        with self._engine.connect() as connection:
            found = connection.execute(wanted.order_by(_log.c.position)).all()
        assert [row.position for row in found] == list(range(len(found))), "a gap in the log"
        return [entry_of(row.body) for row in found]

    def close(self) -> None:
        """Write what is queued and stop."""
        self._queue.put(None)
        self._writer.join()
        self._engine.dispose()

    # ── the writer's thread ────────────────────────────────────────────────────────────────────

    def _write(self) -> None:
        with self._engine.connect() as connection:
            while (group := self._next_group()) is not None:
                self._save(connection, group)

    def _next_group(self) -> list[_Append] | None:
        first = self._queue.get()
        if first is None:
            return None
        group = [first]
        while len(group) < GROUP:
            try:
                more = self._queue.get_nowait()
            except queue.Empty:
                break
            if more is None:
                self._queue.put(None)
                break
            group.append(more)
        return group

    def _save(self, connection: sql.Connection, group: list[_Append]) -> None:
        try:
            _insert(connection, [row for append in group for row in append.rows])
        except Exception as error:
            if len(group) > 1:
                # One that cannot be saved must not take the others with it.
                for append in group:
                    self._save(connection, [append])
                return
            _resolve(group, error)
        else:
            _resolve(group, None)


def _insert(connection: sql.Connection, rows: list[dict[str, Any]]) -> None:
    with connection.begin():
        connection.execute(_log.insert(), rows)


def _resolve(group: list[_Append], error: Exception | None) -> None:
    def resolve() -> None:
        for append in group:
            if append.saved.done():
                continue
            if error is None:
                append.saved.set_result(None)
            else:
                failure = NotSaved()
                failure.__cause__ = error
                append.saved.set_exception(failure)

    if not group[0].loop.is_closed():
        group[0].loop.call_soon_threadsafe(resolve)


def _open(text: str) -> sql.Engine:
    try:
        url = make_url(text)
    except sql.exc.ArgumentError:
        raise BadDatabase(reason=f"{text!r} is not an address like sqlite:///FILE") from None
    if url.get_backend_name() != "sqlite" or not url.database or url.database == ":memory:":
        raise BadDatabase(reason="tables are kept in a SQLite file: use sqlite:///FILE")
    try:
        Path(url.database).expanduser().parent.mkdir(parents=True, exist_ok=True)
        return _prepare(url.set(database=str(Path(url.database).expanduser())))
    except (OSError, sql.exc.DBAPIError) as error:
        raise BadDatabase(reason=f"{url.database}: {error}") from None


def _prepare(url: URL) -> sql.Engine:
    # Seeds are in the rows: no error message may show parameters.
    engine = sql.create_engine(url, connect_args={"timeout": 10}, hide_parameters=True)
    sql.event.listen(engine, "connect", _set_pragmas)
    _schema.create_all(engine)
    with engine.begin() as connection:
        version = connection.execute(sql.select(_version.c.version)).scalar()
        if version is None:
            connection.execute(_version.insert(), {"version": SCHEMA_VERSION})
        elif version != SCHEMA_VERSION:
            reason = f"its schema is version {version}, this program writes {SCHEMA_VERSION}"
            raise BadDatabase(reason=reason)
    return engine


def _set_pragmas(connection: Any, _: Any) -> None:
    cursor = connection.cursor()
    cursor.execute("PRAGMA journal_mode=WAL")
    # FULL: a commit survives not only a killed server but a lost power supply.
    cursor.execute("PRAGMA synchronous=FULL")
    cursor.close()
