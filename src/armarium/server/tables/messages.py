"""Define the messages between a table and its clients, in both directions.

`tools/wire_types.py` generates the page's TypeScript types from this module. docs/protocol.md explains the messages.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import Meta, Struct

from armarium.server.tables.chair import StandIn, Why
from armarium.server.tables.plan import Clock, Contribution, Memory, Pace, Phrase, Reaction

__all__ = [
    "MAX_ACTIONS",
    "Ack",
    "Act",
    "AutoActionsMessage",
    "ChatLine",
    "ChatLineMessage",
    "ChatMessage",
    "ClientMessage",
    "ClockInfo",
    "Commit",
    "Contribute",
    "EventsMessage",
    "Hello",
    "HistoryLine",
    "HistoryMessage",
    "HostRequest",
    "LeaveSeat",
    "Nudge",
    "NudgedMessage",
    "Operation",
    "PatchMessage",
    "PeopleLine",
    "PeopleMessage",
    "PeopleRequest",
    "RefusedMessage",
    "RequestRematch",
    "RequestStandIn",
    "RequestUndo",
    "Resign",
    "ReturnToSeat",
    "SendChat",
    "ServerMessage",
    "SetAutoActions",
    "SetLanguage",
    "SetPace",
    "ShuffleInfo",
    "TableInfo",
    "TableMessage",
    "TableSeat",
    "ViewMessage",
]

MAX_ACTIONS = 64  # at least as many as the cards of all hands together
MAX_AUTO_ACTIONS = 16

LanguageCode = Annotated[str, Meta(max_length=16)]
Version = Annotated[int, Meta(ge=0, le=1 << 31)]
Counter = Annotated[int, Meta(ge=0, le=1 << 53)]
ActionText = Annotated[str, Meta(max_length=100)]
MessageId = Annotated[str, Meta(min_length=1, max_length=64)]


# ── messages from the client ─────────────────────────────────────────────────────────────────────


class Hello(Struct, tag_field="t", tag="hello"):
    """Open a session on a socket.

    `v`, `round` and `n` are the last values that the client has, or 0 for a new client. With `patches` the client
    keeps its view and receives only the changes.
    """

    token: Annotated[str, Meta(max_length=128)] | None = None
    v: Version = 0
    n: Counter = 0
    round: Version = 1
    lang: LanguageCode = "en"
    patches: bool = False


class Act(Struct, tag_field="t", tag="act"):
    """Play one action, or several in order. Either all of them are applied or none."""

    id: MessageId
    v: Version
    action: ActionText | None = None
    actions: Annotated[list[ActionText], Meta(min_length=1, max_length=MAX_ACTIONS)] | None = None


class RequestUndo(Struct, tag_field="t", tag="take-back"):
    """Undo the last action of this seat. `may_take_back` says whether that is allowed."""

    id: MessageId
    v: Version


class SetAutoActions(Struct, tag_field="t", tag="instruct"):
    """Replace all auto-actions of this seat. An empty list clears them."""

    id: MessageId
    instructions: Annotated[list[ActionText], Meta(max_length=MAX_AUTO_ACTIONS)]


class SendChat(Struct, tag_field="t", tag="say"):
    """Send a chat line to the other seats: exactly one of a text, a phrase code or a reaction code."""

    id: MessageId
    text: Annotated[str, Meta(max_length=2000)] | None = None
    phrase: Phrase | None = None
    reaction: Reaction | None = None


class SetLanguage(Struct, tag_field="t", tag="lang"):
    lang: LanguageCode


class SetPace(Struct, tag_field="t", tag="pace"):
    pace: Pace


class Commit(Struct, tag_field="t", tag="commit"):
    """Commit to this seat's contribution to the next deal by its SHA-256. It cannot be changed later."""

    id: MessageId
    round: Version
    hash: Contribution


class Contribute(Struct, tag_field="t", tag="contribute"):
    """Contribute to the deal of a round that has not begun, or reveal the contribution behind the seat's hash.

    It cannot be changed later.
    """

    id: MessageId
    round: Version
    contribution: Contribution


class RequestRematch(Struct, tag_field="t", tag="rematch"):
    """Ask for another round. `round` is the finished round.

    A client that lost the answer may repeat the request after the next round has begun; it then has no effect.
    """

    round: Version | None = None


# Requests about people rather than the game. Each has an idempotency key and is acknowledged.

SeatNumber = Annotated[int, Meta(ge=0, le=31)]


class Nudge(Struct, tag_field="t", tag="nudge"):
    """Remind a player that the table is waiting for them."""

    id: MessageId
    seat: SeatNumber


class RequestStandIn(Struct, tag_field="t", tag="stand-in"):
    """Let a bot play for a player who is away."""

    id: MessageId
    seat: SeatNumber


class LeaveSeat(Struct, tag_field="t", tag="leave"):
    """Leave the table. If other people are playing, a bot plays on until this player returns."""

    id: MessageId


class ReturnToSeat(Struct, tag_field="t", tag="return"):
    """Take back your own seat from the bot that plays there."""

    id: MessageId


class Resign(Struct, tag_field="t", tag="resign"):
    """Give up this round. A bot plays it to the end."""

    id: MessageId


class HostRequest(Struct, tag_field="t", tag="host"):
    """Change the table as its host. `begin` and `close` name no seat."""

    id: MessageId
    do: Literal["begin", "bot", "person", "remove", "mute", "unmute", "close"]
    seat: SeatNumber | None = None


