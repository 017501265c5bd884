"""What processes that share a database tell each other through it: that they live, what they own, and broadcasts.

One thread renews the lease of this process and receives broadcasts through PostgreSQL's LISTEN.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import secrets
import threading
import time
from collections.abc import Callable, Collection, Sequence
from typing import Any, Protocol

from armarium.server.store.leases import Lease, Owner, Peer, ProcessRows, claim, release

__all__ = [
    "APPLICATION_NAME",
    "BROADCAST_CHANNEL",
    "CONNECT_OPTIONS",
    "MAX_PAYLOAD",
    "PeerListener",
    "Sharing",
    "notice_dead_clients",
]

BROADCAST_CHANNEL = "armarium_house"  # about all tables: process, topic, text
MAX_PAYLOAD = 6000  # bytes per broadcast; NOTIFY allows 8,000
APPLICATION_NAME = "armarium"  # of our connections in pg_stat_activity

# A machine that loses power or network closes no connection. With these options both sides notice it within seconds,
# and without them after two hours.
CONNECT_OPTIONS: dict[str, Any] = {
    "connect_timeout": 5,
    "keepalives_idle": 5,
    "keepalives_interval": 2,
    "keepalives_count": 2,
    "tcp_user_timeout": 6_000,
    "client_encoding": "UTF8",  # also if the database has no encoding; psycopg would return bytes
}
_NOTICE_DEAD_CLIENTS = (
    "SET tcp_keepalives_idle = 5; SET tcp_keepalives_interval = 2;"
    " SET tcp_keepalives_count = 2; SET tcp_user_timeout = 6000"
)
# A renewal need not survive a crash of the database: a row that goes back by one has changed all the same. A process
# that waits for the writes of another would not renew its own lease meanwhile.
_RENEW_QUICKLY = "SET synchronous_commit = off; SET lock_timeout = '500ms'"

RENEW_SECONDS = 1.0
LISTEN_SECONDS = 0.5  # between checks whether the thread should end
RECONNECT_SECONDS = 0.5  # before connecting to an unreachable database again
JOIN_SECONDS = 5.0  # to wait for the first lease

_ABANDONED = (
    "FROM table_owner AS owner LEFT JOIN server_process AS process ON process.id = owner.process"
    " WHERE process.id IS NULL"
)
_FIND_ABANDONED = f"SELECT owner.table_id {_ABANDONED}"
_FORGET_ABANDONED = f"DELETE FROM table_owner WHERE process IN (SELECT owner.process {_ABANDONED})"

_logger = logging.getLogger("armarium.server")


def notice_dead_clients(connection: Any) -> None:
    """Let the database test this connection when it is idle. Does nothing on a Unix socket."""
    connection.execute(_NOTICE_DEAD_CLIENTS)
    if not connection.autocommit:
        connection.commit()


class PeerListener(Protocol):
    """Receive what happens, on the event loop."""

    def on_lease(self, lease: Lease) -> None:
        """This process has a new lease. An earlier one is over, and its tables may belong to others."""

    def on_peers(self, peers: Collection[Peer]) -> None:
        """These other processes are alive."""

    def on_missed_messages(self) -> None:
        """Broadcasts may have been lost."""

    def on_broadcast(self, process: str, topic: str, text: str) -> None:
        """A message about all tables arrived."""


class Sharing:
    """Exchange messages, and own tables.

    `address` is a libpq connection string. Connections are opened when they are first needed.
    """

    def __init__(self, address: str) -> None:
        self.process = secrets.token_hex(4)  # each of its leases begins with it
        self.lease: Lease | None = None
        self._address = address
        self._leases = 0
        self._thread: threading.Thread | None = None
        self._is_listening = True  # assumed until the first error
        self._is_closing = threading.Event()
        self._lock = threading.Lock()
        self._connection: Any = None  # for claims and broadcasts

    # ── the lease, and what others say ───────────────────────────────────────────────────────────

    async def start_listening(self, listener: PeerListener, reached_at: str) -> None:
        """Start to listen, for the running event loop; other processes reach this one at `reached_at`.

        No message is missed once this returns, and there is a lease if the database answers.
        """
        loop = asyncio.get_running_loop()
        ready = threading.Event()

        def post(handler: Callable[..., None], *args: Any) -> None:
            loop.call_soon_threadsafe(handler, *args)

        def listen() -> None:
            while not self._is_closing.is_set() and not loop.is_closed():
                try:
                    self._listen(listener, reached_at, post, ready)
                except Exception as error:  # including a closed event loop
                    if self._is_listening:
                        _logger.warning("cannot reach the database of all processes: %r", error)
                    self._is_listening = False
                    self._is_closing.wait(RECONNECT_SECONDS)

        self._thread = threading.Thread(target=listen, name="armarium-listener", daemon=True)
        self._thread.start()
        await asyncio.to_thread(ready.wait, JOIN_SECONDS)
        ready.set()

    def _listen(
        self,
        listener: PeerListener,
        reached_at: str,
        post: Callable[..., None],
        ready: threading.Event,
    ) -> None:
        rows = ProcessRows()
        with self._connect("server") as connection:
            connection.execute(_RENEW_QUICKLY)
            connection.execute(f"LISTEN {BROADCAST_CHANNEL}")
            if ready.is_set():
                post(listener.on_missed_messages)
            renewed_at = float("-inf")
            while not self._is_closing.is_set():
                if time.monotonic() - renewed_at > RENEW_SECONDS - LISTEN_SECONDS / 2:
                    renewed_at = time.monotonic()
                    self._renew(rows, connection, listener, reached_at, post)
                    self._is_listening = True
                    ready.set()
                # Read to the end of the generator: notifications that came in the last packet would be lost
                # otherwise.
                for note in connection.notifies(timeout=LISTEN_SECONDS):
                    self._dispatch(note.payload, listener, post)
            if self.lease is not None:
                rows.leave(connection, self.lease)

    def _renew(
        self,
        rows: ProcessRows,
        connection: Any,
        listener: PeerListener,
        reached_at: str,
        post: Callable[..., None],
    ) -> None:
        """Renew the lease. Get another one if it is over, and with it a new name."""
        if self.lease is None or self.lease.is_over:
            self._leases += 1
            self.lease = rows.join(connection, f"{self.process}-{self._leases}", reached_at)
            post(listener.on_lease, self.lease)
        peers = rows.renew(connection, self.lease)
        if self.lease.is_over:
            _logger.warning("other processes have taken the tables of this one over")
            self._renew(rows, connection, listener, reached_at, post)
        else:
            post(listener.on_peers, peers)

    def _dispatch(self, payload: str, listener: PeerListener, post: Callable[..., None]) -> None:
        """Pass a broadcast on. Another program may write to the channel too: that must not cost us the connection."""
        parts = payload.split(" ", 2)
        if len(parts) < 3:
            _logger.warning("unknown message of another process: %.200r", payload)
        elif parts[0] != self.process:
            post(listener.on_broadcast, *parts)

    # ── statements of our own ────────────────────────────────────────────────────────────────────

    async def broadcast(self, topic: str, text: str = "") -> None:
        """Send a message about all tables, of at most a few thousand characters."""
        payload = f"{self.process} {topic} {text}"

        def notify() -> None:
            try:
                self._run("SELECT pg_notify(%s, %s)", (BROADCAST_CHANNEL, payload))
            except Exception as error:
                _logger.warning("could not tell other processes about %s: %r", topic, error)

        await asyncio.to_thread(notify)

    def claim(self, lease: Lease, table: str, is_new: bool = False) -> Owner:
        """Own a table that nobody owns; return its owner. It blocks."""
        with self._lock:
            return claim(self._open(), lease, table, is_new)

    def release(self, lease: Lease, tables: Sequence[str]) -> None:
        """Let others own these tables. It blocks."""
        with self._lock:
            release(self._open(), lease, tables)

    def find_abandoned(self) -> list[str]:
        """Return the tables of removed processes, whose bots and clocks stand still. It blocks."""
        return [table for (table,) in self._run(_FIND_ABANDONED).fetchall()]

    def forget_abandoned(self) -> None:
        """Remove the names of removed processes from their tables. It blocks."""
        self._run(_FORGET_ABANDONED)

    def _run(self, statement: str, facts: tuple[Any, ...] = ()) -> Any:
        with self._lock:
            return self._open().execute(statement, facts)

    def _open(self) -> Any:
        """Return the connection for statements, or a new one if it is broken."""
        if self._is_closing.is_set():
            raise RuntimeError("closed")  # do not open a connection that nobody would close
        if self._connection is None or self._connection.closed:
            self._connection = self._connect("owner")
        return self._connection

    def _connect(self, what: str) -> Any:
        import psycopg

        name = f"{APPLICATION_NAME} {what} {self.process}"
        connection = psycopg.connect(
            self._address, autocommit=True, application_name=name, **CONNECT_OPTIONS
        )
        notice_dead_clients(connection)
        return connection

    def close(self) -> None:
        """Give everything up at once."""
        self._is_closing.set()
        if self._thread is not None:
            self._thread.join()
        with self._lock, contextlib.suppress(Exception):
            if self._connection is not None:
                self._connection.close()
