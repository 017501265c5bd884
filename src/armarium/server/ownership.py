"""The tables that this process owns, where several processes share a database.

Only the owner holds a table in memory, writes it, and runs its bots and clocks. The others forward to it what their
clients send (see `forwarding`).
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable, Collection, Mapping
from typing import Any

from armarium.server.errors import NoTable, NotReady, NotSaved
from armarium.server.store.leases import Lease, Peer
from armarium.server.store.sharing import Sharing

__all__ = ["Broadcasts", "Ownership"]

POLL_SECONDS = 0.05
PATIENCE_SECONDS = 2.0  # for our own lease
KEEP_SECONDS = 30.0  # a claimed table that nobody opened

_logger = logging.getLogger("armarium.server")


class Broadcasts:
    """Who handles which messages of other processes.

    `handlers`: by topic. `on_missed`: messages may have been lost. `on_alive`: these processes are alive.
    """

    def __init__(self) -> None:
        self.handlers: dict[str, Callable[[str, str], None]] = {}
        self.on_missed: list[Callable[[], None]] = []
        self.on_alive: list[Callable[[frozenset[str]], None]] = []


class Ownership:
    """`on_lost`: called when others may own our tables. `on_gone`: called with the processes that are gone."""

    def __init__(self, sharing: Sharing, broadcasts: Broadcasts) -> None:
        self.lease: Lease | None = None
        self.peers: Mapping[str, Peer] = {}
        self.on_lost: list[Callable[[], None]] = []
        self.on_gone: list[Callable[[Collection[str]], None]] = []
        self.is_closing = False
        self._sharing, self._broadcasts = sharing, broadcasts
        self._tables: dict[str, float] = {}  # ours, and when they were last asked for
        self._elsewhere: dict[str, Peer] = {}  # the last known owner of other tables
        self._lock = asyncio.Lock()

    async def start(self, reached_at: str) -> None:
        """Get a lease and listen to the other processes, which reach this one at `reached_at`."""
        await self._sharing.start_listening(self, reached_at)

    @property
    def is_valid(self) -> bool:
        """Return whether nobody else can own our tables now."""
        return self.lease is not None and self.lease.is_valid and not self.is_closing

    def knows(self, table: str) -> bool:
        """Return whether we need not ask the database who owns a table."""
        known = self._elsewhere.get(table)
        return table in self._tables or (known is not None and known.process in self.peers)

    def owns(self, table: str) -> bool:
        return table in self._tables and self.is_valid

    async def find_owner(self, table: str, is_new: bool = False) -> Peer | None:
        """Return the other process that owns a table, or None if it is ours: a free one is claimed.

        Raise NoTable if it has no log, unless it `is_new`.
        """
        lease = await self._wait_for_lease()
        if table in self._tables:
            self._tables[table] = time.monotonic()
            return None
        if self.knows(table):
            return self._elsewhere[table]
        if not (table.isascii() and table.isprintable()):
            raise NoTable(asked=table)  # malformed id: PostgreSQL could not even look it up
        async with self._lock:
            if table in self._tables and lease is self.lease:
                return None
            owner = await self._ask(self._sharing.claim, lease, table, is_new)
            if lease is not self.lease:
                raise NotReady(reason="ready-elsewhere")
            if not owner.has_table:
                raise NoTable(asked=table)
            if owner.peer is None:
                self._tables[table] = time.monotonic()
                self._elsewhere.pop(table, None)
            else:
                self._elsewhere[table] = owner.peer
                self.peers = {owner.peer.process: owner.peer, **self.peers}
            peer: Peer | None = owner.peer
            return peer

    def forget_owner(self, table: str) -> None:
        """Ask the database next time: the owner that we knew was another one."""
        self._elsewhere.pop(table, None)

    async def release(self, table: str) -> None:
        """Let others own a table that is not in our memory any more.

        If it fails, perhaps only the answer was lost. So only the database knows whether the table is still ours.
        """
        lease, since = self.lease, self._tables.pop(table, None)
        if lease is None or since is None:
            return
        async with self._lock:
            if table in self._tables:
                return  # it was claimed again meanwhile
            await self._ask(self._sharing.release, lease, [table])

    async def release_unused(self, is_used: Callable[[str], bool]) -> None:
        """Release what is not in our memory any more or was never opened, and forget about removed processes."""
        before = time.monotonic() - KEEP_SECONDS
        for table, since in list(self._tables.items()):
            if since < before and not is_used(table):
                await self.release(table)
        self._elsewhere = {
            table: peer for table, peer in self._elsewhere.items() if peer.process in self.peers
        }
        await self._ask(self._sharing.forget_abandoned)

    async def find_abandoned(self) -> list[str]:
        """Return the tables of removed processes, whose bots and clocks stand still."""
        found: list[str] = await self._ask(self._sharing.find_abandoned)
        return found

    async def _wait_for_lease(self) -> Lease:
        """Return our lease. Wait a moment if it is in doubt, as after a freeze."""
        until = time.monotonic() + PATIENCE_SECONDS
        while not self.is_valid or self.lease is None:
            if time.monotonic() > until:
                raise NotSaved(reason="not-read")
            await asyncio.sleep(POLL_SECONDS)
        return self.lease

    async def _ask(self, question: Callable[..., Any], *facts: Any) -> Any:
        try:
            return await asyncio.to_thread(question, *facts)
        except Exception as error:
            _logger.warning("cannot ask for the owner of a table: %r", error)
            raise NotSaved(reason="not-read") from error

    # ── what `Sharing` reports ───────────────────────────────────────────────────────────────────

    def on_lease(self, lease: Lease) -> None:
        is_lost, self.lease = self.lease is not None, lease
        self._tables, self._elsewhere = {}, {}
        for callback in self.on_lost if is_lost else ():
            callback()

    def on_peers(self, peers: Collection[Peer]) -> None:
        before, self.peers = self.peers, {peer.process: peer for peer in peers}
        if gone := before.keys() - self.peers.keys():
            for callback in self.on_gone:
                callback(gone)
        alive = frozenset(process.partition("-")[0] for process in self.peers)
        for hear in self._broadcasts.on_alive:
            hear(alive)

    def on_missed_messages(self) -> None:
        for callback in self._broadcasts.on_missed:
            callback()

    def on_broadcast(self, process: str, topic: str, text: str) -> None:
        if topic in self._broadcasts.handlers:  # ignore topics of newer versions
            self._broadcasts.handlers[topic](process, text)
