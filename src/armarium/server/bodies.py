"""Request and response bodies of the HTTP API. `tables/messages` has the WebSocket messages."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import Meta, Struct

from armarium.core.option import Kind, Option, Value
from armarium.server.readiness import RulesState
from armarium.server.tables.plan import Contribution, Name

__all__ = [
    "Daily",
    "ErrorBody",
    "ForgetResult",
    "GameInfo",
    "JoinTable",
    "OptionInfo",
    "PastDay",
    "ReservedSeat",
    "RetentionDays",
    "ScoreCount",
    "SeatTicket",
    "ServerInfo",
    "TableTicket",
    "option_info",
]

Token = Annotated[str, Meta(min_length=16, max_length=128)]


class ReservedSeat(Struct):
    """A reserved seat: the person with the link `/t/{table}#{token}` takes it."""

    seat: int
    name: str
    token: str


class TableTicket(Struct):
    table: str
    seat: int | None
    token: str | None
    reserved: list[ReservedSeat] = []


class JoinTable(Struct):
    """Take an open seat, or with the `token` of a seat's link that seat.

    `own`: a token that the client has generated. It then replaces the link that the host made. `hash`: the hash of a
    contribution to a deal that has not begun, or instead the `contribution` itself.
    """

    name: Name = ""
    token: Token | None = None
    own: Annotated[str, Meta(min_length=20, max_length=128)] | None = None
    hash: Contribution | None = None
    contribution: Contribution | None = None


class SeatTicket(Struct, omit_defaults=True):
    """`next_round`: a round is in progress. A bot plays in this seat until it ends, and the token shows no cards."""

    seat: int
    token: str
    next_round: bool = False


class ForgetResult(Struct):
    """What was deleted: the whole table, or a person's name and chat lines."""

    deleted: Literal["table", "traces"]


class OptionInfo(Struct):
    """One option of a game, with what a form needs.

    `editions`: different defaults per edition. `offers`: editions that offer fewer choices. `rule`: the number of its
    rule.
    """

    name: str
    kind: Kind
    default: Value
    editions: dict[str, Value]
    choices: list[Value]
    offers: dict[str, list[Value]]
    rule: str


class GameInfo(Struct):
    """`options` are the names of the options in `table`. `lesson`: the minutes that the guided first game takes.

    `not_ready`: the bots that cannot be chosen yet.
    """

    seats: list[int]
    editions: list[str]
    options: list[str]
    bots: list[str]
    not_ready: list[str]
    has_daily: bool
    has_practice: bool
    has_odds: bool
    table: list[OptionInfo]
    lesson: int | None


class RetentionDays(Struct):
    """How many days after its last change a table is deleted: before its game starts, during a round, and when it is
    over.

    Null means never.
    """

    waiting: float | None
    unfinished: float | None
    finished: float | None


class ServerInfo(Struct):
    """`bots` and `editions` are those of all games together. `progress`: the compiled share of the rules."""

    version: str
    games: dict[str, GameInfo]
    bots: list[str]
    editions: list[str]
    local_only: bool
    addresses: list[str]
    keep: RetentionDays
    rules: RulesState
    progress: float


class ErrorBody(Struct):
    """The body of an HTTP error."""

    code: str
    facts: dict[str, Any]
    text: str


class ScoreCount(Struct):
    score: int
    count: int


class PastDay(Struct):
    """A day whose tables no longer count. Its seed, 32 bytes in hexadecimal, can be checked now."""

    date: str
    seed: str


class Daily(Struct):
    """A daily deal and its scores, best first.

    `counts_until`: the Unix time at which its tables stop counting and its seed is published. `previous`: the latest
    day whose seed is public.
    """

    game: str
    date: str
    counts_until: float
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
