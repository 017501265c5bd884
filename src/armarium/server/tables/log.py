"""Define the entries of a table's event log, which is append-only.

A table's state is the fold of its log, so playing and restarting run the same code. The log also stores what the
record leaves out: seats, pace, rematch requests, idempotency keys, and actions that were undone.
"""

from __future__ import annotations

from typing import Any

import msgspec
from msgspec import Struct

from armarium.server.tables.chair import Why
from armarium.server.tables.plan import (
    Clock,
    Memory,
    Pace,
    Phrase,
    Reaction,
    SeatPlan,
    find_named_seats,
)

__all__ = [
    "DIGEST_EVERY",
    "Acted",
    "ActionUndone",
    "AutoActionsSet",
    "BotFailed",
    "ChatSent",
    "ClockSet",
    "Closed",
    "Committed",
    "Contributed",
    "CorruptLog",
    "Created",
    "DailyDeal",
    "Deleted",
    "Entry",
    "Forgotten",
    "GameSnapshot",
    "HandedBack",
    "HashesFixed",
    "HintAsked",
    "LinkClaimed",
    "LinkReplaced",
    "Muted",
    "PaceSet",
    "PeopleEntry",
    "RematchRequested",
    "Removed",
    "RoundBegun",
    "Scored",
    "Sealed",
    "SeatOpened",
    "SeatReserved",
    "SeatTaken",
    "StoodIn",
    "decode_entry",
    "encode_entry",
    "kind_of",
]

DIGEST_EVERY = 16


class CorruptLog(Exception):
    """Entries are missing, or one cannot be decoded. `number` says which. The message does not repeat the entry's
    content.
    """

    def __init__(self, number: int) -> None:
        super().__init__(number)
        self.number = number


class DailyDeal(Struct):
    """The first round uses the deal of this day. `browser` is the SHA-256 of the browser's id."""

    date: str
    browser: str


class Created(Struct, tag_field="kind", tag="created", omit_defaults=True):
    """The first entry of a log. `edition` is empty for a game without editions."""

    game: str
    edition: str
    options: dict[str, Any]
    seats: list[SeatPlan]
    pace: Pace
    daily: DailyDeal | None = None
    memory: Memory = "seen"
    clock: Clock | None = None
    contributes: bool = False

    @property
    def host(self) -> int | None:
        """Return the creator's seat: the first named seat of a person."""
        return next(iter(find_named_seats(self.seats)), None)


class GameSnapshot(Struct, omit_defaults=True):
    """A position of another game that a round starts from.

    It holds the record so far, or one seat's view as JSON; everything that the seat had not seen is then redrawn from
    the seed. `seat` had seen the events `seen` by then; everyone else had seen `shown`. `lesson`: this is the guided
    first game, so its guide is available.
    """

    record: str = ""
    view: str = ""
    lesson: bool = False
    seat: int | None = None
    seen: list[dict[str, Any]] = []
    shown: list[dict[str, Any]] = []


class Sealed(Struct, tag_field="kind", tag="sealed", omit_defaults=True):
    """The seed of a round, saved and committed to before the deal. A test may choose the deal.

    If the seats in `left_out` did not reveal their contributions, the round is sealed again (at the Unix time `at`).
    All hashes and contributions are void then.
    """

    round: int
    seed: str
    deal: dict[str, Any] | None = None
    moment: GameSnapshot | None = None
    at: float | None = None
    left_out: list[int] = []


class Committed(Struct, tag_field="kind", tag="committed"):
    """The SHA-256 of a seat's contribution, sent after the seed of the round was sealed."""

    seat: int
    round: int
    hash: str


class HashesFixed(Struct, tag_field="kind", tag="hashes-fixed"):
    """From the Unix time `at`, no more hashes are accepted for this round and the contributions are revealed."""

    round: int
    at: float


class Contributed(Struct, tag_field="kind", tag="contributed"):
    """What a seat adds to the shuffle of a round, after its seed was sealed and before the deal. None means nothing.

    It reveals the contribution behind the seat's hash, if it sent one.
    """

    seat: int
    round: int
    contribution: str | None


class SeatTaken(Struct, tag_field="kind", tag="seat-taken"):
    """`token` is the SHA-256 of the seat's token. The token itself is not stored."""

    seat: int
    name: str
    token: str


class SeatReserved(Struct, tag_field="kind", tag="seat-kept"):
    """An open seat that only one link can take. `token` is the SHA-256 of the link's token."""

    seat: int
    token: str


