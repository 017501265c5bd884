"""Who may ask a worker next: addresses in turn, the tables of an address in turn, a table's own in their order.

So four hundred tables of one stranger hold up nobody else, and one table never waits for itself.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict, deque
from dataclasses import dataclass, field

__all__ = ["Turns"]

_Waiting = deque[asyncio.Future[None]]


@dataclass
class Turns:
    """One at a time: `take` and `give`. Both are for the event loop."""

    is_taken: bool = False
    _of: OrderedDict[str, OrderedDict[str, _Waiting]] = field(default_factory=OrderedDict)
    waiting: int = 0

    async def take(self, address: str, table: str) -> None:
        if not self.is_taken:
            self.is_taken = True
            return
        turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        tables = self._of.setdefault(address, OrderedDict())
        tables.setdefault(table, deque()).append(turn)
        self.waiting += 1
        try:
            await turn
        except asyncio.CancelledError:
            if turn.done() and not turn.cancelled():
                self.give()  # it came at the very moment that nobody wanted it any more
            raise

    def give(self) -> None:
        """To the next, or to whoever comes."""
        while (turn := self._next()) is not None:
            if not turn.done():
                turn.set_result(None)
                return
        self.is_taken = False

    def _next(self) -> asyncio.Future[None] | None:
        if not self._of:
            return None
        address, tables = self._of.popitem(last=False)
        table, line = tables.popitem(last=False)
        turn = line.popleft()
        self.waiting -= 1
        if line:
            tables[table] = line
        if tables:
            self._of[address] = tables
        return turn
