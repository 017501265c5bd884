"""The bodies of plain requests and their answers; `table/messages` has those of the socket."""

from __future__ import annotations

from typing import Annotated, Any, Literal, TypeVar

import msgspec
from msgspec import Meta, Struct

from armarium.games.table.option import Kind, Option, Value
from armarium.server.errors import BadRequest
from armarium.server.table.plan import Contribution, Name

__all__ = [
    "Daily",
    "Failure",
    "Forgot",
    "GameInfo",
    "JoinTable",
    "KeptDays",
    "KeptSeat",
    "LessonPart",
    "LessonStep",
    "LessonTold",
    "OptionInfo",
    "PastDay",
    "ScoreCount",
    "SeatTicket",
    "ServerInfo",
    "TableTicket",
    "option_info",
    "read_body",
]

Body = TypeVar("Body")
Token = Annotated[str, Meta(min_length=16, max_length=128)]


class KeptSeat(Struct):
    """A seat that is kept for somebody: whoever has `/t/{table}#{token}` takes it."""

    seat: int
    name: str
    token: str


class TableTicket(Struct):
    table: str
    seat: int | None
    token: str | None
    reserved: list[KeptSeat] = []


class JoinTable(Struct):
    """With the token of a seat that is kept, that seat; `contribution`: to a deal that has not begun."""

    name: Name = ""
    token: Token | None = None
    contribution: Contribution | None = None


class SeatTicket(Struct):
    seat: int
    token: str


class Forgot(Struct):
    """What is deleted now: the whole table, or a person's name and what they said."""

    deleted: Literal["table", "traces"]


class OptionInfo(Struct):
    """One option of a game: enough to make a form of it. `editions`: defaults that differ; `offers`:
    editions that offer fewer choices; `rule`: the number of its sentence in the rules."""

    name: str
    kind: Kind
    default: Value
    editions: dict[str, Value]
    choices: list[Value]
    offers: dict[str, list[Value]]
    rule: str


class GameInfo(Struct):
    """`options` are the names of those in `table`; `lesson`: how many minutes its first game takes that teaches."""

    seats: list[int]
    editions: list[str]
    options: list[str]
    bots: list[str]
    has_daily: bool
    has_practice: bool
    has_odds: bool
    table: list[OptionInfo]
    lesson: int | None


class KeptDays(Struct):
    """How many days after its last change a table is deleted: one that waits for people, one in the middle of a round,
    one that is over; null: never."""

    waiting: float | None
    unfinished: float | None
    finished: float | None


class ServerInfo(Struct):
    """`bots` and `editions` are those of all games together."""

    version: str
    games: dict[str, GameInfo]
    bots: list[str]
    editions: list[str]
    local_only: bool
    addresses: list[str]
    keep: KeptDays


class LessonPart(Struct):
    code: str
    text: str


class LessonStep(Struct):
    """`points`: what of the screen it speaks of; `does`: the action that it proposes; `rule`: its sentence."""

    code: str
    part: str
    text: str
    why: str
    rule: str
    points: list[str]
    does: str | None


class LessonTold(Struct):
    """All that fits what the seat sees at version `v`, in order; each step is meant to be said once."""

    v: int
    parts: list[LessonPart]
    steps: list[LessonStep]


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
    """The deal of this day: who counted, best first, and the day before."""

    game: str
    date: str
    attempts: int
    scores: list[ScoreCount]
    mine: int | None
    previous: PastDay | None


def option_info(option: Option) -> OptionInfo:
    return OptionInfo(
        name=option.name,
        kind=option.kind,
        default=option.default,
        editions=dict(option.editions),
        choices=list(option.choices),
        offers={edition: list(choices) for edition, choices in option.offers.items()},
        rule=option.rule,
    )


def read_body(raw: bytes, shape: type[Body]) -> Body:
    try:
        return msgspec.json.decode(raw, type=shape)
    except (msgspec.DecodeError, RecursionError, UnicodeError) as error:
        raise BadRequest(reason="request-shape", detail=str(error)[:200]) from None
