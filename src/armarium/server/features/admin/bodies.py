"""Request and response bodies of the admin API. They contain no card, seed or seat link."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated, Any, Literal

from msgspec import Meta, Struct

import armarium
from armarium.server.features.moderation import AdminAction
from armarium.server.records import open_rounds, read_record
from armarium.server.store.admin import TableSummary
from armarium.server.tables.dealing import replay_steps
from armarium.server.tables.erasure import is_erased
from armarium.server.tables.log import ChatSent, Entry
from armarium.server.tables.messages import ChatLine, PeopleLine, TableInfo
from armarium.server.tables.session import Session
from armarium.server.tables.state import Table
from armarium.server.views import table_info

__all__ = [
    "AdminPerson",
    "AdminRequest",
    "AdminSeat",
    "AdminTable",
    "AdminTableDetail",
    "AdminTables",
    "BanInfo",
    "BanRequest",
    "TableExport",
    "TableState",
    "describe_stopped_table",
    "describe_table",
    "export_table",
]

# "stopped" means that the log cannot be replayed.
TableState = Literal["waiting", "playing", "over", "closed", "stopped"]


class AdminSeat(Struct):
    """One seat. `addresses`: where its player is connected from now, in the form that bans use."""

    name: str
    bot: str | None
    is_open: bool
    is_muted: bool
    addresses: list[str]


class AdminTable(Struct):
    """One table. `opened` and `changed` are Unix times; `lines` is the number of chat lines."""

    table: str
    game: str
    state: TableState
    opened: float
    changed: float
    round: int
    v: int
    lines: int
    spectators: int
    seats: list[AdminSeat]


class AdminTables(Struct):
    """A page of tables. `before` is the parameter for the next page; null on the last page."""

    tables: list[AdminTable]
    before: float | None


class AdminTableDetail(Struct):
    """One table with its latest chat lines."""

    table: AdminTable
    talk: list[ChatLine]


class AdminPerson(Struct):
    """A player who is connected to a table now."""

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


class AdminRequest(Struct):
    """An action on a table. `mute` and `unmute` need a seat."""

    do: AdminAction | Literal["delete"]
    seat: Annotated[int, Meta(ge=0, le=100)] | None = None


class BanRequest(Struct):
    """Ban an address for a number of days; 0 lifts the ban."""

    address: Annotated[str, Meta(max_length=100)]
    days: Annotated[float, Meta(ge=0, le=3650)] = 7.0


class ExportedRound(Struct):
    """One round. The record is included only if it is public, so never for a round in progress."""

    round: int
    record: str | None


class ExportedLine(Struct):
    seat: int
    at: int
    text: str | None
    phrase: str | None
    reaction: str | None


class TableExport(Struct):
    """Everything stored about a table that a spectator could have seen, and its chat."""

    kind: Literal["armarium-table"]
    version: str
    opened: float
    changed: float
    table: TableInfo
    talk: list[ExportedLine]
    people: list[PeopleLine]
    rounds: list[ExportedRound]
    seen: list[dict[str, Any]]


def find_state(table: Table) -> TableState:
    if table.closed:
        return "closed"
    if table.game is None:
        return "waiting"
    return "over" if table.is_over else "playing"


def describe_table(
    opened: TableSummary, table: Table, addresses: Mapping[int, list[str]], spectators: int
) -> AdminTable:
    return AdminTable(
        table=table.id,
        game=table.created.game,
        state=find_state(table),
        opened=opened.at,
        changed=opened.changed,
        round=table.round,
        v=table.v,
        lines=table.chat_line_count,
        spectators=spectators,
        seats=[
            AdminSeat(
                name=chair.display_name,
                bot=chair.player,
                is_open=chair.is_open,
                is_muted=chair.is_muted,
                addresses=addresses.get(seat, []),
            )
            for seat, chair in enumerate(table.chairs)
        ],
    )


def describe_stopped_table(opened: TableSummary) -> AdminTable:
    """Describe a table whose log cannot be read. It can only be deleted."""
    return AdminTable(opened.table, "", "stopped", opened.at, opened.changed, 0, 0, 0, 0, [])


def export_table(
    opened: TableSummary, session: Session, entries: Sequence[Entry], oldest_counting_day: str
) -> TableExport:
    table = session.table
    may_be_had = open_rounds(table, oldest_counting_day)
    talk = [e for e in entries if isinstance(e, ChatSent) and not is_erased(e)]
    seen = (
        []
        if table.game is None
        else [{"v": v, "events": game.seen(None)} for v, game, _ in replay_steps(table)]
    )
    return TableExport(
        kind="armarium-table",
        version=armarium.__version__,
        opened=opened.at,
        changed=opened.changed,
        table=table_info(session, None),
        talk=[ExportedLine(e.seat, e.at, e.text, e.phrase, e.reaction) for e in talk],
        people=list(table.people_lines),
        rounds=[
            ExportedRound(n, read_record(table.id, entries, n) if n in may_be_had else None)
            for n in range(1, table.round + 1)
        ],
        seen=seen,
    )
