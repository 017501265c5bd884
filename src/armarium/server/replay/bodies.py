"""What is asked and told about a game that is over."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import Meta, Struct

from armarium.server.table.messages import AnyView, Line, Operation
from armarium.server.table.plan import Name

__all__ = ["AnotherWay", "Frames", "Move", "PastSeat", "Replay", "SentRecord"]


class PastSeat(Struct):
    """Who sat there; a record that was sent as a file names nobody."""

    name: str
    bot: str | None


class Move(Struct):
    """The action that made a version."""

    seat: int
    action: str


class Replay(Struct):
    """A game from its first card to its last, as one eye was told it.

    `id`: a table's name, or the hash of a record that was sent. `rounds`: all that can be seen of that table.
    `moves[v - 1]` made version `v`; `last` is the last one. `frames`: how many versions one answer of frames holds.
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
    lines: list[Line]


class Frames(Struct):
    """What an eye saw at versions `first`, `first` + 1 …: the whole view, then the patch to each next one."""

    first: int
    view: AnyView
    patches: list[list[Operation]]


class AnotherWay(Struct):
    """A moment to be played on from, in one of its seats; `bot` sits in all others. `cards`: those of the game, or
    all that the seat had not seen drawn anew."""

    v: Annotated[int, Meta(ge=0, le=1 << 31)]
    seat: Annotated[int, Meta(ge=0, le=3)]
    bot: Annotated[str, Meta(max_length=40)]
    round: Annotated[int, Meta(ge=1, le=1 << 31)] | None = None
    cards: Literal["same", "anew"] = "same"
    name: Name = ""


class SentRecord(Struct):
    """A record that was sent: under this id it can be looked at for a while."""

    id: str
    game: str
    actions: int
