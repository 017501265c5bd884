"""Limits that hold over all processes of a house: each counts for itself, and tells the others what was taken from it.

Only what weighs is told: a twentieth of what somebody may have at once, gathered over a tenth of a second. So whoever
goes to several processes has at most so much more than at one; and who asks for little costs no news at all.
"""

from __future__ import annotations

import asyncio
import json
from collections import Counter
from collections.abc import Callable, Hashable, Iterator

from armarium.server.net.callers import Callers
from armarium.server.net.others import Others
from armarium.server.store.sharing import Sharing

__all__ = ["SharedLimits"]

USED = "used"  # what these news are about
GATHERING = 0.1  # seconds
WORTH_TELLING = 0.05  # of a burst, or of the most that may be open
MOST = 10_000  # callers whose little is remembered
LONGEST = 6000  # letters of one piece of news; PostgreSQL takes 8000

Spent = tuple[str, Hashable, int]  # which bucket, whose, how much


class SharedLimits:
    def __init__(self, callers: Callers, sharing: Sharing, others: Others) -> None:
        self._callers, self._sharing = callers, sharing
        self._spent: Counter[tuple[str, Hashable]] = Counter()  # and nobody was told
        self._due: set[tuple[str, Hashable]] = set()
        self._told: Counter[tuple[str, str]] = Counter()  # of what is open, as it was last said
        self._elsewhere: dict[str, Counter[tuple[str, str]]] = {}  # by process
        self._telling: asyncio.Task[None] | None = None
        for kind, buckets in callers.buckets.items():
            buckets.on_taken = self._counting(kind, buckets.burst)
        callers.on_open = self._opened
        callers.open_elsewhere = lambda kind, address: sum(
            there[kind, address] for there in self._elsewhere.values()
        )
        others.heard[USED] = self._hear
        others.on_alive.append(self._forget_all_but)

    # ── what is told ───────────────────────────────────────────────────────────────────────────

    def _counting(self, kind: str, burst: float) -> Callable[[Hashable], None]:
        weight = max(1.0, burst * WORTH_TELLING)

        def taken(whose: Hashable) -> None:
            if len(self._spent) > MOST:
                self._spent.clear()
            self._spent[kind, whose] += 1
            if self._spent[kind, whose] >= weight:
                self._due.add((kind, whose))
                self._tell_soon()

        return taken

    def _opened(self, kind: str, address: str) -> None:
        weight = max(1.0, self._callers.limits.connections_an_address * WORTH_TELLING)
        now = self._callers.open[kind, address]
        if abs(now - self._told[kind, address]) >= weight:
            self._tell_soon()

    def _tell_soon(self) -> None:
        if self._telling is None:
            self._telling = asyncio.get_running_loop().create_task(self._tell())

    async def _tell(self) -> None:
        await asyncio.sleep(GATHERING)
        self._telling = None  # what comes from now on is told next time
        for news in _pieces([*self._taken(), *self._open()]):
            await self._sharing.tell_all(USED, news)

    def _taken(self) -> Iterator[Spent]:
        due, self._due = self._due, set()
        for kind, whose in due:
            if number := self._spent.pop((kind, whose), 0):
                yield kind, whose, number

    def _open(self) -> Iterator[Spent]:
        """How many an address has here, all in all."""
        weight = max(1.0, self._callers.limits.connections_an_address * WORTH_TELLING)
        now = self._callers.open
        for kind, address in {*now, *self._told}:
            number = now.get((kind, address), 0)
            if abs(number - self._told[kind, address]) >= weight:
                self._told[kind, address] = number
                yield f"open {kind}", address, number
            if not number:
                del self._told[kind, address]

    # ── what is heard ──────────────────────────────────────────────────────────────────────────

    def _hear(self, process: str, news: str) -> None:
        for kind, whose, number in json.loads(news):
            if kind.startswith("open "):
                there = self._elsewhere.setdefault(process, Counter())
                there[kind.removeprefix("open "), whose] = number
            elif kind in self._callers.buckets:
                asked = tuple(whose) if isinstance(whose, list) else whose
                self._callers.buckets[kind].spend(asked, number)

    def _forget_all_but(self, processes: frozenset[str]) -> None:
        for process in set(self._elsewhere) - processes:
            del self._elsewhere[process]


def _pieces(spent: list[Spent]) -> Iterator[str]:
    """As few as they fit into."""
    piece: list[str] = []
    for one in map(json.dumps, spent):
        if piece and sum(map(len, piece)) + len(one) > LONGEST:
            yield f"[{','.join(piece)}]"
            piece = []
        piece.append(one)
    if piece:
        yield f"[{','.join(piece)}]"
