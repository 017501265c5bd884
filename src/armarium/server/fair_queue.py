"""A fair queue for a worker: addresses take turns, then the tables of an address, then the requests of a table.

So four hundred tables of one client delay nobody else. A queue with a maximum length is fair as well: when it is
full, a new request replaces one of the address that has most requests in it.
"""

from __future__ import annotations

import asyncio
from collections import Counter, OrderedDict, deque
from dataclasses import dataclass, field

__all__ = ["FairQueue", "QueueFull"]

_Turn = asyncio.Future[None]


class QueueFull(Exception):
    """The queue is full, or an address with fewer waiting requests has taken this place."""


@dataclass
class FairQueue:
    """Let `max_running` requests run at a time: `take` waits, `give` frees a place.

    At most `max_waiting` requests wait; None means any number. Call both methods on the event loop.
    """

    max_running: int = 1
    max_waiting: int | None = None
    running: int = 0
    _of: OrderedDict[str, OrderedDict[str, deque[_Turn]]] = field(default_factory=OrderedDict)
    _waiting: dict[_Turn, tuple[str, str]] = field(default_factory=dict)  # in order of arrival

    @property
    def waiting(self) -> int:
        return len(self._waiting)

    async def take(self, address: str, table: str) -> None:
        """Wait for a turn. Raise QueueFull at once, or later when another address gets this place."""
        if self.running < self.max_running:
            self.running += 1
            return
        if self.max_waiting is not None and self.waiting >= self.max_waiting:
            self._make_room(address)
        turn: _Turn = asyncio.get_running_loop().create_future()
        tables = self._of.setdefault(address, OrderedDict())
        tables.setdefault(table, deque()).append(turn)
        self._waiting[turn] = address, table
        try:
            await turn
        except asyncio.CancelledError:
            if turn.cancelled():
                self._remove(turn)
            elif turn.exception() is None:
                self.give()  # cancelled just when its turn came
            raise

    def give(self) -> None:
        """Give the place to the next request, or free it."""
        while self._of:
            address, tables = next(iter(self._of.items()))
            table, line = next(iter(tables.items()))
            turn = line[0]
            self._of.move_to_end(address)
            tables.move_to_end(table)
            self._remove(turn)
            if not turn.done():
                turn.set_result(None)
                return
        self.running -= 1

    def _make_room(self, address: str) -> None:
        """Remove the newest request of the busiest address, unless the new request would then have as many."""
        number = Counter(whose for whose, _ in self._waiting.values())
        busiest = max(number, key=number.__getitem__, default=address)
        if number[busiest] <= number[address] + 1:
            raise QueueFull
        newest = next(t for t in reversed(self._waiting) if self._waiting[t][0] == busiest)
        self._remove(newest)
        if not newest.done():
            newest.set_exception(QueueFull())

    def _remove(self, turn: _Turn) -> None:
        if turn not in self._waiting:
            return
        address, table = self._waiting.pop(turn)
        tables = self._of[address]
        tables[table].remove(turn)
        if not tables[table]:
            del tables[table]
        if not tables:
            del self._of[address]
