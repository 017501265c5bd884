"""The messages between a table and those who sit or watch there, both ways.

`tools/wire_types.py` writes the page's types from these; docs/protocol.md tells what they mean.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import Meta, Struct

from armarium.server.table.chair import Held, Why
from armarium.server.table.clocks import Clock
from armarium.server.table.plan import Contribution, Memory, Pace, Phrase, Reaction

__all__ = [
    "MOST_ACTIONS",
    "Ack",
    "Act",
    "ClientMessage",
    "ClockInfo",
    "Contribute",
    "EventsMessage",
    "Hello",
    "HistoryMessage",
    "HostWish",
    "Instruct",
    "InstructionsMessage",
    "Lang",
    "LeaveWish",
    "Line",
    "Nudge",
    "NudgedMessage",
    "Operation",
    "PaceWish",
    "PatchMessage",
    "PeopleLine",
    "PeopleMessage",
    "PeopleWish",
    "RematchWish",
    "ResignWish",
    "ReturnWish",
    "SaidMessage",
    "Say",
    "ServerMessage",
    "StandInWish",
    "TableInfo",
    "TableMessage",
    "TableRefused",
    "TableSeat",
    "TakeBack",
    "TalkLine",
    "TalkMessage",
    "ViewMessage",
]

MOST_ACTIONS = 64  # as many cards as all hands together can hold
MOST_INSTRUCTIONS = 16

Lang_ = Annotated[str, Meta(max_length=16)]
Version = Annotated[int, Meta(ge=0, le=1 << 31)]
Counter = Annotated[int, Meta(ge=0, le=1 << 53)]
ActionText = Annotated[str, Meta(max_length=100)]
MessageId = Annotated[str, Meta(min_length=1, max_length=64)]


# ── from the client, over the socket ───────────────────────────────────────────────────────────


class Hello(Struct, tag_field="t", tag="hello"):
    """`v`, `round` and `n`: the last the client has; all 0 for one that knows nothing yet.

    `patches`: it keeps the view that it has, and is told what changes in it.
    """

    token: Annotated[str, Meta(max_length=128)] | None = None
    v: Version = 0
    n: Counter = 0
    round: Version = 1
    lang: Lang_ = "en"
    patches: bool = False


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


class Instruct(Struct, tag_field="t", tag="instruct"):
    """All that this seat says beforehand, in the words of its game; none: it acts by hand again."""

    id: MessageId
    instructions: Annotated[list[ActionText], Meta(max_length=MOST_INSTRUCTIONS)]


class Say(Struct, tag_field="t", tag="say"):
    """To those who sit here: one of a line of text, a phrase that each reads in their language, or a reaction."""

    id: MessageId
    text: Annotated[str, Meta(max_length=2000)] | None = None
    phrase: Phrase | None = None
    reaction: Reaction | None = None


class Lang(Struct, tag_field="t", tag="lang"):
    lang: Lang_


class PaceWish(Struct, tag_field="t", tag="pace"):
    pace: Pace


class Contribute(Struct, tag_field="t", tag="contribute"):
    """To the deal of a round that has not begun; what a seat has given stays."""

    id: MessageId
    round: Version
    contribution: Contribution


class RematchWish(Struct, tag_field="t", tag="rematch"):
    """`round` is the one that is over. Whoever lost the answer says it again, and the next may have begun meanwhile: a
    wish that came true changes nothing."""

    round: Version | None = None


# Of people, not of the game: each has an id, is acknowledged, and does once what it asks for.

SeatNumber = Annotated[int, Meta(ge=0, le=31)]


class Nudge(Struct, tag_field="t", tag="nudge"):
    """Tell a player that the table waits for them."""

    id: MessageId
    seat: SeatNumber


class StandInWish(Struct, tag_field="t", tag="stand-in"):
    """Let a bot play for somebody who is away."""

    id: MessageId
    seat: SeatNumber


class LeaveWish(Struct, tag_field="t", tag="leave"):
    """Go away: where others play, a bot plays on until this seat is back."""

    id: MessageId


class ReturnWish(Struct, tag_field="t", tag="return"):
    """Take the own seat back from the bot that holds it."""

    id: MessageId


class ResignWish(Struct, tag_field="t", tag="resign"):
    """Give up this round: a bot plays it to its end."""

    id: MessageId


class HostWish(Struct, tag_field="t", tag="host"):
    """Of the table's host. `begin` and `close` name no seat."""

    id: MessageId
    do: Literal["begin", "bot", "person", "remove", "mute", "unmute", "close"]
    seat: SeatNumber | None = None


