"""Who is at a table at this moment, since when somebody is gone, and who was nudged: no part of the log.

Whoever runs the table says what time it is, which bot holds a seat, and how long somebody is waited for.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from armarium.server.errors import TooFast
from armarium.server.table.table import Table

__all__ = ["Attendance", "Nudged", "Waits"]

MOST_SETTINGS = 500  # of a table


@dataclass(frozen=True)
class Waits:
    """Seconds: how long somebody is away at a live clock before a bot comes, and at a table without one before another
    may ask for it; how long after one nudge the next may follow; what everybody has after the server was gone."""

    away: float = 60.0
    asked: float = 10.0
    nudge: float = 60.0
    grace: float = 60.0


@dataclass(frozen=True)
class Nudged:
    """The last nudge of a seat: when, by whom, with which id, in which moment of the game."""

    at: float
    by: int
    id: str
    moment: tuple[int, int]


class Attendance:
    """`now` is what time it is, as it was last said; `woke`, when this began."""

    stand_in = "random"  # the bot that holds a seat
    waits = Waits()

    def __init__(self, table: Table, now: float) -> None:
        self.table = table
        self.now = self.woke = now
        self.sockets: Counter[int] = Counter()  # of each seat
        self._elsewhere: dict[str, frozenset[int]] = {}  # seats whose people are at another process
        self.nudges: dict[int, Nudged] = {}  # the last of each seat
        self._gone: dict[int, float] = {}  # since when

    def gone_since(self, seat: int) -> float | None:
        """None for who is there; who has not come yet is gone since it began."""
        return None if self.is_there(seat) else self._gone.get(seat, self.woke)

    def is_there(self, seat: int) -> bool:
        return self.sockets[seat] > 0 or any(seat in seats for seats in self._elsewhere.values())

    @property
    def processes(self) -> set[str]:
        """The others, where somebody of this table is."""
        return set(self._elsewhere)

    def count_elsewhere(self, process: str, seats: frozenset[int]) -> bool:
        """All who are at another process; whether somebody is there who was not, or the other way round."""
        before = self._elsewhere.pop(process, frozenset())
        touched = before | seats
        was = {seat for seat in touched if self.is_there(seat) or seat in before}
        if seats:
            self._elsewhere[process] = seats
        now = {seat for seat in touched if self.is_there(seat)}
        for seat in was ^ now:
            self._gone[seat] = self.now
        return was != now

    def count_socket(self, seat: int, by: int) -> bool:
        """One came, or went; whether somebody is there who was not, or the other way round."""
        was = self.is_there(seat)
        self.sockets[seat] += by
        self._gone[seat] = self.now
        return was != self.is_there(seat)

    def check_settings(self) -> None:
        """A log is kept for long: nobody fills it by turning a switch."""
        if self.table.settings >= MOST_SETTINGS:
            raise TooFast(reason="too-many-changes", allowed=MOST_SETTINGS)
