"""Database queries of the admin API: the newest tables, deletions, and banned addresses.

All methods block; do not call them on the event loop.
"""

from __future__ import annotations

from dataclasses import dataclass

import sqlalchemy as sql

from armarium.server.store import schema
from armarium.server.store.store import Store
from armarium.server.tables.erasure import erase_forgotten
from armarium.server.tables.log import Entry, encode_entry

__all__ = ["AdminStore", "Ban", "TableSummary"]

PAGE_SIZE = 50  # tables


@dataclass(frozen=True)
class TableSummary:
    """When a table was opened and last changed (Unix times), and how many entries its log has."""

    table: str
    at: float
    changed: float
    entries: int


@dataclass(frozen=True)
class Ban:
    address: str
    at: float
    until: float


class AdminStore:
    def __init__(self, store: Store) -> None:
        self._store = store

    # ── tables ───────────────────────────────────────────────────────────────────────────────────

    def list_newest(
        self, before: float | None = None, limit: int = PAGE_SIZE
    ) -> list[TableSummary]:
        """Return the newest tables, or the newest ones opened before a Unix time."""
        log = schema.log.c
        statement = sql.select(log.table_id, log.at).where(log.position == 0)
        if before is not None:
            statement = statement.where(log.at < before)

        def query(connection: sql.Connection) -> list[TableSummary]:
            found = connection.execute(statement.order_by(log.at.desc()).limit(limit)).all()
            opened = {row.table_id: row.at for row in found}
            counted = sql.select(log.table_id, sql.func.max(log.at), sql.func.count())
            counted = counted.where(log.table_id.in_(opened)).group_by(log.table_id)
            changed = {row[0]: (row[1], row[2]) for row in connection.execute(counted)}
            return [
                TableSummary(name, at, *changed[name])
                for name, at in opened.items()
                if name in changed
            ]

        return self._store.fetch(query)

    def read_table(self, table: str) -> TableSummary | None:
        log = schema.log.c
        statement = sql.select(sql.func.min(log.at), sql.func.max(log.at), sql.func.count())
        statement = statement.where(log.table_id == table)
        first, last, number = self._store.fetch(
            lambda connection: connection.execute(statement).one()
        )
        return TableSummary(table, first, last, number) if number else None

    def purge(self, table: str | None = None) -> None:
        """Remove the log entries of tables marked as deleted: of all such tables, or of one."""
        log = schema.log
        end = log.c.kind == "deleted"
        gone = sql.select(log.c.table_id).where(end)
        if table is not None:
            gone = gone.where(log.c.table_id == table)
        with self._store.open_transaction() as connection:
            names = list(connection.execute(gone).scalars())
            for start in range(0, len(names), PAGE_SIZE):
                batch = names[start : start + PAGE_SIZE]
                connection.execute(log.delete().where(log.c.table_id.in_(batch), ~end))
                deadlines = schema.clock_deadlines
                connection.execute(deadlines.delete().where(deadlines.c.table_id.in_(batch)))

    def find_forgotten(self) -> list[str]:
        """Return the tables at which a person asked for deletion of their data, done or not."""
        log = schema.log.c
        statement = sql.select(log.table_id).where(log.kind == "forgotten").distinct()
        return self._store.fetch(lambda connection: list(connection.execute(statement).scalars()))

    def erase(self, table: str, entries: list[Entry]) -> int:
        """Overwrite the entries with deleted personal data; return how many."""
        log, number = schema.log, 0
        with self._store.open_transaction() as connection:
            for place, entry in erase_forgotten(entries):
                here = (log.c.table_id == table, log.c.position == place)
                connection.execute(log.update().where(*here).values(body=encode_entry(entry)))
                number += 1
        return number

    # ── addresses ────────────────────────────────────────────────────────────────────────────────

    def bans(self, now: float) -> list[Ban]:
        """Return the active bans, newest first."""
        bans = schema.bans
        statement = sql.select(bans).where(bans.c.until > now).order_by(bans.c.at.desc())
        return self._store.fetch(
            lambda connection: [Ban(*row) for row in connection.execute(statement)]
        )

    def ban(self, address: str, at: float, until: float) -> None:
        """Replace an earlier ban of this address. A time in the past lifts it."""
        bans = schema.bans
        with self._store.open_transaction() as connection:
            connection.execute(
                bans.delete().where((bans.c.address == address) | (bans.c.until <= at))
            )
            if until > at:
                connection.execute(bans.insert(), {"address": address, "at": at, "until": until})
