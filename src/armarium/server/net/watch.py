"""Who keeps an eye on the time of one table: a bot comes for somebody who is away or out of time, and goes again."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Coroutine
from typing import Any, Protocol

from armarium.server.errors import NotSaved, TableStopped
from armarium.server.table import stand_ins
from armarium.server.table.change import Change
from armarium.server.table.eyes import Eye
from armarium.server.table.session import Session

__all__ = ["Watch"]

LONGEST = 3600.0  # seconds; a clock that was set is looked at again
AGAIN = 1.0  # seconds after a change that could not be saved

_logger = logging.getLogger("armarium.server")


class Watched(Protocol):
    """The room as it is known here."""

    session: Session

    async def do(self, work: Callable[[], Change]) -> Change: ...


class Watch:
    """`spawn` runs what takes its time."""

    def __init__(
        self,
        room: Watched,
        clock: Callable[[], float],
        spawn: Callable[[Coroutine[Any, Any, Any]], Any],
    ) -> None:
        self._room, self._clock, self._spawn = room, clock, spawn
        self._timer: asyncio.TimerHandle | None = None

    def consider(self) -> None:
        """Called after every change, and whenever somebody comes or goes."""
        self.stop()
        due = stand_ins.next_due(self._room.session)
        if due is not None:
            wait = min(max(0.0, due - self._clock()), LONGEST)
            self._timer = asyncio.get_running_loop().call_later(wait, self.look)

    def look(self) -> None:
        """Somebody may be away for too long, or out of time."""
        self._spawn(self._let_stand_in())

    async def _let_stand_in(self) -> None:
        try:
            await self._room.do(lambda: stand_ins.stand_in_for_due(self._room.session))
        except NotSaved:
            await asyncio.sleep(AGAIN)
            self.consider()
        except TableStopped:
            pass  # all have been told

    async def come_back(self, eye: Eye) -> None:
        """Whoever is back has their seat again, between two actions."""
        session = self._room.session
        if eye is not None and stand_ins.returns(session, eye):
            try:
                await self._room.do(lambda: stand_ins.come_back(session, eye))
            except NotSaved:
                _logger.info("table %s: seat %d is not handed back yet", session.table.id, eye)

    def stop(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
