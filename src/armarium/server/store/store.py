"""The memory of the house: one append-only log of its tables in a database, one thread that writes.

The writer owns its connection and commits whatever is queued as one transaction, so that many
tables share one wait for the disk. A future is done when its rows are safe, never before.
"""

from __future__ import annotations

import asyncio
import contextlib
import queue
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import msgspec
import sqlalchemy as sql

from armarium.server.errors import NotSaved, Overtaken
from armarium.server.store import schema
from armarium.server.store.database import Row
from armarium.server.store.dues import tables_due
from armarium.server.store.health import Health
from armarium.server.store.opening import open_database
from armarium.server.store.retention import Keep, delete, expired
from armarium.server.store.sharing import Sharing
from armarium.server.table.log import (
    ClockSet,
    Deleted,
    Entry,
    Scored,
    SpoiltLog,
    body_of,
    entry_of,
    kind_of,
)

__all__ = ["Day", "Store"]

GROUP = 500  # appends in one transaction
GATHERING = 0.004  # seconds, at most, that the first of a group waits for others
SILENCE = 1.0  # seconds after which a connection is asked whether it is still one
DELETED = Deleted()
PROBE = 5.0  # seconds to find out whether the disk writes

# Written once: putting it together takes two fifths of reading a table.
_LOG = schema.log.c
_READING = (
    sql.select(_LOG.position, _LOG.kind, _LOG.body)
    .where(_LOG.table_id == sql.bindparam("table"), _LOG.position >= sql.bindparam("since"))
    .order_by(_LOG.position)
)


@dataclass
class Day:
    """What is known of a game's deal of one day: how often each score was reached, best first."""

    scores: list[tuple[int, int]]
    mine: int | None


@dataclass
class _Append:
    rows: list[Row]
    scores: list[dict[str, Any]]
    clock: ClockSet | None  # what it says now, if it was set
    loop: asyncio.AbstractEventLoop
    saved: asyncio.Future[None]


