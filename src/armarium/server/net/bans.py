"""Addresses that nobody is heard from for now: kept in the database, known to every process."""

from __future__ import annotations

import asyncio
import contextlib
import ipaddress
import logging
import time
from collections.abc import Callable, Iterable

from armarium.server.errors import BadRequest, Banned, NotSaved
from armarium.server.net.callers import address_of
from armarium.server.net.others import Others
from armarium.server.net.room import Room
from armarium.server.store import Ban, Keeping
from armarium.server.store.sharing import Sharing

__all__ = ["Bans", "banned_address"]

BANS = "bans"  # what news of them are about
DAY = 86_400.0

_logger = logging.getLogger("armarium.server")


class Bans:
    """`rooms`: all that are open here."""

    def __init__(
        self,
        keeping: Keeping,
        clock: Callable[[], float],
        rooms: Callable[[], Iterable[Room]],
        sharing: Sharing | None,
        others: Others,
    ) -> None:
        self._keeping, self._clock, self._rooms, self._sharing = keeping, clock, rooms, sharing
        self._until: dict[str, float] = {}
        self._reading: asyncio.Task[None] | None = None
        others.heard[BANS] = lambda process, more: self._read_soon()
        others.on_missed.append(self._read_soon)

    def check(self, address: str) -> None:
        until = self._until.get(address)
        if until is not None and until > self._clock():
            raise _banned(until)

    async def read(self) -> list[Ban]:
        """From the database; whoever is at a table from such an address is turned out."""
        found = await asyncio.to_thread(self._keeping.bans, self._clock())
        before, self._until = self._until, {ban.address: ban.until for ban in found}
        for address in self._until.keys() - before.keys():
            for room in list(self._rooms()):
                room.turn_out_address(address, _banned(self._until[address]))
        return found

    async def ban(self, address: str, days: float) -> list[Ban]:
        """For so many days from now; none: it is heard again."""
        now = self._clock()
        await asyncio.to_thread(self._keeping.ban, address, now, now + days * DAY)
        _logger.info(
            "address %s: %s", address, f"banned for {days:g} days" if days else "heard again"
        )
        found = await self.read()
        if self._sharing is not None:
            await self._sharing.tell_all(BANS)
        return found

    def _read_soon(self) -> None:
        async def read() -> None:
            with contextlib.suppress(NotSaved):  # a database that is away is read when it is back
                await self.read()

        self._reading = asyncio.get_running_loop().create_task(read())


def _banned(until: float) -> Banned:
    return Banned(until=time.strftime("%Y-%m-%d %H:%M UTC", time.gmtime(until)))


def banned_address(text: str) -> str:
    """As limits count it: of IPv6 its first 64 bits. Never this machine: a proxy may speak from it for all."""
    try:
        found = ipaddress.ip_address(text.strip().removesuffix("/64").partition("%")[0])
    except ValueError:
        raise BadRequest(reason="request-address", found=text[:60]) from None
    if found.is_loopback or found.is_unspecified or found.is_multicast:
        raise BadRequest(reason="request-address", found=text[:60])
    return address_of(str(found))
