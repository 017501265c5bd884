"""The bodies of plain requests and their answers; `wire` has the messages of the socket."""

from __future__ import annotations

from typing import Annotated, Any, Literal, TypeVar

import msgspec
from msgspec import Meta, Struct

from armarium.server.errors import BadRequest

__all__ = [
    "BrowserId",
    "Daily",
    "Failure",
    "GameInfo",
    "JoinTable",
    "NewTable",
    "Pace",
    "SeatPlan",
    "SeatTicket",
    "ServerInfo",
    "TableTicket",
    "read_body",
]

Body = TypeVar("Body")

Pace = Literal["human", "fast"]
Name = Annotated[str, Meta(max_length=40)]
BrowserId = Annotated[str, Meta(pattern=r"^[A-Za-z0-9_-]{16,64}\Z")]


class SeatPlan(Struct, omit_defaults=True):
    """One of: a name (the first named seat is the creator's), a bot's level, or open."""

    name: Name | None = None
    bot: Annotated[str, Meta(max_length=40)] | None = None
    open: bool = False


class NewTable(Struct):
    """Without an edition, the game's first. `daily`, an id that the browser keeps: today's city."""

    game: str
    seats: Annotated[list[SeatPlan], Meta(min_length=1, max_length=4)]
    edition: str | None = None
    options: dict[str, Any] = {}
    pace: Pace = "human"
    daily: BrowserId | None = None


class TableTicket(Struct):
    table: str
    seat: int | None
    token: str | None


class JoinTable(Struct):
    name: Name = ""


class SeatTicket(Struct):
    seat: int
    token: str


class GameInfo(Struct):
    seats: list[int]
    editions: list[str]
    options: list[str]
    bots: list[str]


class ServerInfo(Struct):
    """`bots` and `editions` are those of all games together."""

    version: str
    games: dict[str, GameInfo]
    bots: list[str]
    editions: list[str]
    local_only: bool
    addresses: list[str]


class Failure(Struct):
    """The body of an HTTP answer that says no."""

    code: str
    facts: dict[str, Any]
    text: str


class ScoreCount(Struct):
    score: int
    count: int


class PastDay(Struct):
    """A day that is over: its seed, 32 bytes in hexadecimal, can be checked now."""

    date: str
    seed: str


class Daily(Struct):
    """Today's city: who counted, best first, and the day before."""

    date: str
    attempts: int
    scores: list[ScoreCount]
    mine: int | None
    previous: PastDay | None


def read_body(raw: bytes, shape: type[Body]) -> Body:
    try:
        return msgspec.json.decode(raw, type=shape)
    except (msgspec.DecodeError, RecursionError, UnicodeError) as error:
        raise BadRequest(reason="request-shape", detail=str(error)[:200]) from None
