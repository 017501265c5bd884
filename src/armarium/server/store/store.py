"""The log store: one append-only log of all tables in a database, and one thread that writes it.

The writer thread owns its connection and commits everything queued as one transaction, so that many tables share one
disk sync. A future completes only when its rows are on disk.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import queue
import threading
import time
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

import msgspec
import sqlalchemy as sql

from armarium.server.errors import NotSaved, Overtaken
from armarium.server.store import schema
from armarium.server.store.database import LeaseLost, Row
from armarium.server.store.health import Health, Problem
from armarium.server.store.leases import Lease
from armarium.server.store.opening import open_database
from armarium.server.store.retention import Retention, delete_tables, find_expired_tables
from armarium.server.store.sharing import Sharing
from armarium.server.tables.log import (
    ClockSet,
    CorruptLog,
    Deleted,
    Entry,
    Scored,
    decode_entry,
    encode_entry,
    kind_of,
)

__all__ = ["DailyScores", "Store"]

MAX_GROUP = 500  # appends in one transaction
GATHER_SECONDS = 0.004  # maximum wait of the first append of a group
IDLE_SECONDS = 1.0  # after which a connection is tested before use
DELETED = Deleted()
PROBE_SECONDS = 5.0  # time limit of a health check

_Result = TypeVar("_Result")
_logger = logging.getLogger("armarium.server")

# Built once, because building the statement takes 40 % of the time to read a table.
_LOG = schema.log.c
_READ_LOG = (
    sql.select(_LOG.position, _LOG.kind, _LOG.body)
    .where(_LOG.table_id == sql.bindparam("table"), _LOG.position >= sql.bindparam("since"))
    .order_by(_LOG.position)
)


@dataclass
class DailyScores:
    """The results of a daily deal: the count of each score, best first, and the score of one browser."""

    scores: list[tuple[int, int]]
    mine: int | None


@dataclass
class _Append:
    rows: list[Row]
    scores: list[dict[str, Any]]
    clock: ClockSet | None  # the latest, if it changed
    lease: Lease | None  # of the process that owns the table
    loop: asyncio.AbstractEventLoop
    saved: asyncio.Future[None]


class Store:
    """Append to and read the log. `append` must be called on the event loop, `read` and `daily_scores` on other
    threads.
    """

    def __init__(self, url: str, clock: Callable[[], float] = time.time) -> None:
        self._clock = clock
        self._database = open_database(url, clock())
        with self._database.engine.connect() as connection:
            secret, self.secret_since = connection.execute(
                sql.select(schema.server_secret.c.secret, schema.server_secret.c.at)
            ).one()
        self.secret = bytes.fromhex(secret)
        self.on_commit: Callable[[float], None] = lambda seconds: None
        self._pending: deque[_Append] = deque()
        self._health = Health()
        self._connection: sql.Connection | None = None  # of the writer thread
        self._used_at = 0.0  # when the connection last worked
        self._is_closed = False
        self._queue: queue.SimpleQueue[_Append | None] = queue.SimpleQueue()
        self._writer = threading.Thread(target=self._write, name="armarium-writer", daemon=True)
        self._writer.start()

    @property
    def sharing(self) -> Sharing | None:
        """Return the link to other processes; None if this is the only process that writes."""
        return self._database.sharing

    @property
    def unsaved(self) -> int:
        """Return the number of changes that wait for their commit."""
        return len(self._pending) + self._queue.qsize()

    async def find_problem(self) -> Problem | None:
        """Return what keeps tables from being saved or read, or None.

        A recent commit is proof enough. Otherwise, or after a failure, the database is tested.
        """
        if not self._writer.is_alive():
            return "not-written"
        if self._health.is_fresh:
            return None
        loop = asyncio.get_running_loop()
        saved = loop.create_future()
        self._queue.put(_Append([], [], None, None, loop, saved))
        try:
            await asyncio.wait_for(saved, PROBE_SECONDS)
        except (NotSaved, TimeoutError):
            return "not-written"
        try:
            await asyncio.wait_for(asyncio.to_thread(self._repeat_failed_query), PROBE_SECONDS)
        except (NotSaved, TimeoutError):
            return "not-read"
        return None

    def append(
        self, table: str, position: int, entries: list[Entry], lease: Lease | None = None
    ) -> asyncio.Future[None]:
        """Append entries, the first at this position. If another writer took the position, the future fails with
        Overtaken. With a `lease` that is over, nothing is written.
        """
        now = self._clock()
        rows = [
            (table, position + offset, kind_of(entry), encode_entry(entry), now)
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
        self._pending.append(_Append(rows, scores, clock, lease, loop, saved))
        if len(self._pending) == 1:
            until = loop.time() + GATHER_SECONDS
            loop.call_soon(self._gather, loop, 1, until)
        return saved

    def _gather(self, loop: asyncio.AbstractEventLoop, known: int, until: float) -> None:
        """Gather appends while every turn of the event loop brings more, but not for long.

        A commit costs as much as ten actions.
        """
        if len(self._pending) > known and loop.time() < until:
            loop.call_soon(self._gather, loop, len(self._pending), until)
        else:
            self._flush()

    def _flush(self) -> None:
        while self._pending:
            self._queue.put(self._pending.popleft())
        if self._is_closed:
            self._refuse_queued()

    def read(self, table: str, since: int = 0) -> list[Entry]:
        """Return the log of a table from a position on; empty if there is none.

        A deleted table has only its last entry.
        """
        asked = {"table": table, "since": since}
        found = self.fetch(lambda connection: connection.execute(_READ_LOG, asked).all())
        if found and found[-1].kind == kind_of(DELETED):
            return [DELETED]
        entries = []
        for expected, (position, _, body) in enumerate(found, since):
            if position != expected:
                raise CorruptLog(expected)
            try:
                entries.append(decode_entry(body))
            except (msgspec.DecodeError, TypeError):
                raise CorruptLog(expected) from None
        return entries

    @contextlib.contextmanager
    def open_transaction(self) -> Iterator[sql.Connection]:
        """Open a transaction that changes something other than the log. It blocks, so do not use it on the event
        loop.
        """
        try:
            self._database.check()
            with self._database.engine.begin() as connection:
                yield connection
        except (OSError, sql.exc.SQLAlchemyError) as error:
            self._health.note_write_failure([], error)
            raise NotSaved() from error

    def fetch(self, query: Callable[[sql.Connection], _Result]) -> _Result:
        """Run a read-only query. It blocks, so do not use it on the event loop.

        `find_problem` repeats a query that failed.
        """
        try:
            self._database.check()
            with self._database.engine.connect() as connection:
                return query(connection)
        except (OSError, sql.exc.SQLAlchemyError) as error:
            self._health.note_read_failure(query, error)
            raise NotSaved(reason="not-read") from error

    def _repeat_failed_query(self) -> None:
        if (query := self._health.failed_query) is not None:
            self.fetch(query)
            self._health.note_read_success(query)

    def daily_scores(self, game: str, date: str, browser: str | None) -> DailyScores:
        """Return the scores of a date, and the score of one browser (by its hash)."""
        table = schema.scores
        of_day = (table.c.game == game, table.c.date == date)
        counts = sql.select(table.c.score, sql.func.count()).where(*of_day)
        own = sql.select(table.c.score).where(*of_day, table.c.browser == browser)

        def query(connection: sql.Connection) -> DailyScores:
            found = connection.execute(counts.group_by(table.c.score)).all()
            mine = connection.execute(own).scalar()
            return DailyScores(sorted(((row[0], row[1]) for row in found), reverse=True), mine)

        return self.fetch(query)

    def find_due_tables(self, now: float) -> list[str]:
        """Return the tables whose clock has run out, longest overdue first."""
        deadlines = schema.clock_deadlines.c
        statement = sql.select(deadlines.table_id).where(deadlines.at <= now).order_by(deadlines.at)
        return self.fetch(lambda connection: list(connection.execute(statement).scalars()))

    def find_expired(self, retention: Retention, among: Sequence[str] | None = None) -> list[str]:
        """Return the tables whose retention time is over, of all or `among` these."""
        return self.fetch(
            lambda connection: find_expired_tables(connection, retention, self._clock(), among)
        )

    def delete(self, tables: Sequence[str], lease: Lease | None = None) -> None:
        """Delete tables permanently. Nobody may be writing to them. With a `lease` that is over, delete nothing."""
        with self.open_transaction() as connection:
            if lease is not None:
                self._hold(connection, lease)
            delete_tables(connection, tables)

    def _hold(self, connection: sql.Connection, lease: Lease) -> None:
        try:
            self._database.hold_lease(connection, lease.process)
        except LeaseLost as error:
            lease.is_over = True
            raise NotSaved() from error

    def size(self) -> int:
        """Return the size of the database in bytes. It blocks, so do not call it on the event loop."""
        return self.fetch(self._database.size)

    def scrub(self, is_daily: bool = False) -> None:
        """Remove what was deleted from the database's files. It blocks, perhaps for a minute."""
        try:
            self._database.check()
            self._database.scrub(is_daily)
        except (OSError, sql.exc.SQLAlchemyError) as error:
            raise NotSaved() from error

    def close(self) -> None:
        """Write what is queued, then stop."""
        self._flush()
        self._queue.put(None)
        self._writer.join()
        self._is_closed = True
        self._refuse_queued()
        self._database.close()

    def _refuse_queued(self) -> None:
        """Refuse appends that came after the writer had stopped."""
        with contextlib.suppress(queue.Empty):
            while True:
                if (append := self._queue.get_nowait()) is not None:
                    _resolve([append], RuntimeError("the store is closed"))

    # ── the writer thread ────────────────────────────────────────────────────────────────────────

    def _write(self) -> None:
        """Run the writer thread. All tables depend on it, so no exception may end it, and every append gets an
        answer.
        """
        is_last = False
        while not is_last:
            group: list[_Append] = []
            try:
                is_last = self._collect(group)
                # A probe tests the database. If it fails, the changes in the same group must not fail with it.
                # One transaction per lease: if one lease is over, only the writes under it are refused.
                for lease in dict.fromkeys(append.lease for append in group):
                    same = [append for append in group if append.lease is lease]
                    for part in ([a for a in same if a.rows], [a for a in same if not a.rows]):
                        if part:
                            self._save(part)
            except BaseException as error:
                with contextlib.suppress(Exception):
                    self._fail(group, error)
        self._drop_connection()

    def _collect(self, group: list[_Append]) -> bool:
        """Wait for the next group; return True if the store closes after it."""
        while len(group) < MAX_GROUP:
            try:
                append = self._queue.get(block=not group)
            except queue.Empty:
                return False
            if append is None:
                return True
            group.append(append)
        return False

    def _save(self, group: list[_Append], is_repeated: bool = False) -> None:
        """Save a group in one transaction, because a full or locked disk affects all of them.

        If the connection broke, the outcome is unknown, so the group is tried once more.
        """
        began = time.monotonic()
        try:
            self._write_group(group)
        except sql.exc.IntegrityError as error:
            conflict = error
        except LeaseLost as error:
            if (lease := group[0].lease) is not None:
                lease.is_over = True
            _resolve(group, error)
            return
        except Exception as error:
            if _is_broken(error) and not is_repeated:
                self._drop_connection()
                self._save(group, is_repeated=True)
            else:
                self._fail(group, error)
            return
        else:
            self._succeed(group, time.monotonic() - began)
            return
        if len(group) > 1:
            # Another process wrote to one of the positions. Save the appends one by one, so that the others succeed.
            for append in group:
                self._save([append], is_repeated)
        elif is_repeated and self._has_rows(group[0].rows):
            self._succeed(group, time.monotonic() - began)  # written before the connection broke
        else:
            _resolve(group, conflict)

    def _succeed(self, group: list[_Append], seconds: float) -> None:
        self._used_at = time.monotonic()
        self._health.note_saved()
        _resolve(group, None)
        try:
            self.on_commit(seconds)
        except Exception:
            _logger.exception("could not record a commit in the metrics")

    def _fail(self, group: list[_Append], error: BaseException) -> None:
        """Fail a group and drop the connection, whose state is unknown."""
        try:
            self._drop_connection()
            self._health.note_write_failure([row for append in group for row in append.rows], error)
        finally:
            _resolve(group, error)

    def _connect(self) -> sql.Connection:
        """Return the writer's connection, or a new one if it does not work."""
        known = self._connection
        is_doubtful = time.monotonic() - self._used_at > IDLE_SECONDS
        if known is not None and self._database.is_alive(known, is_doubtful):
            return known
        self._drop_connection()
        connection = self._database.engine.connect()
        self._connection = connection.execution_options(isolation_level="AUTOCOMMIT")
        self._database.prepare_writer(self._connection)
        return self._connection

    def _drop_connection(self) -> None:
        """Close the connection instead of returning it to the pool, because a transaction may be open."""
        connection, self._connection = self._connection, None
        if connection is not None:
            with contextlib.suppress(Exception):
                connection.invalidate()
            with contextlib.suppress(Exception):
                connection.close()

    def _write_group(self, group: list[_Append]) -> None:
        """Write a group of changes, or test whether they could be written now."""
        self._database.check()
        connection = self._connect()
        rows = [row for append in group for row in append.rows]
        if rows:
            scores = [score for append in group for score in append.scores]
            deadlines = {a.rows[0][0]: a.clock.due for a in group if a.clock is not None}
            lease = group[0].lease
            owner = None if lease is None else lease.process
            self._database.insert(connection, rows, scores, deadlines, owner)
        elif not self._health.is_fresh:
            # One page of a database may be damaged while all others are fine.
            self._database.try_to_insert(connection, self._health.failed_rows)
            self._database.touch(connection)
            self._health.note_write_success()

    def _has_rows(self, rows: list[Row]) -> bool:
        """Return whether exactly these rows are in the log."""
        connection = self._connect()
        for row in rows:
            statement = sql.select(schema.log).where(
                schema.log.c.table_id == row[0], schema.log.c.position == row[1]
            )
            found = connection.execute(statement).first()
            if found is None or tuple(found) != row:
                return False
        return True


def _is_broken(error: Exception) -> bool:
    return isinstance(error, sql.exc.DBAPIError) and error.connection_invalidated


def _resolve(group: list[_Append], error: BaseException | None) -> None:
    """Resolve the futures of a group, except those that are already done."""

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

    if not group:
        return
    loop = group[0].loop
    try:
        loop.call_soon_threadsafe(resolve)
    except RuntimeError:
        if not loop.is_closed():  # otherwise nobody is waiting
            raise