PeopleRequest = Nudge | RequestStandIn | LeaveSeat | ReturnToSeat | Resign | HostRequest
ClientMessage = (
    Hello
    | Act
    | RequestUndo
    | SetAutoActions
    | SendChat
    | SetLanguage
    | SetPace
    | Commit
    | Contribute
    | RequestRematch
    | Nudge
    | RequestStandIn
    | LeaveSeat
    | ReturnToSeat
    | Resign
    | HostRequest
)


# ── messages from the server ─────────────────────────────────────────────────────────────────────


class TableSeat(Struct):
    """Describe one seat.

    `reserved`: the seat is open, but only its own link can take it. `held`: the bot that plays there until the player
    comes or returns. `muted`: this seat's chat lines are not delivered.
    """

    name: str
    bot: str | None
    open: bool
    reserved: bool
    connected: bool
    rematch: bool
    held: StandIn | None
    muted: bool


class ClockInfo(Struct):
    """Describe the clock of a table. All times are Unix times of the server, whose current time is `now`.

    The table has been waiting for `seat` since `at`; its deadline is `due`. `left` is what each bank held at `at`, in
    seconds. `stand_in` gives, for each seat, when a bot will take over.
    """

    plan: Clock
    now: float
    at: float
    seat: int | None
    due: float | None
    left: list[float]
    stand_in: list[float | None]


class ShuffleInfo(Struct):
    """Describe what the seats add to the shuffle of a round: the hash of each seat that sent one.

    `opening`: no more hashes are accepted and the seats reveal their contributions. `waits_for`: seats whose
    contribution or new hash is missing. `left_out`: seats that did not reveal theirs in time, after which the round
    was sealed again.
    """

    hashes: list[str | None]
    opening: bool
    waits_for: list[int]
    left_out: list[int]


class TableInfo(Struct):
    """Describe what one viewer may know about the table, apart from the cards.

    `host`: the seat that may replace links and change who sits where. `memory`: the memory aid that the table agreed
    on. `to_act`: the seat to act when this message was sent. `winners`: the winners of a finished round; empty in a
    solo game. `stand_in`: the bot that would take over a seat. `closed`: the table is closed.

    `recorded`: the round will have a record once it is over. Rounds that began with redrawn cards have none.

    `awaits_contribution`: nothing is dealt before a hash or a contribution arrives. `shuffle` and `next_shuffle`
    belong to `commitment` and `next_commitment`.

    `hurried`: the server is busy and the bots of this table think less. `stuck`: a server error keeps a bot from
    moving; the server retries. `watching`: the number of spectators; 20 means 20 or more.
    """

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
    shuffle: ShuffleInfo
    next_shuffle: ShuffleInfo | None
    daily: str | None
    awaits_contribution: bool
    lesson: bool
    recorded: bool
    hurried: bool
    stuck: bool
    host: int | None
    stand_in: str
    closed: bool
    watching: int
    clock: ClockInfo | None


class TableMessage(Struct, tag_field="t", tag="table"):
    n: int
    table: TableInfo


# Views and events belong to the table's game. `game` in the view names it, and the game's definition has the types.
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
    """One operation of a JSON Patch (RFC 6902). `remove` has no value."""

    op: Literal["add", "replace", "remove"]
    path: str
    value: Any = None


class PatchMessage(Struct, tag_field="t", tag="patch", rename={"since": "from"}):
    """The same as `events`, for a client that has the view at version `from`. `patch` turns that view into the view
    at `v`.
    """

    v: int
    since: int
    events: AnyEvents
    patch: list[Operation]
    may_take_back: bool


class HistoryLine(Struct):
    v: int
    events: AnyEvents


class HistoryMessage(Struct, tag_field="t", tag="history"):
    v: int
    lines: list[HistoryLine]


class AutoActionsMessage(Struct, tag_field="t", tag="instructions"):
    """Tell a seat its own auto-actions, and whether they are about to act."""

    instructions: list[str]
    acts: bool


class ChatLine(Struct):
    """One chat line. `name`: the player's name at the time; `at`: Unix time in seconds."""

    number: int
    seat: int
    name: str
    at: int
    text: str | None
    phrase: Phrase | None
    reaction: Reaction | None


class ChatLineMessage(Struct, tag_field="t", tag="said"):
    """Deliver one new chat line to the seats."""

    n: int
    line: ChatLine


class ChatMessage(Struct, tag_field="t", tag="talk"):
    """Send the latest chat lines to a seat that connects. They replace what the client had stored."""

    n: int
    lines: list[ChatLine]


class Ack(Struct, tag_field="t", tag="ack"):
    id: str
    v: int


class PeopleLine(Struct, omit_defaults=True):
    """Describe something that a person did to the table after version `v`.

    `what` is the kind of the log entry; `by` is the seat that asked for it.
    """

    v: int
    what: str
    seat: int | None
    by: int | None
    bot: str | None = None
    why: Why | None = None
    name: str | None = None


class PeopleMessage(Struct, tag_field="t", tag="people"):
    """All such lines of this round, newest last. They replace the lines sent before."""

    lines: list[PeopleLine]


class NudgedMessage(Struct, tag_field="t", tag="nudged"):
    """Tell a seat that another player asks it to move."""

    by: int


class RefusedMessage(Struct, tag_field="t", tag="refused"):
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
    | AutoActionsMessage
    | ChatLineMessage
    | ChatMessage
    | Ack
    | PeopleMessage
    | NudgedMessage
    | RefusedMessage
)
