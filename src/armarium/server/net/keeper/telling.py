"""Tables as whoever keeps the house may see them: as a spectator does, with names, addresses and talk."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

import armarium
from armarium.games.table.errors import NoRecord
from armarium.server.errors import RecordSealed, RecordWithheld
from armarium.server.net.keeper.bodies import (
    ExportedLine,
    ExportedRound,
    KeptSeatInfo,
    KeptTable,
    TableExport,
    TableState,
)
from armarium.server.store.keeping import Opened
from armarium.server.store.sharing import Sitting
from armarium.server.table.dealing import replayed
from armarium.server.table.forgetting import is_blank
from armarium.server.table.log import Entry, Said
from armarium.server.table.records import record_of
from armarium.server.table.reports import table_info
from armarium.server.table.session import Session
from armarium.server.table.table import Table

__all__ = ["exported", "merged", "stopped_table", "told_table"]


def state_of(table: Table) -> TableState:
    if table.closed:
        return "closed"
    if table.game is None:
        return "waiting"
    return "over" if table.is_over else "playing"


def merged(sittings: Iterable[Sitting]) -> dict[int, list[str]]:
    """Those of several processes."""
    found: dict[int, set[str]] = {}
    for sitting in sittings:
        for seat, there in sitting.items():
            found.setdefault(seat, set()).update(there)
    return {seat: sorted(found[seat]) for seat in sorted(found)}


def told_table(
    opened: Opened, table: Table, sitting: Mapping[int, list[str]], spectators: int
) -> KeptTable:
    return KeptTable(
        table=table.id,
        game=table.created.game,
        state=state_of(table),
        opened=opened.at,
        changed=opened.changed,
        round=table.round,
        v=table.v,
        lines=table.talked,
        spectators=spectators,
        seats=[
            KeptSeatInfo(
                name=chair.shown_name,
                bot=chair.player,
                is_open=chair.is_open,
                is_muted=chair.muted,
                addresses=sitting.get(seat, []),
            )
            for seat, chair in enumerate(table.chairs)
        ],
    )


def stopped_table(opened: Opened) -> KeptTable:
    """One whose log cannot be read: it can be deleted, and nothing else."""
    return KeptTable(opened.table, "", "stopped", opened.at, opened.changed, 0, 0, 0, 0, [])


def exported(opened: Opened, session: Session, entries: Sequence[Entry], today: str) -> TableExport:
    table = session.table
    talk = [e for e in entries if isinstance(e, Said) and not is_blank(e)]
    seen = (
        []
        if table.game is None
        else [{"v": v, "events": game.seen(None)} for v, game, _ in replayed(table)]
    )
    return TableExport(
        kind="armarium-table",
        version=armarium.__version__,
        opened=opened.at,
        changed=opened.changed,
        table=table_info(session, None),
        talk=[ExportedLine(e.seat, e.at, e.text, e.phrase, e.reaction) for e in talk],
        people=list(table.people_lines),
        rounds=[ExportedRound(n, _record(table, n, today)) for n in range(1, table.round + 1)],
        seen=seen,
    )


def _record(table: Table, round_: int, today: str) -> str | None:
    try:
        return record_of(table, round_, today)
    except (NoRecord, RecordSealed, RecordWithheld):
        return None
