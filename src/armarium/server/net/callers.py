"""Who calls, and how much they may ask for: counted by address, over all their connections.

Of IPv6 the first 64 bits are the address: whoever has one has all that begin with them.
"""

from __future__ import annotations

import contextlib
import ipaddress
import logging
import time
from collections import Counter
from collections.abc import Callable, Iterator

from starlette.requests import HTTPConnection

from armarium.server.errors import TooFast
from armarium.server.net.limits import Buckets, Limits
from armarium.server.table.eyes import Eye

__all__ = ["Callers", "address_of", "is_loopback"]

DAY = 86_400.0
SELDOM = 60.0  # seconds between two lines about one address

_logger = logging.getLogger("armarium.server")


def address_of(host: str | None) -> str:
    """As limits count it; what is no address, such as a test's or a Unix socket's, stands for itself."""
    try:
        found = ipaddress.ip_address((host or "").partition("%")[0])
    except ValueError:
        return host or ""
    if isinstance(found, ipaddress.IPv6Address):
        if found.ipv4_mapped is not None:
            return str(found.ipv4_mapped)
        return str(ipaddress.ip_network((found, 64), strict=False))
    return str(found)


def is_loopback(host: str | None) -> bool:
    try:
        return ipaddress.ip_address(host or "").is_loopback
    except ValueError:
        return False


class Callers:
    def __init__(self, limits: Limits, clock: Callable[[], float] = time.monotonic) -> None:
        self.limits = limits
        self._clock = clock
        per_second, burst = limits.messages_a_second, limits.messages_burst
        many = limits.seats_an_address
        self._seats = Buckets(per_second, burst, clock)
        self._messages = Buckets(per_second * many, burst * many, clock)
        self._talk = Buckets(limits.talk_a_minute / 60, limits.talk_burst, clock)
        self._lines = Buckets(limits.talk_a_minute / 60 * many, limits.talk_burst * many, clock)
        self._changes = Buckets(limits.requests_a_second, limits.requests_burst, clock)
        self._loads = Buckets(limits.requests_a_second, limits.requests_burst, clock)
        self._tables = Buckets(limits.tables_a_day / DAY, limits.tables_a_day, clock)
        self.buckets = {
            "seats": self._seats,
            "messages": self._messages,
            "talk": self._talk,
            "lines": self._lines,
            "changes": self._changes,
            "loads": self._loads,
            "tables": self._tables,
        }
        self.open: Counter[tuple[str, str]] = Counter()  # by kind and address
        # What other processes have, and who wants to know of ours.
        self.open_elsewhere: Callable[[str, str], int] = lambda kind, address: 0
        self.on_open: Callable[[str, str], None] = lambda kind, address: None
        self.check_ban: Callable[[str], None] = lambda address: None
        self._told: dict[str, float] = {}

    @staticmethod
    def of(connection: HTTPConnection) -> str:
        return address_of(connection.client.host if connection.client else None)

    def check_change(self, address: str) -> None:
        self.check_ban(address)
        self._check(self._changes, address, "requests")

    def check_load(self, address: str) -> None:
        """Reading a table, its record or a list costs the disk something too."""
        self.check_ban(address)
        self._check(self._loads, address, "loads")

    def check_knock(self, address: str) -> None:
        """Whoever keeps the house comes in although banned, but guesses no oftener than others ask."""
        self._check(self._changes, address, "knocks")

    def _check(self, buckets: Buckets, address: str, kind: str) -> None:
        if not buckets.take(address):
            self.note(address, f"too many {kind}")
            raise TooFast(allowed=round(self.limits.requests_a_second))

    def check_table(self, address: str) -> None:
        """One more table, which is kept for long."""
        if not self._tables.take(address):
            self.note(address, "too many tables")
            raise TooFast(reason="too-many-tables", allowed=round(self.limits.tables_a_day))

    def may_speak(self, table: str, eye: Eye, address: str) -> bool:
        """One message of a seat, over whichever of its sockets; spectators of an address count as one seat."""
        seat = table, address if eye is None else eye
        is_in_time = self._seats.take(seat) and self._messages.take(address)
        if not is_in_time:
            self.note(address, "too many messages")
        return is_in_time

    def may_talk(self, table: str, eye: Eye, address: str) -> bool:
        """One line of a seat; an address has as many as several seats, at whatever tables."""
        return self._talk.take((table, eye)) and self._lines.take(address)

    @contextlib.contextmanager
    def one_more(self, kind: str, address: str) -> Iterator[None]:
        """An open connection or socket, as long as it lasts."""
        self.take(kind, address)
        try:
            yield
        finally:
            self.give(kind, address)

    def take(self, kind: str, address: str) -> None:
        most = self.limits.connections_an_address
        if self.open[kind, address] + self.open_elsewhere(kind, address) >= most:
            self.note(address, f"more than {most} {kind}")
            raise TooFast(reason="too-many-open", allowed=most)
        self.open[kind, address] += 1
        self.on_open(kind, address)

    def give(self, kind: str, address: str) -> None:
        self.open[kind, address] -= 1
        if self.open[kind, address] <= 0:
            del self.open[kind, address]
        self.on_open(kind, address)

    def note(self, address: str, what: str) -> None:
        """In the server's log, once a minute for each address."""
        now = self._clock()
        if now - self._told.get(address, -SELDOM) < SELDOM:
            return
        if len(self._told) > Buckets.MOST:
            self._told.clear()
        self._told[address] = now
        _logger.warning("address %s: %s", address or "unknown", what)
