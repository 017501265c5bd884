"""What whoever keeps the house looks for and changes beside the log's own order: the newest tables, what is to be
forgotten, and addresses that are banned. Not for the event loop."""

from __future__ import annotations

from dataclasses import dataclass

import sqlalchemy as sql

from armarium.server.store import schema
from armarium.server.store.store import Store
from armarium.server.table.forgetting import blanked
from armarium.server.table.log import Entry, body_of

__all__ = ["Ban", "Keeping", "Opened"]

AT_ONCE = 50  # tables


@dataclass(frozen=True)
class Opened:
    """A table by what its log says without being read: Unix times, and how many entries it has."""

    table: str
    at: float
    changed: float
    entries: int


@dataclass(frozen=True)
class Ban:
    address: str
    at: float
    until: float


class Keeping:
    def __init__(self, store: Store) -> None:
        self._store = store

    # ── tables ─────────────────────────────────────────────────────────────────────────────────

    def newest(self, before: float | None = None, most: int = AT_ONCE) -> list[Opened]:
        """The last that were opened, or those before a moment, the newest first."""
        log = schema.log.c
        wanted = sql.select(log.table_id, log.at).where(log.position == 0)
        if before is not None:
            wanted = wanted.where(log.at < before)
        with self._store.reading() as connection:
            found = connection.execute(wanted.order_by(log.at.desc()).limit(most)).all()
            opened = {row.table_id: row.at for row in found}
            counted = sql.select(log.table_id, sql.func.max(log.at), sql.func.count())
            counted = counted.where(log.table_id.in_(opened)).group_by(log.table_id)
            changed = {row[0]: (row[1], row[2]) for row in connection.execute(counted)}
        return [Opened(name, at, *changed[name]) for name, at in opened.items() if name in changed]

    def opened(self, table: str) -> Opened | None:
        log = schema.log.c
        wanted = sql.select(sql.func.min(log.at), sql.func.max(log.at), sql.func.count())
        with self._store.reading() as connection:
            first, last, number = connection.execute(wanted.where(log.table_id == table)).one()
        return Opened(table, first, last, number) if number else None

    def purge(self, table: str | None = None) -> None:
        """What stood before the end of a log that says it was deleted; of all such tables, or of one."""
        log = schema.log
        end = log.c.kind == "deleted"
        gone = sql.select(log.c.table_id).where(end)
        if table is not None:
            gone = gone.where(log.c.table_id == table)
        with self._store.changing() as connection:
            names = list(connection.execute(gone).scalars())
            for start in range(0, len(names), AT_ONCE):
                few = names[start : start + AT_ONCE]
                connection.execute(log.delete().where(log.c.table_id.in_(few), ~end))
                due = schema.dues
                connection.execute(due.delete().where(due.c.table_id.in_(few)))

    def forgotten(self) -> list[str]:
        """Tables of whose log something is to be forgotten, whether that was done or not."""
        log = schema.log.c
        wanted = sql.select(log.table_id).where(log.kind == "forgotten").distinct()
        with self._store.reading() as connection:
            return list(connection.execute(wanted).scalars())

    def blank(self, table: str, entries: list[Entry]) -> int:
        """Write anew what is to be forgotten of a log; how many entries that were."""
        log, number = schema.log, 0
        with self._store.changing() as connection:
            for place, entry in blanked(entries):
                here = (log.c.table_id == table, log.c.position == place)
                connection.execute(log.update().where(*here).values(body=body_of(entry)))
                number += 1
        return number

    # ── addresses ──────────────────────────────────────────────────────────────────────────────

    def bans(self, now: float) -> list[Ban]:
        """Those that hold, the newest first."""
        bans = schema.bans
        wanted = sql.select(bans).where(bans.c.until > now).order_by(bans.c.at.desc())
        with self._store.reading() as connection:
            return [Ban(*row) for row in connection.execute(wanted)]

    def ban(self, address: str, at: float, until: float) -> None:
        """Instead of what was said of it before; until a moment that is over: it is heard again."""
        bans = schema.bans
        with self._store.changing() as connection:
            connection.execute(
                bans.delete().where((bans.c.address == address) | (bans.c.until <= at))
            )
            if until > at:
                connection.execute(bans.insert(), {"address": address, "at": at, "until": until})
