"""How much, how often and how long: what a seat and an address may do, and buckets that refill with time."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import dataclass

__all__ = ["Bucket", "Buckets", "Limits"]


@dataclass(frozen=True)
class Limits:
    """A whole game fits into one burst, so that a quick program is not slowed down. Messages are counted by seat, over
    all its sockets; an address has as many as several seats, because a family shares one."""

    messages_a_second: float = 60
    messages_burst: int = 300
    seats_an_address: int = 4
    talk_a_minute: float = 20  # lines, of a seat
    talk_burst: int = 8
    strikes: int = 100  # messages refused as too fast in a row before the socket is closed
    requests_a_second: float = 20  # that change something, and as many that load something
    requests_burst: int = 500
    tables_a_day: float = 1000  # that an address may open
    connections_an_address: int = 512  # and as many sockets
    header_seconds: float = 10
    body_seconds: float = 20
    answer_seconds: float = 60  # until an answer is read
    hello_seconds: float = 10


class Bucket:
    def __init__(self, rate: float, burst: float, clock: Callable[[], float]) -> None:
        self._rate, self._burst, self._clock = rate, burst, clock
        self._left = burst
        self._when = clock()

    def take(self) -> bool:
        now = self._clock()
        self._left = min(self._burst, self._left + (now - self._when) * self._rate)
        self._when = now
        if self._left < 1:
            return False
        self._left -= 1
        return True

    def spend(self, number: float) -> None:
        """What was taken elsewhere; never more than can come back in the time of one burst."""
        self._left = max(-self._burst, self._left - number)

    @property
    def is_full(self) -> bool:
        return self._left + (self._clock() - self._when) * self._rate >= self._burst


class Buckets:
    """One for each of many; those that are full again are forgotten."""

    MOST = 10_000

    def __init__(self, rate: float, burst: float, clock: Callable[[], float]) -> None:
        self._rate, self._burst, self._clock = rate, burst, clock
        self._of: dict[Hashable, Bucket] = {}
        self.burst = burst
        self.on_taken: Callable[[Hashable], None] | None = None

    def take(self, whose: Hashable) -> bool:
        is_left = self._bucket(whose).take()
        if is_left and self.on_taken is not None:
            self.on_taken(whose)
        return is_left

    def spend(self, whose: Hashable, number: float) -> None:
        """What somebody took at another process."""
        self._bucket(whose).spend(number)

    def _bucket(self, whose: Hashable) -> Bucket:
        if whose not in self._of:
            if len(self._of) >= self.MOST:
                self._forget()
            self._of[whose] = Bucket(self._rate, self._burst, self._clock)
        return self._of[whose]

    def _forget(self) -> None:
        """The full ones, and of the others the older half if they are many: looking at all must stay seldom."""
        kept = [(who, bucket) for who, bucket in self._of.items() if not bucket.is_full]
        self._of = dict(kept[-self.MOST // 2 :])
