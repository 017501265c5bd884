"""Tables kept in PostgreSQL, which several processes may share: whoever writes says so to all the others.

A row of the log has one place, and of two that want it one is refused: that is all the order among processes.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import sqlalchemy as sql
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.engine import URL

from armarium.server.store import schema
from armarium.server.store.database import BadDatabase, Database, Dues, Row
from armarium.server.store.dues import set_dues
from armarium.server.store.sharing import CHANNEL, PROGRAM, Sharing

__all__ = ["Postgresql"]

_UPGRADING = 0x41524D41  # the lock that one who upgrades holds

# One statement, which is a transaction of its own: rows in, news out. Arrays, so that it is the same for any number.
_INSERTION = (
    "WITH written AS (INSERT INTO table_log (table_id, position, kind, body, at)"
    " SELECT * FROM unnest(%s::text[], %s::int[], %s::text[], %s::text[], %s::float8[])"
    " RETURNING table_id, position)"
    f" SELECT pg_notify('{CHANNEL}', %s || ' ' || table_id || ' ' || max(position)) FROM written GROUP BY table_id"
)


class Postgresql(Database):
    sharing: Sharing

    def __init__(self, url: URL, now: float) -> None:
        self.url = url.set(drivername="postgresql+psycopg")
        plain = url.set(drivername="postgresql").render_as_string(hide_password=False)
        self.sharing = Sharing(plain)
        try:
            self.engine = sql.create_engine(
                self.url,
                hide_parameters=True,  # seeds are in the rows: no error message may show them
                pool_pre_ping=True,  # a database that was restarted is asked again
                connect_args={"application_name": PROGRAM, "connect_timeout": 5},
            )
            with self.engine.connect() as connection:
                lock = sql.select(sql.func.pg_advisory_xact_lock(_UPGRADING))
                connection.execute(lock)
                schema.prepare(connection, now)
        except ModuleNotFoundError:
            raise BadDatabase(reason="database-library") from None
        except sql.exc.DBAPIError as error:
            detail = str(error.orig).strip().splitlines()[0]
            raise BadDatabase(reason="database-error", path=self.shown, detail=detail) from None

    @property
    def shown(self) -> str:
        return self.url.set(drivername="postgresql").render_as_string(hide_password=True)

    def is_alive(self, connection: sql.Connection, is_doubtful: bool) -> bool:
        try:
            if is_doubtful and not connection.invalidated:
                connection.exec_driver_sql("SELECT 1")
        except sql.exc.DBAPIError:
            return False
        return not connection.invalidated

    def insert(
        self, connection: sql.Connection, rows: list[Row], scores: list[dict[str, Any]], dues: Dues
    ) -> None:
        columns = tuple(list(column) for column in zip(*rows))
        if not (scores or dues):
            connection.exec_driver_sql(_INSERTION, (*columns, self.sharing.process))
            return
        connection.exec_driver_sql("BEGIN")
        try:
            connection.exec_driver_sql(_INSERTION, (*columns, self.sharing.process))
            if scores:
                connection.execute(insert(schema.scores).on_conflict_do_nothing(), scores)
            set_dues(connection, dues)
            connection.exec_driver_sql("COMMIT")
        except Exception:
            if not connection.invalidated:
                connection.exec_driver_sql("ROLLBACK")
            raise

    def touch(self, connection: sql.Connection) -> None:
        connection.execute(sql.update(schema.house).values(at=schema.house.c.at))

    def is_used(self) -> bool:
        """By a server: one listens as long as it runs."""
        wanted = sql.text(
            "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND application_name LIKE :name"
        )
        with self.engine.connect() as connection:
            return bool(connection.execute(wanted, {"name": f"{PROGRAM} server%"}).scalar())

    def faults(self) -> Sequence[str]:
        """PostgreSQL keeps its own pages in order; that it answers is what we can ask."""
        with self.engine.connect() as connection:
            connection.execute(sql.select(sql.func.count()).select_from(schema.log)).scalar_one()
        return []
