"""Rate limits of an address across processes: each process counts, and reports its usage to the others.

The limits of a seat need no reports, because the owner of its table counts them alone.
A process reports usage of at least 5 % of a limit, gathered over 0.1 s. So a client that uses several processes gains
at most that much, and a client that sends little causes no messages.
"""

from __future__ import annotations

import asyncio
import json
from collections import Counter
from collections.abc import Callable, Hashable, Iterator

from armarium.server.limits import ClientLimits
from armarium.server.ownership import Broadcasts
from armarium.server.store.sharing import MAX_PAYLOAD, Sharing

__all__ = ["SharedLimits"]

TOPIC = "used"  # topic of these messages
INTERVAL_SECONDS = 0.1  # seconds between reports
MIN_SHARE = 0.05  # of a burst, or of the maximum of open connections
MAX_KEYS = 10_000  # keys with small usage to remember

Usage = tuple[str, Hashable, int]  # bucket, key, amount


class SharedLimits:
    def __init__(
        self, client_limits: ClientLimits, sharing: Sharing, broadcasts: Broadcasts
    ) -> None:
        self._client_limits, self._sharing = client_limits, sharing
        self._unreported: Counter[tuple[str, Hashable]] = Counter()  # not reported yet
        self._due: set[tuple[str, Hashable]] = set()
        self._reported_open: Counter[tuple[str, str]] = (
            Counter()
        )  # open connections as last reported
        self._elsewhere: dict[str, Counter[tuple[str, str]]] = {}  # by process
        self._reporting: asyncio.Task[None] | None = None
        for kind, buckets in client_limits.address_buckets.items():
            buckets.on_take = self._make_counter(kind, buckets.burst)
        client_limits.on_open = self._opened
        client_limits.open_elsewhere = lambda kind, address: sum(
            there[kind, address] for there in self._elsewhere.values()
        )
        broadcasts.handlers[TOPIC] = self._receive
        broadcasts.on_alive.append(self._keep_processes)

    # ── sending ──────────────────────────────────────────────────────────────────────────────────

    def _make_counter(self, kind: str, burst: float) -> Callable[[Hashable, int], None]:
        weight = max(1.0, burst * MIN_SHARE)

        def taken(key: Hashable, number: int) -> None:
            if len(self._unreported) > MAX_KEYS:
                self._unreported.clear()
            self._unreported[kind, key] += number
            if self._unreported[kind, key] >= weight:
                self._due.add((kind, key))
                self._report_soon()

        return taken

    def _opened(self, kind: str, address: str) -> None:
        weight = max(1.0, self._client_limits.limits.connections_per_address * MIN_SHARE)
        now = self._client_limits.open[kind, address]
        if abs(now - self._reported_open[kind, address]) >= weight:
            self._report_soon()

    def _report_soon(self) -> None:
        if self._reporting is None:
            self._reporting = asyncio.get_running_loop().create_task(self._report())

    async def _report(self) -> None:
        await asyncio.sleep(INTERVAL_SECONDS)
        self._reporting = None  # later usage goes into the next report
        for news in _split_messages([*self._take_usage(), *self._open()]):
            await self._sharing.broadcast(TOPIC, news)

    def _take_usage(self) -> Iterator[Usage]:
        due, self._due = self._due, set()
        for kind, key in due:
            if number := self._unreported.pop((kind, key), 0):
                yield kind, key, number

    def _open(self) -> Iterator[Usage]:
        """Yield the number of connections per address in this process, where it changed enough."""
        weight = max(1.0, self._client_limits.limits.connections_per_address * MIN_SHARE)
        now = self._client_limits.open
        for kind, address in {*now, *self._reported_open}:
            number = now.get((kind, address), 0)
            if abs(number - self._reported_open[kind, address]) >= weight:
                self._reported_open[kind, address] = number
                yield f"open {kind}", address, number
            if not number:
                del self._reported_open[kind, address]

    # ── receiving ────────────────────────────────────────────────────────────────────────────────

    def _receive(self, process: str, news: str) -> None:
        for kind, key, number in json.loads(news):
            if kind.startswith("open "):
                there = self._elsewhere.setdefault(process, Counter())
                there[kind.removeprefix("open "), key] = number
            elif kind in self._client_limits.address_buckets:
                self._client_limits.address_buckets[kind].spend(key, number)

    def _keep_processes(self, processes: frozenset[str]) -> None:
        for process in set(self._elsewhere) - processes:
            del self._elsewhere[process]


def _split_messages(usages: list[Usage]) -> Iterator[str]:
    """Split usage into as few messages as possible."""
    piece: list[str] = []
    for one in map(json.dumps, usages):
        if piece and sum(map(len, piece)) + len(one) > MAX_PAYLOAD:
            yield f"[{','.join(piece)}]"
            piece = []
        piece.append(one)
    if piece:
        yield f"[{','.join(piece)}]"
