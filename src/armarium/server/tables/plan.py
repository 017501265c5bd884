"""Define the request for a new table: the game, its options, the seats, the clock and the pace of the bots."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import Meta, Struct

__all__ = [
    "MAX_SEATS",
    "BrowserId",
    "Clock",
    "Contribution",
    "LiveClock",
    "Memory",
    "Name",
    "NewTable",
    "Pace",
    "Phrase",
    "Reaction",
    "SeatPlan",
    "SlowClock",
    "find_named_seats",
]

DAY = 86_400.0
MAX_SEATS = 32  # of any game; each game has its own limit


class LiveClock(Struct, tag_field="kind", tag="live", frozen=True):
    """Times in seconds: `bank` for the whole round, plus `increment` per action, which is also the minimum for one
    action.
    """

    bank: Annotated[int, Meta(ge=60, le=7200)]
    increment: Annotated[int, Meta(ge=5, le=300)]

    def seconds_allowed(self, left: float) -> float:
        return max(left, float(self.increment))


class SlowClock(Struct, tag_field="kind", tag="slow", frozen=True):
    """A number of days per action."""

    days: Annotated[int, Meta(ge=1, le=30)]

    def seconds_allowed(self, left: float) -> float:
        return self.days * DAY


Clock = LiveClock | SlowClock

Pace = Literal["human", "fast"]
Memory = Literal["none", "seen", "odds"]
# Chat phrases and reactions that every client shows in its own language.
Phrase = Literal[
    "hello",
    "good-luck",
    "one-moment",
    "back",
    "your-turn",
    "bold",
    "too-dear",
    "well-played",
    "thanks",
    "sorry",
    "good-game",
    "again",
    "goodbye",
]
Reaction = Literal["bravo", "smile", "wow", "sad", "heart"]
Name = Annotated[str, Meta(max_length=40)]
# 32 bytes from a seat, in hexadecimal, that are mixed into the shuffle (docs/chance.md).
Contribution = Annotated[str, Meta(pattern=r"^[0-9a-f]{64}\Z")]
BrowserId = Annotated[str, Meta(pattern=r"^[A-Za-z0-9_-]{16,64}\Z")]


class SeatPlan(Struct, omit_defaults=True):
    """One of: a name (the first named seat is the creator's), a bot's level, or open. A bot may have a name too."""

    name: Name | None = None
    bot: Annotated[str, Meta(max_length=40)] | None = None
    open: bool = False

    @property
    def is_valid(self) -> bool:
        return self.open != (self.name is not None or self.bot is not None)


def find_named_seats(seats: list[SeatPlan]) -> list[int]:
    """Return the named seats of people: the creator's first, then the reserved ones."""
    return [n for n, seat in enumerate(seats) if seat.name is not None and not seat.bot]


class NewTable(Struct):
    """Without `edition` the game's first edition is used.

    `daily`: the browser's id, for the deal of the day. `memory`: which memory aids the pages may offer.
    `contributes`: nothing is dealt before the creator, who has seen the commitment, contributes to the shuffle.
    """

    game: str
    seats: Annotated[list[SeatPlan], Meta(min_length=1, max_length=MAX_SEATS)]
    edition: str | None = None
    options: dict[str, Any] = {}
    pace: Pace = "human"
    memory: Memory = "seen"
    daily: BrowserId | None = None
    clock: Clock | None = None
    contributes: bool = False
