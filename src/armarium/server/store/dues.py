"""When the clock of each table is up: kept beside the log, in the same transaction, so that tables are found by it."""

from __future__ import annotations

import sqlalchemy as sql

from armarium.server.store import schema
from armarium.server.store.database import Dues

__all__ = ["set_dues", "tables_due"]


def set_dues(connection: sql.Connection, dues: Dues) -> None:
    """Within the transaction of the entries that say so."""
    if not dues:
        return
    table = schema.dues
    connection.execute(table.delete().where(table.c.table_id.in_(dues)))
    running = [{"table_id": name, "at": due} for name, due in dues.items() if due is not None]
    if running:
        connection.execute(table.insert(), running)


def tables_due(connection: sql.Connection, now: float) -> list[str]:
    """Those first that have waited longest."""
    table = schema.dues
    wanted = sql.select(table.c.table_id).where(table.c.at <= now).order_by(table.c.at)
    return list(connection.execute(wanted).scalars())
