"""Find and delete tables that have been inactive for too long."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import sqlalchemy as sql

from armarium.server.store import schema

__all__ = ["Retention", "delete_tables", "find_expired_tables"]

DAY = 86_400.0


@dataclass(frozen=True)
class Retention:
    """Days that a table is kept after its last entry: before its game starts, during a round, and after the last
    round.

    None: such tables are never deleted.
    """

    waiting: float | None = 7
    unfinished: float | None = 90
    finished: float | None = 365

    @classmethod
    def at_most(cls, days: float) -> Retention:
        """Return a retention of at most this many days; 0 keeps everything."""
        if days == 0:
            return cls(None, None, None)
        usual = cls()
        return cls(min(usual.waiting or days, days), min(usual.unfinished or days, days), days)


def find_expired_tables(
    connection: sql.Connection,
    retention: Retention,
    now: float,
    among: Sequence[str] | None = None,
) -> list[str]:
    """Return the tables whose retention time is over, of all or `among` these.

    The end of a round seals the next one, so a finished table has one more seal than rounds.
    """
    log = schema.log.c
    last = sql.func.max(log.at)
    begun = sql.func.sum(sql.case((log.kind == "begun", 1), else_=0))
    sealed = sql.func.sum(sql.case((log.kind == "sealed", 1), else_=0))
    states = (
        (retention.waiting, begun == 0),
        (retention.unfinished, sql.and_(begun > 0, sealed <= begun)),
        (retention.finished, sql.and_(begun > 0, sealed > begun)),
    )
    over = [sql.and_(state, last < now - days * DAY) for days, state in states if days is not None]
    if not over:
        return []
    statement = sql.select(log.table_id).group_by(log.table_id).having(sql.or_(*over))
    if among is not None:
        statement = statement.where(log.table_id.in_(among))
    return list(connection.execute(statement).scalars())


def delete_tables(connection: sql.Connection, tables: Sequence[str]) -> None:
    """Delete the rows of these tables. Daily scores stay, because they name nobody."""
    for table in (schema.log, schema.clock_deadlines):
        connection.execute(table.delete().where(table.c.table_id.in_(tables)))
