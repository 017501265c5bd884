"""The lease of a process: how long it may own tables, and the owner of each table, in PostgreSQL.

A process renews its row once a second. One whose row stands still for five seconds is removed by another process,
which measures these seconds itself: no clock of a machine has to be right, and one that jumps does no harm. A process
that was removed gets a new name. Its tables are then free.
"""

from __future__ import annotations

import secrets
import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

__all__ = ["LEASE_SECONDS", "Lease", "Owner", "Peer", "ProcessRows", "claim", "release"]

LEASE_SECONDS = 5.0  # without a renewal
LATE_SECONDS = 2.5  # between two renewals of our own
# A process relies on a renewal for less than that, because clocks differ in speed.
VALID_SECONDS = 4.0

_JOIN = "INSERT INTO server_process (id, address, token, renewals) VALUES (%s, %s, %s, 0)"
_LEAVE = "DELETE FROM server_process WHERE id = %s"
_RENEW = (
    "WITH own AS (UPDATE server_process SET renewals = renewals + 1 WHERE id = %s RETURNING id)"
    " SELECT id, address, token, renewals, (SELECT count(*) FROM own) FROM server_process"
)
# It waits for the writes of that process that are under way, because they lock the row (see `Postgresql`).
_REMOVE = "DELETE FROM server_process WHERE id = %s AND renewals = %s"

# Owner and process are read in one snapshot: an owner without a row has been removed, it did not just arrive.
_FIND_OWNER = (
    "SELECT owner.process, process.address, process.token, EXISTS (SELECT FROM table_log WHERE table_id = asked.id)"
    " FROM (SELECT %s::text AS id) AS asked LEFT JOIN table_owner AS owner ON owner.table_id = asked.id"
    " LEFT JOIN server_process AS process ON process.id = owner.process"
)
_TAKE_FREE = "INSERT INTO table_owner (table_id, process) VALUES (%s, %s) ON CONFLICT DO NOTHING"
_TAKE_OVER = "UPDATE table_owner SET process = %s WHERE table_id = %s AND process = %s"
# It waits for a release that is under way: we may ask again because the connection broke before its answer.
_KEEP = "SELECT FROM table_owner WHERE table_id = %s AND process = %s FOR UPDATE"
_RELEASE = "DELETE FROM table_owner WHERE process = %s AND table_id = ANY (%s)"


def _elapsed_clock() -> float:
    """Return seconds that go on while the machine sleeps, where the system has such a clock."""
    if hasattr(time, "CLOCK_BOOTTIME"):
        return time.clock_gettime(time.CLOCK_BOOTTIME)
    return time.monotonic()


class Lease:
    """The right of this process to its tables. One that is over is never valid again; the process gets another.

    It counts by two clocks, because either may stand still while a machine sleeps or is moved.
    """

    def __init__(self, process: str, address: str, token: str) -> None:
        self.process, self.address, self.token = process, address, token
        self.is_over = False
        self._renewed = (float("-inf"), float("-inf"))

    @staticmethod
    def now() -> tuple[float, float]:
        return _elapsed_clock(), time.time()

    def renew(self, asked_at: tuple[float, float]) -> None:
        """Note a renewal that was asked for at this time."""
        self._renewed = asked_at

    @property
    def is_valid(self) -> bool:
        """Return whether nobody else can own our tables."""
        (elapsed, wall), (elapsed_then, wall_then) = self.now(), self._renewed
        longest = max(elapsed - elapsed_then, wall - wall_then)
        return not self.is_over and longest < VALID_SECONDS


@dataclass(frozen=True)
class Peer:
    """Another process: where it listens, and the token that it expects."""

    process: str
    address: str
    token: str


@dataclass
class _Seen:
    renewals: int
    since: float


class ProcessRows:
    """Joins and renews on one connection, and removes processes that stand still. It blocks."""

    def __init__(self) -> None:
        self._seen: dict[str, _Seen] = {}
        self._renewed_at = 0.0

    def join(self, connection: Any, process: str, address: str) -> Lease:
        lease, asked_at = Lease(process, address, secrets.token_hex(32)), Lease.now()
        connection.execute(_JOIN, (lease.process, lease.address, lease.token))
        lease.renew(asked_at)
        return lease

    def renew(self, connection: Any, lease: Lease) -> list[Peer]:
        """Renew a lease, or end it if another process has removed it; return the other processes."""
        asked_at = Lease.now()
        rows = connection.execute(_RENEW, (lease.process,)).fetchall()
        if rows and rows[0][4]:
            lease.renew(asked_at)
        else:
            lease.is_over = True
        now, others = time.monotonic(), [row for row in rows if row[0] != lease.process]
        # If we could not renew in time, the others perhaps could not either: measure again.
        before = self._seen if now - self._renewed_at < LATE_SECONDS else {}
        self._seen, self._renewed_at = {}, now
        peers = []
        for process, address, token, renewals, _ in others:
            seen = before.get(process)
            if seen is None or seen.renewals != renewals:
                seen = _Seen(renewals, now)
            if now - seen.since < LEASE_SECONDS or not self._remove(connection, process, renewals):
                self._seen[process] = seen
                peers.append(Peer(process, address, token))
        return peers

    def _remove(self, connection: Any, process: str, renewals: int) -> bool:
        import psycopg

        try:
            connection.execute(_REMOVE, (process, renewals))
        except psycopg.errors.LockNotAvailable:
            return False  # one of its writes is under way: the next renewal tries again
        return True

    def leave(self, connection: Any, lease: Lease) -> None:
        lease.is_over = True
        connection.execute(_LEAVE, (lease.process,))


# ── tables ───────────────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True)
class Owner:
    """The owner of a table. `peer` is None if it is this process, or if there is no such table."""

    peer: Peer | None = None
    has_table: bool = True


def claim(connection: Any, lease: Lease, table: str, is_new: bool = False) -> Owner:
    """Own a table that is free; return its owner. A table that `is_new` has no entry yet."""
    while True:
        process, address, token, has_log = connection.execute(_FIND_OWNER, (table,)).fetchone()
        if process == lease.process:
            if connection.execute(_KEEP, (table, process)).rowcount:
                return Owner()
            continue
        if address is not None:
            return Owner(Peer(process, address, token))
        if not (has_log or is_new):
            return Owner(has_table=False)
        facts: tuple[str, ...]
        if process is None:
            statement, facts = _TAKE_FREE, (table, lease.process)
        else:
            statement, facts = _TAKE_OVER, (lease.process, table, process)
        if connection.execute(statement, facts).rowcount:
            return Owner()


def release(connection: Any, lease: Lease, tables: Sequence[str]) -> None:
    connection.execute(_RELEASE, (lease.process, list(tables)))
