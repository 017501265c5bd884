"""Deleting for good: a table, or what one person left at it.

First the log says so, in its own order, so that no process goes on with it; then what stood before is taken out of the
database. A server that dies between the two finishes it when old tables are looked for.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Awaitable, Callable, Coroutine
from typing import Any, Literal

from armarium.server.errors import NotSaved, TableStopped
from armarium.server.net.room import Room
from armarium.server.store import Keeping, Store
from armarium.server.table import keeping
from armarium.server.table.log import SpoiltLog

__all__ = ["Deleting", "Gone"]

SETTLED = 5.0  # seconds after which every process has heard

Gone = Literal["table", "traces"]

_logger = logging.getLogger("armarium.server")


class Deleting:
    """`find` opens the room of a table."""

    def __init__(self, store: Store, find: Callable[[str], Awaitable[Room]]) -> None:
        self._store, self._find = store, find
        self._keeping = Keeping(store)
        self._tasks: set[asyncio.Task[Any]] = set()

    async def delete(self, table: str) -> None:
        """One that is stopped, too: nobody writes to it."""
        try:
            room = await self._find(table)
            await room.do(lambda: keeping.delete(room.session))
        except TableStopped:
            await asyncio.to_thread(self._store.delete, [table])
        else:
            self._spawn(self._purge(table))
        _logger.info("table %s was deleted", table)

    async def forget(self, table: str, seat: int, token: str) -> Gone:
        """By whoever sits there; what is gone then."""
        room = await self._find(table)
        change = await room.do(lambda: keeping.forget(room.session, seat, token))
        if change.after.is_deleted:
            self._spawn(self._purge(table))
            return "table"
        await asyncio.to_thread(self._blank, table)
        return "traces"

    async def _purge(self, table: str) -> None:
        with contextlib.suppress(NotSaved):
            if self._store.sharing is not None:
                await asyncio.sleep(SETTLED)
            await asyncio.to_thread(self._keeping.purge, table)

    def _blank(self, table: str) -> None:
        self._keeping.blank(table, self._store.read(table))

    def finish_all(self) -> None:
        """What a server that died had begun. Not for the event loop."""
        self._keeping.purge()
        for table in self._keeping.forgotten():
            with contextlib.suppress(SpoiltLog):
                self._blank(table)

    def _spawn(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def close(self) -> None:
        """What waits is done when the server starts again."""
        for task in self._tasks:
            task.cancel()
