"""Rate limits per seat and per client address, over all connections of the address.

IPv6 addresses are counted by their first 64 bits, because one client usually has all addresses that share them.
"""

from __future__ import annotations

import contextlib
import ipaddress
import logging
import time
from collections import Counter
from collections.abc import Callable, Hashable, Iterator
from dataclasses import dataclass

from starlette.requests import HTTPConnection

from armarium.server.errors import TooFast
from armarium.server.tables.chair import Viewer

__all__ = [
    "Bucket",
    "Buckets",
    "ClientLimits",
    "Limits",
    "client_address",
    "is_loopback",
    "normalize_address",
]


@dataclass(frozen=True)
class Limits:
    """The limits of a seat and of an address. A whole game fits into one burst, so a fast program is not slowed down.

    Messages are counted by seat, over all its sockets. An address has the limits of several seats, because the people
    of a household share one.
    """

    messages_per_second: float = 60
    messages_burst: int = 300
    seats_per_address: int = 4
    chat_lines_per_minute: float = 20  # per seat
    chat_burst: int = 8
    max_refusals_in_a_row: int = 100  # messages refused as too fast before the socket is closed
    # Per socket, including pings and fragments. An address may use as many as several seats.
    frames_per_second: float = 200
    frames_burst: int = 2000
    bytes_per_second: float = 64 * 1024
    bytes_burst: int = 1 << 20
    requests_per_second: float = (
        20  # for requests that change something, and again for requests that load something
    )
    requests_burst: int = 500
    tables_per_day: float = 1000  # opened by an address
    connections_per_address: int = 512  # and as many sockets
    header_seconds: float = 10
    body_seconds: float = 20
    answer_seconds: float = 60  # until a response is read
    hello_seconds: float = 10


class Bucket:
    def __init__(self, rate: float, burst: float, clock: Callable[[], float]) -> None:
        self._rate, self._burst, self._clock = rate, burst, clock
        self._left = burst
        self._when = clock()

    def take(self, number: float = 1) -> bool:
        """Take this many tokens, all or none."""
        now = self._clock()
        self._left = min(self._burst, self._left + (now - self._when) * self._rate)
        self._when = now
        if self._left < number:
            return False
        self._left -= number
        return True

    def spend(self, number: float) -> None:
        """Subtract what was taken elsewhere, at most as much as one burst refills."""
        self._left = max(-self._burst, self._left - number)

    @property
    def is_full(self) -> bool:
        return self._left + (self._clock() - self._when) * self._rate >= self._burst


