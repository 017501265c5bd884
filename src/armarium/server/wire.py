"""The messages of the wire, both ways, and reading what strangers send.

`tools/wire_types.py` writes the page's types from these; docs/protocol.md tells what they mean.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal, TypeVar

import msgspec
from msgspec import Meta, Struct

from armarium.games.table.errors import ArmariumError, InvalidAction
from armarium.server.errors import BadRequest, TooBig, UnknownType
from armarium.server.views import GameEvent, View

__all__ = [
    "MAX_BYTES",
    "Ack",
    "Act",
    "ClientMessage",
    "EventsMessage",
    "Failure",
    "Hello",
    "HistoryMessage",
    "JoinTable",
    "Lang",
    "Line",
    "NewTable",
    "PaceWish",
    "RematchWish",
    "SeatPlan",
    "SeatTicket",
    "ServerInfo",
    "ServerMessage",
    "TableInfo",
    "TableMessage",
    "TableRefused",
    "TableSeat",
    "TableTicket",
    "ViewMessage",
    "encode",
    "read_body",
    "read_message",
]

Body = TypeVar("Body")

MAX_BYTES = 16 * 1024
MOST_ACTIONS = 64  # as many cards as all hands together can hold

Pace = Literal["human", "fast"]
Lang_ = Annotated[str, Meta(max_length=16)]
Version = Annotated[int, Meta(ge=0, le=1 << 31)]
Counter = Annotated[int, Meta(ge=0, le=1 << 53)]
Name = Annotated[str, Meta(max_length=40)]
ActionText = Annotated[str, Meta(max_length=100)]


# ── over HTTP ──────────────────────────────────────────────────────────────────────────────────


class SeatPlan(Struct, omit_defaults=True):
    """One of: a name (the first named seat is the creator's), a bot's level, or open."""

    name: Name | None = None
    bot: Annotated[str, Meta(max_length=40)] | None = None
    open: bool = False


class NewTable(Struct):
    game: str
    seats: Annotated[list[SeatPlan], Meta(min_length=1, max_length=4)]
    edition: str = "iello"
    options: dict[str, Any] = {}
    pace: Pace = "human"


class TableTicket(Struct):
    table: str
    seat: int | None
    token: str | None


class JoinTable(Struct):
    name: Name = ""


class SeatTicket(Struct):
    seat: int
    token: str


class ServerInfo(Struct):
    version: str
    bots: list[str]
    editions: list[str]
    local_only: bool
    addresses: list[str]


class Failure(Struct):
    """The body of an HTTP answer that says no."""

    code: str
    facts: dict[str, Any]
    text: str


# ── from the client, over the socket ───────────────────────────────────────────────────────────


class Hello(Struct, tag_field="t", tag="hello"):
    """`v`, `round` and `n`: the last the client has; all 0 for one that knows nothing yet."""

    token: Annotated[str, Meta(max_length=128)] | None = None
    v: Version = 0
    n: Counter = 0
    round: Version = 1
    lang: Lang_ = "en"


class Act(Struct, tag_field="t", tag="act"):
    """One action, or several in order, all or none."""

    id: Annotated[str, Meta(min_length=1, max_length=64)]
    v: Version
    action: ActionText | None = None
    actions: Annotated[list[ActionText], Meta(min_length=1, max_length=MOST_ACTIONS)] | None = None


class Lang(Struct, tag_field="t", tag="lang"):
    lang: Lang_


class PaceWish(Struct, tag_field="t", tag="pace"):
    pace: Pace


class RematchWish(Struct, tag_field="t", tag="rematch"):
    pass


ClientMessage = Hello | Act | Lang | PaceWish | RematchWish


# ── from the server, over the socket ───────────────────────────────────────────────────────────


class TableSeat(Struct):
    name: str
    bot: str | None
    open: bool
    connected: bool
    rematch: bool


class TableInfo(Struct):
    """What one eye may know of the table, the cards aside."""

    id: str
    game: str
    edition: str
    options: dict[str, Any]
    round: int
    started: bool
    over: bool
    v: int
    seats: list[TableSeat]
    you: int | None
    pace: Pace
    commitment: str | None
    next_commitment: str | None


class TableMessage(Struct, tag_field="t", tag="table"):
    n: int
    table: TableInfo


class ViewMessage(Struct, tag_field="t", tag="view"):
    v: int
    view: View


class EventsMessage(Struct, tag_field="t", tag="events"):
    v: int
    events: list[GameEvent]
    view: View


class Line(Struct):
    v: int
    events: list[GameEvent]


class HistoryMessage(Struct, tag_field="t", tag="history"):
    v: int
    lines: list[Line]


class Ack(Struct, tag_field="t", tag="ack"):
    id: str
    v: int


class TableRefused(Struct, tag_field="t", tag="refused"):
    id: str | None
    code: str
    facts: dict[str, Any]
    text: str


ServerMessage = TableMessage | ViewMessage | EventsMessage | HistoryMessage | Ack | TableRefused


# ── reading and writing ────────────────────────────────────────────────────────────────────────


class _Glance(Struct):
    """What can still be told of a message that cannot be read."""

    t: Any = None
    id: Any = None


_types = ["hello", "act", "lang", "pace", "rematch"]
_reader = msgspec.json.Decoder(ClientMessage)
_glance = msgspec.json.Decoder(_Glance)
_encoder = msgspec.json.Encoder()


def encode(message: Any) -> str:
    return _encoder.encode(message).decode()


def read_message(raw: str | bytes) -> ClientMessage:
    size = len(raw) if isinstance(raw, bytes) else len(raw.encode())
    if size > MAX_BYTES:
        raise TooBig(asked=size, allowed=MAX_BYTES)
    try:
        message: ClientMessage = _reader.decode(raw)
    except (msgspec.DecodeError, RecursionError, UnicodeError) as error:
        raise _unreadable(raw, error) from None
    if isinstance(message, Act) and (message.action is None) == (message.actions is None):
        raise _bad_act(message.id, "either action or actions")
    return message


def _unreadable(raw: str | bytes, error: Exception) -> ArmariumError:
    try:
        seen = _glance.decode(raw)
    except (msgspec.DecodeError, RecursionError, UnicodeError):
        return UnknownType(asked="", allowed=_types, reason="not a JSON object")
    if seen.t == "act":
        return _bad_act(seen.id, str(error))
    asked = str(seen.t)[:40] if isinstance(seen.t, str) else ""
    return UnknownType(asked=asked, allowed=_types, reason=str(error)[:200])


def _bad_act(name: object, reason: str) -> InvalidAction:
    known = name[:64] if isinstance(name, str) else None
    example = '{"t":"act","id":"c1","v":17,"action":"bid 5"}'
    return InvalidAction(asked="act", game="the wire", allowed=[example], reason=reason, id=known)


def read_body(raw: bytes, shape: type[Body]) -> Body:
    try:
        return msgspec.json.decode(raw, type=shape)
    except (msgspec.DecodeError, RecursionError, UnicodeError) as error:
        raise BadRequest(reason=str(error)[:200]) from None