PeopleWish = Nudge | StandInWish | LeaveWish | ReturnWish | ResignWish | HostWish
ClientMessage = (
    Hello
    | Act
    | TakeBack
    | Instruct
    | Say
    | Lang
    | PaceWish
    | Contribute
    | RematchWish
    | Nudge
    | StandInWish
    | LeaveWish
    | ReturnWish
    | ResignWish
    | HostWish
)


# ── from the server, over the socket ───────────────────────────────────────────────────────────


class TableSeat(Struct):
    """`reserved`: an open seat that only its own link takes; `held`: the bot that plays there until somebody is (back)
    there; `muted`: what they write is not told."""

    name: str
    bot: str | None
    open: bool
    reserved: bool
    connected: bool
    rematch: bool
    held: Held | None
    muted: bool


class ClockInfo(Struct):
    """Of a table with a clock; all times are Unix times of the server, whose own time is `now`. `seat` is waited for
    since `at` until `due`; `left` is what each bank had then, in seconds; `stand_in`: when a bot comes for whom."""

    plan: Clock
    now: float
    at: float
    seat: int | None
    due: float | None
    left: list[float]
    stand_in: list[float | None]


class TableInfo(Struct):
    """What one eye may know of the table, the cards aside. `hurried`: many tables wait, its bots think
    less; `host`: the seat that may replace the links of the others and change who sits where; `stand_in`: the bot that
    would hold a seat; `closed`: nobody plays on here; `memory`: the memory aid that all agreed on; `to_act`: whose turn
    it was when this was told; `winners`: of a round that is over, none of a game that is played alone; `recorded`: this
    round has a record once it is over, as all have that did not begin with cards drawn anew; `awaits_contribution`:
    nothing is dealt before its creator has contributed."""

    id: str
    game: str
    edition: str
    options: dict[str, Any]
    round: int
    started: bool
    over: bool
    v: int
    to_act: int | None
    winners: list[int] | None
    seats: list[TableSeat]
    you: int | None
    pace: Pace
    memory: Memory
    commitment: str | None
    next_commitment: str | None
    daily: str | None
    awaits_contribution: bool
    lesson: bool
    recorded: bool
    hurried: bool
    host: int | None
    stand_in: str
    closed: bool
    clock: ClockInfo | None


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


class Operation(Struct):
    """Of a JSON Patch (RFC 6902); what is removed has no value."""

    op: Literal["add", "replace", "remove"]
    path: str
    value: Any = None


class PatchMessage(Struct, tag_field="t", tag="patch", rename={"since": "from"}):
    """As `events`, to one who has the view at version `from`: `patch` makes it the view at `v`."""

    v: int
    since: int
    events: AnyEvents
    patch: list[Operation]
    may_take_back: bool


class Line(Struct):
    v: int
    events: AnyEvents


class HistoryMessage(Struct, tag_field="t", tag="history"):
    v: int
    lines: list[Line]


class InstructionsMessage(Struct, tag_field="t", tag="instructions"):
    """To their own seat only: what stands, and whether it acts in a moment."""

    instructions: list[str]
    acts: bool


class TalkLine(Struct):
    """`name`: who sat there when it was said; `at`: in seconds since 1970."""

    number: int
    seat: int
    name: str
    at: int
    text: str | None
    phrase: Phrase | None
    reaction: Reaction | None


class SaidMessage(Struct, tag_field="t", tag="said"):
    """To seats: one more line."""

    n: int
    line: TalkLine


class TalkMessage(Struct, tag_field="t", tag="talk"):
    """To a seat that comes in: the latest lines, instead of whatever it kept."""

    n: int
    lines: list[TalkLine]


class Ack(Struct, tag_field="t", tag="ack"):
    id: str
    v: int


class PeopleLine(Struct, omit_defaults=True):
    """What somebody did to the table after version `v`, by the kind of its entry in the log; `by`: who asked for it."""

    v: int
    what: str
    seat: int | None
    by: int | None
    bot: str | None = None
    why: Why | None = None
    name: str | None = None


class PeopleMessage(Struct, tag_field="t", tag="people"):
    """All such lines of this round, the newest last; they replace those that were told before."""

    lines: list[PeopleLine]


class NudgedMessage(Struct, tag_field="t", tag="nudged"):
    """To the seat that is waited for: somebody asks it to play."""

    by: int


class TableRefused(Struct, tag_field="t", tag="refused"):
    id: str | None
    code: str
    facts: dict[str, Any]
    text: str


ServerMessage = (
    TableMessage
    | ViewMessage
    | EventsMessage
    | PatchMessage
    | HistoryMessage
    | InstructionsMessage
    | SaidMessage
    | TalkMessage
    | Ack
    | PeopleMessage
    | NudgedMessage
    | TableRefused
)
