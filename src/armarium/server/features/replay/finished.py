"""A finished game: its replay, its frames, and a new table that branches off from one of its versions."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta, Raw, Struct

from armarium.core.errors import BadRecord, BadSeats
from armarium.core.record import MAX_BYTES, Record
from armarium.core.registry import game_of_record
from armarium.server.errors import BadRequest, TableOver
from armarium.server.extension import ExtraRoute, RouteAnswer
from armarium.server.features.replay.views import (
    OPEN,
    VERSIONS_PER_PART,
    ReplayViewer,
    ReplayViews,
    begin_record,
)
from armarium.server.tables.log import GameSnapshot
from armarium.server.tables.messages import AnyView, HistoryLine, Operation
from armarium.server.tables.plan import MAX_SEATS, Name, NewTable, SeatPlan

__all__ = [
    "UPLOAD",
    "BranchRequest",
    "FinishedGame",
    "Frames",
    "Move",
    "PastSeat",
    "Replay",
    "UploadedRecord",
    "make_frames",
    "make_replay",
    "plan_branch",
]

_lines = msgspec.json.Decoder(list[Raw])


@dataclass(frozen=True)
class FinishedGame:
    """A record that may be shown, the id it was requested by, and who played."""

    name: str
    text: str
    round: int = 1
    rounds: list[int] = field(default_factory=lambda: [1])
    seats: list[PastSeat] = field(default_factory=list)


def make_replay(past: FinishedGame, viewer: str, views: ReplayViews) -> Replay:
    game, record = begin_record(past.text)
    history = views.of(past.text, _parse_viewer(viewer, game.seats))
    options = dict(game.options)
    edition = options.pop("edition", "")
    return Replay(
        id=past.name,
        round=past.round,
        rounds=past.rounds,
        game=game.name,
        edition=edition,
        options=options,
        seats=past.seats or [PastSeat("", None) for _ in range(game.seats)],
        eye=viewer,
        last=len(record.actions),
        frames=VERSIONS_PER_PART,
        moves=[Move(seat, action) for seat, action in record.actions],
        lines=_lines.decode(history.lines),  # type: ignore[arg-type]  # sent as they stand
    )


def make_frames(past: FinishedGame, viewer: str, v: int, views: ReplayViews) -> bytes:
    """Return the part of the frames that contains a version."""
    game, record = begin_record(past.text)
    history = views.of(past.text, _parse_viewer(viewer, game.seats))
    if v > len(record.actions):
        raise BadRequest(reason="request-version", found=v, allowed=len(record.actions))
    return history.parts[v // VERSIONS_PER_PART]


def _parse_viewer(viewer: str, seats: int) -> ReplayViewer:
    if viewer in ("all", OPEN):
        return None if viewer == "all" else OPEN
    known = [str(seat) for seat in range(seats)]
    if viewer not in known:
        raise BadSeats(asked=viewer[:20], reason="no-seat", allowed=["all", OPEN, *known])
    return int(viewer)


class PastSeat(Struct):
    """Who sat there. An uploaded record names nobody."""

    name: str
    bot: str | None


class Move(Struct):
    """The action that made a version."""

    seat: int
    action: str


class Replay(Struct):
    """A whole game as one viewer saw it.

    `id`: a table's id, or the hash of an uploaded record. `rounds`: all rounds of that table that may be shown.
    `eye`: the viewer. `moves[v - 1]` made version `v`; `last` is the last version. `frames`: how many versions one
    response of frames holds.
    """

    id: str
    round: int
    rounds: list[int]
    game: str
    edition: str
    options: dict[str, Any]
    seats: list[PastSeat]
    eye: str
    last: int
    frames: int
    moves: list[Move]
    lines: list[HistoryLine]


class Frames(Struct):
    """What a viewer saw at the versions `first`, `first` + 1, …: a whole view, then a patch to each next one."""

    first: int
    view: AnyView
    patches: list[list[Operation]]


class BranchRequest(Struct):
    """Start a new table from a version of a game, in one of its seats; `bot` plays all others.

    `cards`: `same` keeps the cards, `anew` redraws everything the seat had not seen.
    """

    v: Annotated[int, Meta(ge=0, le=1 << 31)]
    seat: Annotated[int, Meta(ge=0, lt=MAX_SEATS)]
    bot: Annotated[str, Meta(max_length=40)]
    round: Annotated[int, Meta(ge=1, le=1 << 31)] | None = None
    cards: Literal["same", "anew"] = "same"
    name: Name = ""


class UploadedRecord(Struct):
    """The id under which an uploaded record can be viewed for a while."""

    id: str
    game: str
    actions: int


def plan_branch(past: FinishedGame, request: BranchRequest) -> tuple[NewTable, GameSnapshot]:
    game, record = begin_record(past.text)
    if request.seat not in range(game.seats):
        raise BadSeats(asked=request.seat, reason="no-seat", allowed=list(range(game.seats)))
    if request.v > len(record.actions):
        raise BadRequest(reason="request-version", found=request.v, allowed=len(record.actions))
    seen, shown = list(game.seen(request.seat)), list(game.seen(None))
    for seat, action in record.actions[: request.v]:
        game.play(action, seat)
        seen += game.seen(request.seat)
        shown += game.seen(None)
    if game.to_act is None:
        raise TableOver()
    options = dict(game.options)
    edition = options.pop("edition", None)
    names = [seat.name for seat in past.seats] or [""] * game.seats
    seats = [SeatPlan(bot=request.bot, name=name or None) for name in names]
    seats[request.seat] = SeatPlan(name=request.name)
    if request.cards == "same":
        moment = GameSnapshot(record=game.record(), seat=request.seat, seen=seen, shown=shown)
    else:
        # Use only what the seat saw, so that the hidden cards cannot leak into the new table.
        view = game.view_text(request.seat).decode()
        moment = GameSnapshot(view=view, seat=request.seat, seen=seen, shown=shown)
    return NewTable(game.name, seats, edition, options), moment


def _check_record(body: bytes) -> RouteAnswer:
    """Replay an uploaded record, in the sandbox. Raise BadRecord with the line number of the first error."""
    try:
        text = body.decode("ascii")
    except UnicodeDecodeError:
        raise BadRecord(line=1, reason="record-ascii") from None
    game = game_of_record(Record.parse(text)).game.replay(text)
    return RouteAnswer({"game": game.name, "actions": len(game.actions)})


UPLOAD = ExtraRoute("POST", "/api/replays", _check_record, MAX_BYTES)
