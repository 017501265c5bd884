"""What is not kept for ever: tables that nobody has touched for long, with all that was sent for them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import sqlalchemy as sql

from armarium.server.store import schema

__all__ = ["Keep", "delete", "expired"]

DAY = 86_400.0


@dataclass(frozen=True)
class Keep:
    """Days since the last entry of a table: one that waits for its seats, one in the middle of a round, one that is
    over. None of them: for ever."""

    waiting: float | None = 7
    unfinished: float | None = 90
    finished: float | None = 365

    @classmethod
    def at_most(cls, days: float) -> Keep:
        """No table for longer than so many days; 0: all for ever."""
        if days == 0:
            return cls(None, None, None)
        usual = cls()
        return cls(min(usual.waiting or days, days), min(usual.unfinished or days, days), days)


def expired(connection: sql.Connection, keep: Keep, now: float) -> list[str]:
    """The tables that are kept no longer. The end of a round seals the next: one seal more than rounds begun."""
    log = schema.log.c
    last = sql.func.max(log.at)
    begun = sql.func.sum(sql.case((log.kind == "begun", 1), else_=0))
    sealed = sql.func.sum(sql.case((log.kind == "sealed", 1), else_=0))
    states = (
        (keep.waiting, begun == 0),
        (keep.unfinished, sql.and_(begun > 0, sealed <= begun)),
        (keep.finished, sql.and_(begun > 0, sealed > begun)),
    )
    over = [sql.and_(state, last < now - days * DAY) for days, state in states if days is not None]
    if not over:
        return []
    wanted = sql.select(log.table_id).group_by(log.table_id).having(sql.or_(*over))
    return list(connection.execute(wanted).scalars())


def delete(connection: sql.Connection, tables: Sequence[str]) -> None:
    """The scores of a day stay: they name nobody."""
    for kept in (schema.log, schema.dues):
        connection.execute(kept.delete().where(kept.c.table_id.in_(tables)))
