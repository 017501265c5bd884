"""The messages of the wire, both ways, and reading what strangers send.

`tools/wire_types.py` writes the page's types from these; docs/protocol.md tells what they mean.
"""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from msgspec import Meta, Struct

from armarium.games.table.errors import ArmariumError
from armarium.server.bodies import (
    Failure,
    GameInfo,
    JoinTable,
    NewTable,
    Pace,
    SeatPlan,
    SeatTicket,
    ServerInfo,
    TableTicket,
)
from armarium.server.errors import TooBig, UnknownType, UnreadableAct

__all__ = [
    "LATER",
    "MAX_BYTES",
    "MOST_ACTIONS",
    "Ack",
    "Act",
    "ClientMessage",
    "EventsMessage",
    "Failure",
    "GameInfo",
    "Hello",
    "HistoryMessage",
    "JoinTable",
    "Lang",
    "Line",
    "NewTable",
    "Pace",
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
    "TakeBack",
    "ViewMessage",
    "encode",
    "read_message",
]

MAX_BYTES = 16 * 1024
MOST_ACTIONS = 64  # as many cards as all hands together can hold

Lang_ = Annotated[str, Meta(max_length=16)]
Version = Annotated[int, Meta(ge=0, le=1 << 31)]
Counter = Annotated[int, Meta(ge=0, le=1 << 53)]
ActionText = Annotated[str, Meta(max_length=100)]
MessageId = Annotated[str, Meta(min_length=1, max_length=64)]


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

    id: MessageId
    v: Version
    action: ActionText | None = None
    actions: Annotated[list[ActionText], Meta(min_length=1, max_length=MOST_ACTIONS)] | None = None


class TakeBack(Struct, tag_field="t", tag="take-back"):
    """Take back the last action of this seat; `may_take_back` says whether it can be."""

    id: MessageId
    v: Version


class Lang(Struct, tag_field="t", tag="lang"):
    lang: Lang_


class PaceWish(Struct, tag_field="t", tag="pace"):
    pace: Pace


class RematchWish(Struct, tag_field="t", tag="rematch"):
    pass


ClientMessage = Hello | Act | TakeBack | Lang | PaceWish | RematchWish


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
    daily: str | None


class TableMessage(Struct, tag_field="t", tag="table"):
    n: int
    table: TableInfo


# What a table tells is of its own game; `game` in the view says which, and the game's book has the shapes.
AnyView = dict[str, Any]
AnyEvents = list[dict[str, Any]]


class ViewMessage(Struct, tag_field="t", tag="view"):
    v: int
    view: AnyView
    may_take_back: bool


class EventsMessage(Struct, tag_field="t", tag="events"):
    v: int
    events: AnyEvents
    view: AnyView
    may_take_back: bool


class Line(Struct):
    v: int
    events: AnyEvents


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


LATER = ["act", "take-back", "lang", "pace", "rematch"]  # what may follow hello
_types = ["hello", *LATER]
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
        raise _bad_act("act", message.id, "act-one-or-list")
    return message


def _unreadable(raw: str | bytes, error: Exception) -> ArmariumError:
    try:
        seen = _glance.decode(raw)
    except (msgspec.DecodeError, RecursionError, UnicodeError):
        return UnknownType(asked="", allowed=_types, reason="no-message")
    if seen.t in ("act", "take-back"):
        return _bad_act(seen.t, seen.id, "act-fields", detail=str(error)[:200])
    asked = str(seen.t)[:40] if isinstance(seen.t, str) else ""
    if asked not in _types:
        return UnknownType(asked=asked, allowed=_types)
    detail = str(error)[:200]
    return UnknownType(asked=asked, allowed=_types, reason="message-fields", detail=detail)


_EXAMPLES = {
    "act": '{"t":"act","id":"c1","v":17,"action":"bid 5"}',
    "take-back": '{"t":"take-back","id":"c2","v":18}',
}


def _bad_act(kind: str, name: object, reason: str, **facts: str) -> UnreadableAct:
    known = name[:64] if isinstance(name, str) else None
    allowed = [_EXAMPLES[kind]]
    return UnreadableAct(asked=kind, allowed=allowed, reason=reason, id=known, **facts)
