"""The table log: what a table is made of, entry by entry, append-only.

A table is the fold of its log, so playing on and starting again run through the same code. The
log keeps what the record leaves out: seats, pace, wishes, the client's id of every action, and
actions that were taken back.
"""

from __future__ import annotations

from typing import Any

import msgspec
from msgspec import Struct

from armarium.server.table.chair import Why
from armarium.server.table.clocks import Clock
from armarium.server.table.plan import Memory, Pace, Phrase, Reaction, SeatPlan, named

__all__ = [
    "DIGEST_EVERY",
    "Acted",
    "Begun",
    "BotFailed",
    "ClockSet",
    "Closed",
    "Contributed",
    "Created",
    "Deleted",
    "Entry",
    "Forgotten",
    "HandedBack",
    "HintAsked",
    "Instructed",
    "LinkReplaced",
    "Moment",
    "Muted",
    "OfPeople",
    "PaceSet",
    "RematchWished",
    "Removed",
    "Said",
    "Scored",
    "Sealed",
    "SeatKept",
    "SeatOpened",
    "SeatTaken",
    "SpoiltLog",
    "StoodIn",
    "TakenBack",
    "Today",
    "body_of",
    "entry_of",
    "kind_of",
]

DIGEST_EVERY = 16


class SpoiltLog(Exception):
    """Entries are missing, or one cannot be read: the number says which. What stands there is not repeated."""

    def __init__(self, number: int) -> None:
        super().__init__(number)
        self.number = number


class Today(Struct):
    """The first round is the deal of this day; `browser` is the SHA-256 of the browser's id."""

    date: str
    browser: str


class Created(Struct, tag_field="kind", tag="created", omit_defaults=True):
    """`edition` is empty for a game that has none."""

    game: str
    edition: str
    options: dict[str, Any]
    seats: list[SeatPlan]
    pace: Pace
    daily: Today | None = None
    memory: Memory = "seen"
    clock: Clock | None = None
    contributes: bool = False

    @property
    def host(self) -> int | None:
        """The first named seat of a person is its creator's."""
        return next(iter(named(self.seats)), None)


class Moment(Struct, omit_defaults=True):
    """Where a round goes on from another game: its record so far, or what a seat saw of it, as JSON, all that it did
    not see drawn anew by the seed. `lesson`: it is the first game that teaches, and its voice may be heard."""

    record: str = ""
    view: str = ""
    lesson: bool = False


class Sealed(Struct, tag_field="kind", tag="sealed", omit_defaults=True):
    """The seed of a round, saved and committed to before the deal; a test may choose the deal."""

    round: int
    seed: str
    deal: dict[str, Any] | None = None
    moment: Moment | None = None


class Contributed(Struct, tag_field="kind", tag="contributed"):
    """What a seat adds to the chance of a round, after its seed was sealed and before it is dealt; None: nothing."""

    seat: int
    round: int
    contribution: str | None


class SeatTaken(Struct, tag_field="kind", tag="seat-taken"):
    """`token` is the SHA-256 of the seat's token; the token itself is kept nowhere."""

    seat: int
    name: str
    token: str


class SeatKept(Struct, tag_field="kind", tag="seat-kept"):
    """An open seat that only one link takes: `token` is the SHA-256 of what stands in it."""

    seat: int
    token: str


class LinkReplaced(Struct, tag_field="kind", tag="link-replaced"):
    """A person's link was lost: the old one opens nothing any more."""

    seat: int
    token: str


class Begun(Struct, tag_field="kind", tag="begun", omit_defaults=True):
    round: int
    first: int | None = None


class Acted(Struct, tag_field="kind", tag="acted", omit_defaults=True):
    """`id` makes an action idempotent beyond a restart; `digest` is there at every 16th; `instructed`: the seat had
    said so beforehand."""

    seat: int
    action: str
    id: str | None = None
    bot: bool = False
    digest: str | None = None
    instructed: bool = False


class TakenBack(Struct, tag_field="kind", tag="taken-back", omit_defaults=True):
    """The last action of this seat; it is a version of its own, and may be every 16th."""

    seat: int
    id: str | None = None
    digest: str | None = None


