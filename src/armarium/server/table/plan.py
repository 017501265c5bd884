"""How a table is wished for: the game, its options, who sits where, by which clock, how fast the bots are."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import Meta, Struct

from armarium.server.table.clocks import Clock

__all__ = [
    "BrowserId",
    "Contribution",
    "Memory",
    "Name",
    "NewTable",
    "Pace",
    "Phrase",
    "Reaction",
    "SeatPlan",
    "named",
]

Pace = Literal["human", "fast"]
Memory = Literal["none", "seen", "odds"]
# What can be said in every language at once, and how one can look.
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
# 32 bytes of a seat's own, in hexadecimal: they are mixed into the deal (docs/chance.md).
Contribution = Annotated[str, Meta(pattern=r"^[0-9a-f]{64}\Z")]
BrowserId = Annotated[str, Meta(pattern=r"^[A-Za-z0-9_-]{16,64}\Z")]


class SeatPlan(Struct, omit_defaults=True):
    """One of: a name (the first named seat is the creator's), a bot's level, or open; a bot may have a name too."""

    name: Name | None = None
    bot: Annotated[str, Meta(max_length=40)] | None = None
    open: bool = False

    @property
    def is_one_thing(self) -> bool:
        return self.open != (self.name is not None or self.bot is not None)


def named(seats: list[SeatPlan]) -> list[int]:
    """Seats of people with a name: the first is its creator's, the others are kept for theirs."""
    return [n for n, seat in enumerate(seats) if seat.name is not None and not seat.bot]


class NewTable(Struct):
    """Without an edition, the game's first. `daily`, an id that the browser keeps: the deal of this day;
    `memory`: what the pages of all who sit there may recall for them; `contributes`: nothing is dealt before its
    creator has contributed to the deal, having seen what the table is committed to."""

    game: str
    seats: Annotated[list[SeatPlan], Meta(min_length=1, max_length=4)]
    edition: str | None = None
    options: dict[str, Any] = {}
    pace: Pace = "human"
    memory: Memory = "seen"
    daily: BrowserId | None = None
    clock: Clock | None = None
    contributes: bool = False