class Store:
    """`append` is for the event loop, `read` and `day` for any other thread."""

    def __init__(self, url: str, clock: Callable[[], float] = time.time) -> None:
        self._clock = clock
        self._database = open_database(url, clock())
        with self._database.engine.connect() as connection:
            secret, self.secret_since = connection.execute(
                sql.select(schema.house.c.secret, schema.house.c.at)
            ).one()
        self.secret = bytes.fromhex(secret)
        self.on_commit: Callable[[float], None] = lambda seconds: None
        self._gathered: list[_Append] = []
        self._health = Health()
        self._connection: sql.Connection | None = None  # the writer's own
        self._queue: queue.SimpleQueue[_Append | None] = queue.SimpleQueue()
        self._writer = threading.Thread(target=self._write, name="armarium-writer", daemon=True)
        self._writer.start()

    @property
    def sharing(self) -> Sharing | None:
        """None where this process is the only one that writes."""
        return self._database.sharing

    @property
    def unsaved(self) -> int:
        """Changes that wait for their commit."""
        return len(self._gathered) + self._queue.qsize()

    async def is_writable(self) -> bool:
        """From the last commit; if that was long ago, or failed, from one that changes nothing."""
        if not self._writer.is_alive():
            return False
        if self._health.is_fresh:
            return True
        loop = asyncio.get_running_loop()
        saved = loop.create_future()
        self._queue.put(_Append([], [], None, loop, saved))
        try:
            await asyncio.wait_for(saved, PROBE)
        except (NotSaved, TimeoutError):
            return False
        return True

    def append(self, table: str, position: int, entries: list[Entry]) -> asyncio.Future[None]:
        """Append entries whose first has this position; of two writers of one place one fails."""
        now = self._clock()
        rows = [
            (table, position + offset, kind_of(entry), body_of(entry), now)
            for offset, entry in enumerate(entries)
        ]
        loop = asyncio.get_running_loop()
        saved = loop.create_future()
        scores = [
            {
                "game": entry.game,
                "date": entry.date,
                "browser": entry.browser,
                "score": entry.score,
                "table_id": table,
                "at": now,
            }
            for entry in entries
            if isinstance(entry, Scored)
        ]
        clock = next((entry for entry in reversed(entries) if isinstance(entry, ClockSet)), None)
        self._gathered.append(_Append(rows, scores, clock, loop, saved))
        if len(self._gathered) == 1:
            until = loop.time() + GATHERING
            loop.call_soon(self._hand_over, loop, 1, until)
        return saved

    def _hand_over(self, loop: asyncio.AbstractEventLoop, known: int, until: float) -> None:
        """As long as every turn of the loop brings more, they are gathered, but not for long: one commit costs as much
        as ten actions."""
        if len(self._gathered) > known and loop.time() < until:
            loop.call_soon(self._hand_over, loop, len(self._gathered), until)
        else:
            self._flush()

    def _flush(self) -> None:
        for append in self._gathered:
            self._queue.put(append)
        self._gathered.clear()

    def read(self, table: str, since: int = 0) -> list[Entry]:
        """A table's log from a position on, empty if there is nothing. Of one that was deleted that alone is left to be
        known."""
        with self.reading() as connection:
            found = connection.execute(_READING, {"table": table, "since": since}).all()
        if found and found[-1].kind == kind_of(DELETED):
            return [DELETED]
        entries = []
        for place, (position, _, body) in enumerate(found, since):
            if position != place:
                raise SpoiltLog(place)
            try:
                entries.append(entry_of(body))
            except (msgspec.DecodeError, TypeError):
                raise SpoiltLog(place) from None
        return entries

    @contextlib.contextmanager
    def changing(self) -> Iterator[sql.Connection]:
        """What is no log, in a transaction of its own; not for the event loop."""
        try:
            self._database.check()
            with self._database.engine.begin() as connection:
                yield connection
        except (OSError, sql.exc.DBAPIError) as error:
            raise NotSaved() from error

    @contextlib.contextmanager
    def reading(self) -> Iterator[sql.Connection]:
        try:
            self._database.check()
            with self._database.engine.connect() as connection:
                yield connection
        except (OSError, sql.exc.DBAPIError) as error:
            raise NotSaved(reason="not-read") from error

    def day(self, game: str, date: str, browser: str | None) -> Day:
        """The scores of a date, and that of one browser (by its hash)."""
        table = schema.scores
        of_day = (table.c.game == game, table.c.date == date)
        spread = sql.select(table.c.score, sql.func.count()).where(*of_day)
        own = sql.select(table.c.score).where(*of_day, table.c.browser == browser)
        with self.reading() as connection:
            found = connection.execute(spread.group_by(table.c.score)).all()
            mine = connection.execute(own).scalar()
        return Day(sorted(((row[0], row[1]) for row in found), reverse=True), mine)

    def due(self, now: float) -> list[str]:
        """Tables whose time is up, those first that have waited longest."""
        with self.reading() as connection:
            return tables_due(connection, now)

    def expired(self, keep: Keep) -> list[str]:
        """Tables that are kept no longer."""
        with self.reading() as connection:
            return expired(connection, keep, self._clock())

    def delete(self, tables: Sequence[str]) -> None:
        """For good. Nobody may be writing to them."""
        with self.changing() as connection:
            delete(connection, tables)

    def close(self) -> None:
        """Write what is queued and stop."""
        self._flush()
        self._queue.put(None)
        self._writer.join()
        self._database.close()

    # ── the writer's thread ────────────────────────────────────────────────────────────────────

    def _write(self) -> None:
        self._connection, used_at = self._connected(), time.monotonic()
        while (group := self._next_group()) is not None:
            is_doubtful = time.monotonic() - used_at > SILENCE
            known = self._connection
            if known is None or not self._database.is_alive(known, is_doubtful):
                self._connection = self._connected()
            began = time.monotonic()
            self._save(group)
            used_at = time.monotonic()
            self.on_commit(used_at - began)
        if self._connection is not None:
            self._connection.close()

    def _connected(self) -> sql.Connection | None:
        """None while the database is away: it is asked again with every group."""
        try:
            connection = self._database.engine.connect()
        except sql.exc.DBAPIError:
            return None
        return connection.execution_options(isolation_level="AUTOCOMMIT")

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

    def _save(self, group: list[_Append], is_repeated: bool = False) -> None:
        """Together or not at all: a disk that is full, locked or gone is so for all, and nobody waits for others. If
        the line to the database broke meanwhile, nobody knows what was written: it is tried again once."""
        written = [append for append in group if append.rows]
        try:
            self._database.check()
            self._put(written)
        except sql.exc.IntegrityError as error:
            if len(group) > 1:
                # Another process has written where one of them wanted to: that is no fault of the others.
                for append in group:
                    self._save([append], is_repeated)
            elif is_repeated and self._holds(written):
                _resolve(group, None)  # it was written before the line broke
            else:
                _resolve(group, error)
        except Exception as error:
            if _is_broken(error) and not is_repeated:
                self._connection = self._connected()
                if self._connection is not None:
                    self._save(group, is_repeated=True)
                    return
            self._health.failed(len(written), error)
            _resolve(group, error)
        else:
            self._health.saved()
            _resolve(group, None)

    def _put(self, written: list[_Append]) -> None:
        connection = self._connection
        if connection is None:
            raise ConnectionError("the database cannot be reached")
        if written:
            rows = [row for append in written for row in append.rows]
            scores = [score for append in written for score in append.scores]
            dues = {a.rows[0][0]: a.clock.due for a in written if a.clock is not None}
            self._database.insert(connection, rows, scores, dues)
        else:
            self._database.touch(connection)

    def _holds(self, written: list[_Append]) -> bool:
        """Whether these very rows are in the log."""
        assert self._connection is not None
        for row in (row for append in written for row in append.rows):
            wanted = sql.select(schema.log).where(
                schema.log.c.table_id == row[0], schema.log.c.position == row[1]
            )
            found = self._connection.execute(wanted).first()
            if found is None or tuple(found) != row:
                return False
        return True


def _is_broken(error: Exception) -> bool:
    return isinstance(error, sql.exc.DBAPIError) and error.connection_invalidated


def _resolve(group: list[_Append], error: Exception | None) -> None:
    def resolve() -> None:
        for append in group:
            if append.saved.done():
                continue
            if error is None:
                append.saved.set_result(None)
            else:
                failure = Overtaken() if isinstance(error, sql.exc.IntegrityError) else NotSaved()
                failure.__cause__ = error
                append.saved.set_exception(failure)

    if not group[0].loop.is_closed():
        group[0].loop.call_soon_threadsafe(resolve)