class LinkReplaced(Struct, tag_field="kind", tag="link-replaced", omit_defaults=True):
    """A person got a new link, and the old link stopped working. `unclaimed`: the host made it for somebody else."""

    seat: int
    token: str
    unclaimed: bool = False


class LinkClaimed(Struct, tag_field="kind", tag="link-claimed"):
    """A replaced link was used for the first time. From now on only the person's own token opens the seat."""

    seat: int
    token: str


class RoundBegun(Struct, tag_field="kind", tag="begun", omit_defaults=True):
    round: int
    first: int | None = None


class Acted(Struct, tag_field="kind", tag="acted", omit_defaults=True):
    """An action was played.

    `id` is the idempotency key, so it works across restarts. Every 16th version has a `digest`. `instructed`: an
    auto-action of the seat played it.
    """

    seat: int
    action: str
    id: str | None = None
    bot: bool = False
    digest: str | None = None
    instructed: bool = False


class ActionUndone(Struct, tag_field="kind", tag="taken-back", omit_defaults=True):
    """The last action of this seat was undone. That is a version of its own, and may be a 16th one with a digest."""

    seat: int
    id: str | None = None
    digest: str | None = None


class Scored(Struct, tag_field="kind", tag="scored", omit_defaults=True):
    """The score of a daily deal. The store lists the first score per game, browser and day.

    `game` is empty in logs written before other games had a daily deal.
    """

    date: str
    browser: str
    score: int
    game: str = ""


class AutoActionsSet(Struct, tag_field="kind", tag="instructed", omit_defaults=True):
    """All auto-actions of a seat were replaced. An empty list clears them."""

    seat: int
    instructions: list[str]
    id: str | None = None


class ChatSent(Struct, tag_field="kind", tag="said", omit_defaults=True):
    """A chat line: one of text, phrase and reaction. `at` is a Unix time in seconds."""

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
    """This seat asked for a hint at this version."""

    seat: int
    v: int


class RematchRequested(Struct, tag_field="kind", tag="rematch-wished"):
    seat: int


class BotFailed(Struct, tag_field="kind", tag="bot-failed"):
    seat: int
    bot: str
    reason: str


# What people do to a table besides playing. `by` is the seat that asked for it; `id` is its idempotency key.


class StoodIn(Struct, tag_field="kind", tag="stood-in", omit_defaults=True):
    """A bot plays in the seat of a person, or in an open seat, until a person sits there again."""

    seat: int
    bot: str
    why: Why
    by: int | None = None
    id: str | None = None


class HandedBack(Struct, tag_field="kind", tag="handed-back", omit_defaults=True):
    """The player of a seat took it back from the bot."""

    seat: int
    by: int | None = None
    id: str | None = None


class SeatOpened(Struct, tag_field="kind", tag="seat-opened", omit_defaults=True):
    """A bot's own seat is open now. The bot plays until somebody takes the seat."""

    seat: int
    by: int | None = None
    id: str | None = None


class Removed(Struct, tag_field="kind", tag="removed", omit_defaults=True):
    """A person was removed and their link stopped working.

    Only a new link from the host can take the seat; nobody has the token that `token` is the hash of.
    """

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
    """The table was closed. Nobody can play there."""

    by: int | None = None
    id: str | None = None


class Forgotten(Struct, tag_field="kind", tag="forgotten", omit_defaults=True):
    """The person in a seat asked to delete their name and chat lines. They are erased from earlier entries.

    `sitter`: a removed person asked; the first person of that seat is 0.
    """

    seat: int
    sitter: int | None = None


class Deleted(Struct, tag_field="kind", tag="deleted"):
    """The end of a log. The entries before it are deleted, or about to be."""


class ClockSet(Struct, tag_field="kind", tag="clock-set"):
    """The clock waits for `seat` from `at` until `due`. `left`: seconds in each bank. All times are Unix times."""

    at: float
    seat: int | None
    due: float | None
    left: list[float]


PeopleEntry = StoodIn | HandedBack | SeatOpened | Removed | Muted | Closed

Entry = (
    Created
    | Sealed
    | Committed
    | HashesFixed
    | Contributed
    | SeatReserved
    | SeatTaken
    | LinkReplaced
    | LinkClaimed
    | RoundBegun
    | Acted
    | ActionUndone
    | Scored
    | AutoActionsSet
    | ChatSent
    | HintAsked
    | PaceSet
    | RematchRequested
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


def encode_entry(entry: Entry) -> str:
    return _encoder.encode(entry).decode()


def decode_entry(body: str) -> Entry:
    entry: Entry = _reader.decode(body)
    return entry