class Buckets:
    """One token bucket per key. Full buckets are dropped."""

    MAX_KEYS = 10_000

    def __init__(self, rate: float, burst: float, clock: Callable[[], float]) -> None:
        self._rate, self._burst, self._clock = rate, burst, clock
        self._of: dict[Hashable, Bucket] = {}
        self.burst = burst
        self.on_take: Callable[[Hashable, int], None] | None = None

    def take(self, key: Hashable, number: int = 1) -> bool:
        is_left = self._bucket(key).take(number)
        if is_left and self.on_take is not None:
            self.on_take(key, number)
        return is_left

    def spend(self, key: Hashable, number: float) -> None:
        """Subtract what was taken in another process."""
        self._bucket(key).spend(number)

    def _bucket(self, key: Hashable) -> Bucket:
        if key not in self._of:
            if len(self._of) >= self.MAX_KEYS:
                self._forget()
            self._of[key] = Bucket(self._rate, self._burst, self._clock)
        return self._of[key]

    def _forget(self) -> None:
        """Drop the full buckets and, if there are many others, the older half, so that this scan stays rare."""
        active = [(key, bucket) for key, bucket in self._of.items() if not bucket.is_full]
        self._of = dict(active[-self.MAX_KEYS // 2 :])


DAY = 86_400.0
LOG_INTERVAL = 60.0  # seconds between two log lines about one address

_logger = logging.getLogger("armarium.server")


def normalize_address(host: str | None) -> str:
    """Return the address that the limits count. A host that is not an IP address, such as a test's, is its own
    address.
    """
    try:
        found = ipaddress.ip_address((host or "").partition("%")[0])
    except ValueError:
        return host or ""
    if isinstance(found, ipaddress.IPv6Address):
        if found.ipv4_mapped is not None:
            return str(found.ipv4_mapped)
        return str(ipaddress.ip_network((found, 64), strict=False))
    return str(found)


def client_address(connection: HTTPConnection) -> str:
    """Return the address that the limits of a connection count for."""
    return normalize_address(connection.client.host if connection.client else None)


def is_loopback(host: str | None) -> bool:
    try:
        return ipaddress.ip_address(host or "").is_loopback
    except ValueError:
        return False


class ClientLimits:
    def __init__(self, limits: Limits, clock: Callable[[], float] = time.monotonic) -> None:
        self.limits = limits
        self._clock = clock
        per_second, burst = limits.messages_per_second, limits.messages_burst
        many = limits.seats_per_address
        self._seats = Buckets(per_second, burst, clock)
        self._messages = Buckets(per_second * many, burst * many, clock)
        self._talk = Buckets(limits.chat_lines_per_minute / 60, limits.chat_burst, clock)
        self._lines = Buckets(
            limits.chat_lines_per_minute / 60 * many, limits.chat_burst * many, clock
        )
        self._changes = Buckets(limits.requests_per_second, limits.requests_burst, clock)
        self._loads = Buckets(limits.requests_per_second, limits.requests_burst, clock)
        self._tables = Buckets(limits.tables_per_day / DAY, limits.tables_per_day, clock)
        self._frames = Buckets(limits.frames_per_second * many, limits.frames_burst * many, clock)
        self._bytes = Buckets(limits.bytes_per_second * many, limits.bytes_burst * many, clock)
        self.address_buckets = {
            "messages": self._messages,
            "lines": self._lines,
            "changes": self._changes,
            "loads": self._loads,
            "tables": self._tables,
            "frames": self._frames,
            "bytes": self._bytes,
        }
        self.open: Counter[tuple[str, str]] = Counter()  # by kind and address
        # Connections at other processes, and a callback for changes of ours.
        self.open_elsewhere: Callable[[str, str], int] = lambda kind, address: 0
        self.on_open: Callable[[str, str], None] = lambda kind, address: None
        self.check_ban: Callable[[str], None] = lambda address: None
        self._logged_at: dict[str, float] = {}

    def check_change(self, address: str) -> None:
        self.check_ban(address)
        self._check(self._changes, address, "requests")

    def check_load(self, address: str) -> None:
        """Count a request that reads a table, a record or a list, because it costs disk access."""
        self.check_ban(address)
        self._check(self._loads, address, "loads")

    def check_login(self, address: str) -> None:
        """Count a login attempt. A banned admin can still log in, but guesses are limited like other requests."""
        self._check(self._changes, address, "knocks")

    def _check(self, buckets: Buckets, address: str, kind: str) -> None:
        if not buckets.take(address):
            self.log_misuse(address, f"too many {kind}")
            raise TooFast(allowed=round(self.limits.requests_per_second))

    def check_table(self, address: str) -> None:
        """Count a new table, which is stored for a long time."""
        if not self._tables.take(address):
            self.log_misuse(address, "too many tables")
            raise TooFast(reason="too-many-tables", allowed=round(self.limits.tables_per_day))

    def may_send(self, table: str, viewer: Viewer, address: str) -> bool:
        """Count one message of a seat, over all its sockets. The spectators of an address count as one seat."""
        seat = table, address if viewer is None else viewer
        is_in_time = self._seats.take(seat) and self._messages.take(address)
        if not is_in_time:
            self.log_misuse(address, "too many messages")
        return is_in_time

    def may_receive(self, address: str, frames: int, size: int) -> bool:
        """Count WebSocket frames and their bytes, over all sockets of an address."""
        return self._frames.take(address, frames) and self._bytes.take(address, size)

    def may_chat(self, table: str, viewer: Viewer, address: str) -> bool:
        """Count one chat line of a seat. An address has the limit of several seats, over all tables."""
        return self._talk.take((table, viewer)) and self._lines.take(address)

    @contextlib.contextmanager
    def count_open(self, kind: str, address: str) -> Iterator[None]:
        """Count an open connection or socket as long as the context lasts."""
        self.take(kind, address)
        try:
            yield
        finally:
            self.give(kind, address)

    def take(self, kind: str, address: str) -> None:
        most = self.limits.connections_per_address
        if self.open[kind, address] + self.open_elsewhere(kind, address) >= most:
            self.log_misuse(address, f"more than {most} {kind}")
            raise TooFast(reason="too-many-open", allowed=most)
        self.open[kind, address] += 1
        self.on_open(kind, address)

    def give(self, kind: str, address: str) -> None:
        self.open[kind, address] -= 1
        if self.open[kind, address] <= 0:
            del self.open[kind, address]
        self.on_open(kind, address)

    def log_misuse(self, address: str, what: str) -> None:
        """Log what an address did, at most once a minute per address."""
        now = self._clock()
        if now - self._logged_at.get(address, -LOG_INTERVAL) < LOG_INTERVAL:
            return
        if len(self._logged_at) > Buckets.MAX_KEYS:
            self._logged_at.clear()
        self._logged_at[address] = now
        _logger.warning("address %s: %s", address or "unknown", what)
