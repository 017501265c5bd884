"""How much and how often: buckets that refill with time."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

__all__ = ["Bucket", "Limits"]


@dataclass(frozen=True)
class Limits:
    """A whole game fits into one burst, so that a quick program is not slowed down."""

    messages_a_second: float = 60
    messages_burst: int = 300
    strikes: int = 100  # messages refused as too fast in a row before the socket is closed
    requests_a_second: float = 20
    requests_burst: int = 500
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

    @property
    def is_full(self) -> bool:
        return self._left + (self._clock() - self._when) * self._rate >= self._burst
