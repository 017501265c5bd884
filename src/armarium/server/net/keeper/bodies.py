"""What is told to whoever keeps the house, and what they may ask for. No card, no seed and no link is in it."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import Meta, Struct

from armarium.server.table.keeping import KeeperDoes
from armarium.server.table.messages import PeopleLine, TableInfo, TalkLine

__all__ = [
    "BanInfo",
    "BanWish",
    "KeeperWish",
    "KeptPerson",
    "KeptSeatInfo",
    "KeptTable",
    "KeptTableInfo",
    "KeptTables",
    "TableExport",
    "TableState",
]

# The last cannot be read: its log is not what it was.
TableState = Literal["waiting", "playing", "over", "closed", "stopped"]


class KeptSeatInfo(Struct):
    """`addresses`: those that whoever sits there is connected from now, as bans count them."""

    name: str
    bot: str | None
    is_open: bool
    is_muted: bool
    addresses: list[str]


class KeptTable(Struct):
    """`opened` and `changed` are Unix times; `lines`: how much was said."""

    table: str
    game: str
    state: TableState
    opened: float
    changed: float
    round: int
    v: int
    lines: int
    spectators: int
    seats: list[KeptSeatInfo]


class KeptTables(Struct):
    """`before`: ask for those opened before this moment next; null: there are no more."""

    tables: list[KeptTable]
    before: float | None


class KeptTableInfo(Struct):
    """With the latest lines of its talk."""

    table: KeptTable
    talk: list[TalkLine]


class KeptPerson(Struct):
    """Somebody who is at a table now."""

    name: str
    table: str
    game: str
    seat: int
    is_muted: bool
    addresses: list[str]


class BanInfo(Struct):
    address: str
    at: float
    until: float


class KeeperWish(Struct):
    """What is to be done to a table; muting names a seat."""

    do: KeeperDoes | Literal["delete"]
    seat: Annotated[int, Meta(ge=0, le=100)] | None = None


class BanWish(Struct):
    """For so many days; 0: it is heard again."""

    address: Annotated[str, Meta(max_length=100)]
    days: Annotated[float, Meta(ge=0, le=3650)] = 7.0


class ExportedRound(Struct):
    """A record only where anybody may have it: never of a round that is being played."""

    round: int
    record: str | None


class ExportedLine(Struct):
    seat: int
    at: int
    text: str | None
    phrase: str | None
    reaction: str | None


class TableExport(Struct):
    """All that is kept of a table and that a spectator could have seen, and what was said at it."""

    kind: Literal["armarium-table"]
    version: str
    opened: float
    changed: float
    table: TableInfo
    talk: list[ExportedLine]
    people: list[PeopleLine]
    rounds: list[ExportedRound]
    seen: list[dict[str, Any]]
