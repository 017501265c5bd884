"""How a change of a table comes into its log, and what to do when nobody knows whether it did.

A disk may fail, and a line to the database break, after all was written; another process may have written meanwhile.
The log knows: what stands in it is so, and what does not has never been.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable

from armarium.server.errors import NotSaved, Overtaken
from armarium.server.store import Store
from armarium.server.table.change import Change
from armarium.server.table.log import Entry
from armarium.server.table.session import Session
from armarium.server.table.table import Table
from armarium.server.table.winding import wind

__all__ = ["Saving"]

_logger = logging.getLogger("armarium.server")


class Saving:
    """One thing at a time, as the room sees to it. `catch_up` tells all of a table that the log has moved on, from the
    one that they know."""

    def __init__(
        self,
        session: Session,
        store: Store,
        clock: Callable[[], float],
        catch_up: Callable[[Table], None],
    ) -> None:
        self._session, self._store = session, store
        self._clock, self._catch_up = clock, catch_up
        self._is_in_doubt = False  # did the disk write, or not?

    async def saved(self, work: Callable[[], Change]) -> Change:
        """A change that is in the log. Whoever was overtaken by another process works it out again, on the table as it
        is now."""
        session = self._session
        while True:
            await self._settle_doubt()
            session.now = self._clock()
            change = work()
            wind(session.table, change, session.now)
            try:
                await self._save(change.entries)
            except Overtaken:
                continue
            return change

    async def look_again(self) -> None:
        """Somebody else may have written."""
        self._is_in_doubt = True
        await self._settle_doubt()

    async def _save(self, entries: list[Entry]) -> None:
        if not entries:
            return
        table = self._session.table
        try:
            await self._store.append(table.id, table.position, entries)
        except Overtaken:
            self._is_in_doubt = True
            raise
        except NotSaved as error:
            _logger.info("table %s was not saved: %r", table.id, error.__cause__ or error)
            self._is_in_doubt = True
            if not await self._is_written(entries):
                raise

    async def _is_written(self, entries: list[Entry]) -> bool:
        """A disk that fails at the last moment may have written all the same: the log knows.

        If it cannot be read either, or holds something else, the doubt stays.
        """
        try:
            found = await self._read_on()
        except NotSaved:
            return False
        self._is_in_doubt = bool(found) and found != entries
        return found == entries

    async def _settle_doubt(self) -> None:
        """What the disk had written was acknowledged to nobody, but it is so: now all are told."""
        if not self._is_in_doubt:
            return
        before = self._session.table
        self._session.absorb(await self._read_on())
        self._is_in_doubt = False
        if self._session.table is not before:
            self._catch_up(before)

    async def _read_on(self) -> list[Entry]:
        """The log beyond what the table has absorbed."""
        table = self._session.table
        try:
            return await asyncio.to_thread(self._store.read, table.id, table.position)
        except Exception as error:
            raise NotSaved() from error
