"""Clocks by choice: live (a bank and an increment), slow (days a move), or none.

A clock is kept as entries of the log (`winding`): who is waited for, until when, and what each seat has left. So a
restart changes nothing of it. What happens at the flag is the business of `stand_ins`: a bot plays on.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from msgspec import Meta, Struct

__all__ = ["Clock", "LiveClock", "SlowClock", "Times"]

DAY = 86_400.0


class LiveClock(Struct, tag_field="kind", tag="live", frozen=True):
    """Seconds: `bank` for the whole round, `increment` more for every action, and never less than that for one."""

    bank: Annotated[int, Meta(ge=60, le=7200)]
    increment: Annotated[int, Meta(ge=5, le=300)]

    def allowed(self, left: float) -> float:
        return max(left, float(self.increment))


class SlowClock(Struct, tag_field="kind", tag="slow", frozen=True):
    """So many days for every action."""

    days: Annotated[int, Meta(ge=1, le=30)]

    def allowed(self, left: float) -> float:
        return self.days * DAY


Clock = LiveClock | SlowClock


@dataclass(frozen=True)
class Times:
    """As the last entry says: `seat` is waited for since `at` until `due`; `left` in the banks, in seconds."""

    at: float
    seat: int | None
    due: float | None
    left: tuple[float, ...]
