"""Permanently delete a table, or what one person left at it.

First, a log entry stops the use of the table. Then the rows before that entry are removed from the database, and last
what remains of them in its files. If the server dies in between, it finishes at its next cleanup.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Awaitable, Callable, Coroutine
from typing import Any, Literal

from armarium.server.errors import NotSaved, TableStopped
from armarium.server.features import moderation
from armarium.server.live_table import LiveTable
from armarium.server.ops.logs import log_failure
from armarium.server.store import AdminStore, Store
from armarium.server.tables.log import CorruptLog

__all__ = ["DeletedPart", "Deletion"]

SCRUB_PAUSE = 1.0  # seconds between two runs over the database's files

DeletedPart = Literal["table", "traces"]

_logger = logging.getLogger("armarium.server")


class Deletion:
    """Delete tables and personal data. `find` opens a table."""

    def __init__(self, store: Store, find: Callable[[str], Awaitable[LiveTable]]) -> None:
        self._store, self._find = store, find
        self._admin_store = AdminStore(store)
        self._tasks: set[asyncio.Task[Any]] = set()
        self._scrubbing: asyncio.Task[None] | None = None
        self._is_scrub_due = False

    async def delete(self, table: str) -> None:
        """Delete a table, even one whose log cannot be read."""
        try:
            live = await self._find(table)
            await live.run(moderation.delete)
        except TableStopped:
            await asyncio.to_thread(self._store.delete, [table])
            self._scrub_soon()
        else:
            self._spawn(self._purge(table))
        _logger.info("deleted table %s", table)

    async def forget(self, table: str, seat: int, token: str) -> DeletedPart:
        """Delete what the person in a seat left; return what was deleted."""
        live = await self._find(table)
        change = await live.run(moderation.forget, seat, token)
        if change.after.is_deleted:
            self._spawn(self._purge(table))
            return "table"
        await asyncio.to_thread(self._erase, table)
        self._scrub_soon()
        return "traces"

    async def _purge(self, table: str) -> None:
        with (
            log_failure("could not purge the deleted table %s", table),
            contextlib.suppress(NotSaved),
        ):
            await asyncio.to_thread(self._admin_store.purge, table)
            self._scrub_soon()

    def _scrub_soon(self) -> None:
        """Remove what was deleted from the database's files. Deletions that come meanwhile share the next run."""
        self._is_scrub_due = True
        if self._scrubbing is None or self._scrubbing.done():
            self._scrubbing = self._spawn(self._scrub())

    async def _scrub(self) -> None:
        with log_failure("could not remove deleted data from the database's files"):
            while self._is_scrub_due:
                self._is_scrub_due = False
                await asyncio.to_thread(self._store.scrub)
                await asyncio.sleep(SCRUB_PAUSE)

    def _erase(self, table: str) -> None:
        self._admin_store.erase(table, self._store.read(table))

    def finish_all(self) -> None:
        """Finish deletions that a killed server had started. It blocks, so do not call it on the event loop."""
        self._admin_store.purge()
        for table in self._admin_store.find_forgotten():
            try:
                self._erase(table)
            except NotSaved:
                raise  # the database is unreachable: try later
            except CorruptLog:
                pass  # unreadable log: nothing to erase
            except Exception:
                _logger.exception("table %s: could not erase the personal data", table)

    def _spawn(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    async def close(self) -> None:
        """Stop. Unfinished deletions are completed after the next start."""
        for task in self._tasks:
            task.cancel()
