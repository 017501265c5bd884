"""Banned addresses. They are stored in the database, and every process knows them."""

from __future__ import annotations

import asyncio
import contextlib
import ipaddress
import logging
import time
from collections.abc import Callable, Iterable

from armarium.server.errors import BadRequest, Banned, NotSaved
from armarium.server.limits import normalize_address
from armarium.server.live_table import LiveTable
from armarium.server.ownership import Broadcasts
from armarium.server.store import AdminStore, Ban
from armarium.server.store.sharing import Sharing

__all__ = ["Bans", "parse_address"]

BANS = "bans"  # the topic of messages about bans between processes
DAY = 86_400.0

_logger = logging.getLogger("armarium.server")


class Bans:
    """Check and change bans. `tables` returns the tables that are open at this process."""

    def __init__(
        self,
        admin_store: AdminStore,
        clock: Callable[[], float],
        tables: Callable[[], Iterable[LiveTable]],
        sharing: Sharing | None,
        broadcasts: Broadcasts,
    ) -> None:
        self._admin_store, self._clock, self._tables, self._sharing = (
            admin_store,
            clock,
            tables,
            sharing,
        )
        self._until: dict[str, float] = {}
        self._reading: asyncio.Task[None] | None = None
        broadcasts.handlers[BANS] = lambda process, more: self._read_soon()
        broadcasts.on_missed.append(self._read_soon)

    def check(self, address: str) -> None:
        until = self._until.get(address)
        if until is not None and until > self._clock():
            raise _banned(until)

    async def read(self) -> list[Ban]:
        """Read the bans from the database, and disconnect players at banned addresses."""
        found = await asyncio.to_thread(self._admin_store.bans, self._clock())
        before, self._until = self._until, {ban.address: ban.until for ban in found}
        for address in self._until.keys() - before.keys():
            for live in list(self._tables()):
                live.disconnect_address(address, _banned(self._until[address]))
        return found

    async def ban(self, address: str, days: float) -> list[Ban]:
        """Ban an address for a number of days; 0 lifts the ban."""
        now = self._clock()
        await asyncio.to_thread(self._admin_store.ban, address, now, now + days * DAY)
        _logger.info(
            "address %s: %s", address, f"banned for {days:g} days" if days else "heard again"
        )
        found = await self.read()
        if self._sharing is not None:
            await self._sharing.broadcast(BANS)
        return found

    def _read_soon(self) -> None:
        async def read() -> None:
            with contextlib.suppress(NotSaved):  # an unreachable database is read when it is back
                await self.read()

        self._reading = asyncio.get_running_loop().create_task(read())


def _banned(until: float) -> Banned:
    return Banned(until=time.strftime("%Y-%m-%d %H:%M UTC", time.gmtime(until)))


def parse_address(text: str) -> str:
    """Return an address in the form that the limits use.

    The local machine cannot be banned, because a proxy there may serve every client.
    """
    try:
        found = ipaddress.ip_address(text.strip().removesuffix("/64").partition("%")[0])
    except ValueError:
        raise BadRequest(reason="request-address", found=text[:60]) from None
    if found.is_loopback or found.is_unspecified or found.is_multicast:
        raise BadRequest(reason="request-address", found=text[:60])
    return normalize_address(str(found))
