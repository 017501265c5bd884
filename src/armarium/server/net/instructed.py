"""Lets a seat act as it has said beforehand, after the pause that a bot makes.

The pause is drawn before anything is asked, and what the instruction says is looked up after it: neither a limit nor
what it leads to, a bid or a pass, can be read from the time it takes.
"""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from typing import Protocol

from armarium.games.table.errors import ArmariumError
from armarium.server.bots.driver import Manners
from armarium.server.errors import NotSaved

__all__ = ["InstructedSeats", "InstructedTable"]


class InstructedTable(Protocol):
    @property
    def pace(self) -> str: ...

    @property
    def moment(self) -> tuple[int, int]:
        """Round and version."""

    @property
    def has_instructed_turn(self) -> bool: ...

    async def act_as_instructed(self) -> None: ...


@dataclass
class InstructedSeats:
    """One seat at a time, between two actions."""

    table: InstructedTable
    manners: Manners
    _task: asyncio.Task[None] | None = None
    _for: tuple[int, int] | None = None  # round and version, while it pauses

    @property
    def is_busy(self) -> bool:
        return self._task is not None and not self._task.done()

    def consider(self) -> None:
        """Called after every change: an instruction may be next, or not be wanted any more."""
        is_wanted = self.table.has_instructed_turn
        if self._for is not None and (self._for != self.table.moment or not is_wanted):
            self.stop()
            self._task = self._for = None
        if is_wanted and not self.is_busy:
            self._task = asyncio.create_task(self._act())

    def stop(self) -> None:
        if self._task is not None and self._task is not asyncio.current_task():
            self._task.cancel()

    async def _act(self) -> None:
        failures = 0
        while self.table.has_instructed_turn:
            self._for = self.table.moment
            await asyncio.sleep(self.manners.pause(self.table.pace))
            self._for = None
            try:
                await self.table.act_as_instructed()
                failures = 0
            except NotSaved:
                # Nothing was done; when the disk is back, play goes on from here.
                await asyncio.sleep(self.manners.retry(failures))
                failures += 1
            except ArmariumError:
                return  # the table was stopped