class Scored(Struct, tag_field="kind", tag="scored", omit_defaults=True):
    """The end of a day's deal; the store lists the first of each game, browser and day.

    `game` is empty in logs from before other games could have such a day.
    """

    date: str
    browser: str
    score: int
    game: str = ""


class Instructed(Struct, tag_field="kind", tag="instructed", omit_defaults=True):
    """What a seat says beforehand, all of it; nothing: it acts by hand again."""

    seat: int
    instructions: list[str]
    id: str | None = None


class Said(Struct, tag_field="kind", tag="said", omit_defaults=True):
    """One of text, phrase and reaction; `at` is in seconds since 1970."""

    seat: int
    at: int
    id: str | None = None
    text: str | None = None
    phrase: Phrase | None = None
    reaction: Reaction | None = None


class PaceSet(Struct, tag_field="kind", tag="pace-set"):
    seat: int
    pace: Pace


class HintAsked(Struct, tag_field="kind", tag="hint-asked"):
    """This seat asked at this version what it should do."""

    seat: int
    v: int


class RematchWished(Struct, tag_field="kind", tag="rematch-wished"):
    seat: int


class BotFailed(Struct, tag_field="kind", tag="bot-failed"):
    seat: int
    bot: str
    reason: str


# What people do to a table beside playing. `by` is the seat that asked for it, `id` its sender's, as of an action.


class StoodIn(Struct, tag_field="kind", tag="stood-in", omit_defaults=True):
    """A bot holds the seat of a person, or an open one, until somebody sits there again."""

    seat: int
    bot: str
    why: Why
    by: int | None = None
    id: str | None = None


class HandedBack(Struct, tag_field="kind", tag="handed-back", omit_defaults=True):
    """Its player plays again."""

    seat: int
    by: int | None = None
    id: str | None = None


class SeatOpened(Struct, tag_field="kind", tag="seat-opened", omit_defaults=True):
    """A bot's own seat is open from now on; the bot plays until somebody comes."""

    seat: int
    by: int | None = None
    id: str | None = None


class Removed(Struct, tag_field="kind", tag="removed", omit_defaults=True):
    """A person's link opens nothing any more; only another that the host makes takes the seat (`token`: nobody's)."""

    seat: int
    token: str
    by: int | None = None
    id: str | None = None


class Muted(Struct, tag_field="kind", tag="muted", omit_defaults=True):
    seat: int
    muted: bool
    by: int | None = None
    id: str | None = None


class Closed(Struct, tag_field="kind", tag="closed", omit_defaults=True):
    """Nobody plays on at this table."""

    by: int | None = None
    id: str | None = None


class Forgotten(Struct, tag_field="kind", tag="forgotten", omit_defaults=True):
    """Whoever sits there has asked that their name and what they said be deleted; from earlier entries they are.
    `sitter`: asked by one who was removed, the first of that seat being 0."""

    seat: int
    sitter: int | None = None


class Deleted(Struct, tag_field="kind", tag="deleted"):
    """The end of a log. What stood before it is gone, or about to be."""


class ClockSet(Struct, tag_field="kind", tag="clock-set"):
    """From `at` on the clock waits for `seat`, until `due`; `left`: seconds in the banks. Times are Unix times."""

    at: float
    seat: int | None
    due: float | None
    left: list[float]


OfPeople = StoodIn | HandedBack | SeatOpened | Removed | Muted | Closed

Entry = (
    Created
    | Sealed
    | Contributed
    | SeatKept
    | SeatTaken
    | LinkReplaced
    | Begun
    | Acted
    | TakenBack
    | Scored
    | Instructed
    | Said
    | HintAsked
    | PaceSet
    | RematchWished
    | BotFailed
    | StoodIn
    | HandedBack
    | SeatOpened
    | Removed
    | Muted
    | Closed
    | Forgotten
    | Deleted
    | ClockSet
)

_reader = msgspec.json.Decoder(Entry)
_encoder = msgspec.json.Encoder()


def kind_of(entry: Entry) -> str:
    return str(entry.__struct_config__.tag)


def body_of(entry: Entry) -> str:
    return _encoder.encode(entry).decode()


def entry_of(body: str) -> Entry:
    entry: Entry = _reader.decode(body)
    return entry
