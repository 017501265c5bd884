"""The PostgreSQL database, which several processes may share. A process that lost its lease cannot write.

The primary key (table, position) of the log works as an optimistic lock: of two writers to one position, one fails.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import sqlalchemy as sql
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.engine import URL

from armarium.server.store import schema
from armarium.server.store.database import (
    Access,
    BadDatabase,
    Database,
    DatabaseAway,
    LeaseLost,
    Row,
    describe_failure,
    find_schema,
    prepare_schema,
)
from armarium.server.store.sharing import (
    APPLICATION_NAME,
    CONNECT_OPTIONS,
    Sharing,
    notice_dead_clients,
)

__all__ = ["Postgresql"]

_UPGRADE_LOCK = 0x41524D41  # advisory lock held during a schema upgrade

REWRITE_BYTES = 256_000_000  # a log of this size is rewritten in a few seconds
REWRITE_WAIT = "2s"  # for the end of statements that use the table

# A refusal by the server begins like this. Without one nothing answered. psycopg has no codes for either.
_REFUSAL = "FATAL:"
_STARTING = "the database system is"  # starting up, shutting down, in recovery mode

# Arrays keep the statement the same for any number of rows. The lock keeps others from removing this process while it
# writes, and lets it renew its lease.
_INSERT = (
    "INSERT INTO table_log (table_id, position, kind, body, at)"
    " SELECT * FROM unnest(%s::text[], %s::int[], %s::text[], %s::text[], %s::float8[])"
)
_HOLD_LEASE = "SELECT FROM server_process WHERE id = %s FOR KEY SHARE"
_INSERT_AS_OWNER = (
    f"WITH own AS MATERIALIZED ({_HOLD_LEASE}) {_INSERT} WHERE EXISTS (SELECT FROM own)"
)
_PREPARED = b"armarium_insert"  # the name of that statement in a connection
# A process that is frozen in the middle of a transaction keeps its locks no longer.
_END_FROZEN = "SET {scope} idle_in_transaction_session_timeout = '2s'"


class Postgresql(Database):
    sharing: Sharing
    score_insertion = insert(schema.scores).on_conflict_do_nothing()

    def __init__(
        self,
        url: URL,
        now: float,
        access: Access = Access.UPGRADE,
        version: str | None = None,
    ) -> None:
        self.url = url.set(drivername="postgresql+psycopg")
        address = url.set(drivername="postgresql").render_as_string(hide_password=False)
        self.sharing = Sharing(address)
        try:
            self.engine = sql.create_engine(
                self.url,
                hide_parameters=True,  # rows contain seeds, which must not appear in errors
                pool_pre_ping=True,  # reconnect after a database restart
                connect_args={
                    **CONNECT_OPTIONS,
                    "application_name": APPLICATION_NAME,
                    # After a rollback, psycopg would drop all prepared statements, including ours.
                    "prepare_threshold": None,
                },
            )
            sql.event.listen(self.engine, "connect", lambda raw, _: notice_dead_clients(raw))
            if access is Access.READ:
                sql.event.listen(self.engine, "connect", _forbid_writing)
            with self.dispose_on_error(), self.engine.connect() as connection:
                if access in (Access.READ, Access.CHANGE):
                    self.schema_version = find_schema(connection, self.display_name)
                    return
                lock = sql.select(sql.func.pg_advisory_xact_lock(_UPGRADE_LOCK))
                connection.execute(lock)
                self._check_encoding(connection)
                self.schema_version = prepare_schema(
                    connection, now, self.display_name, access, version
                )
        except ModuleNotFoundError:
            raise BadDatabase(reason="database-library") from None
        except sql.exc.DBAPIError as error:
            failure = describe_failure(error, self.display_name, "database-error")
            text = str(error.orig)
            is_away = error.connection_invalidated or isinstance(error, sql.exc.OperationalError)
            is_away = is_away and (_REFUSAL not in text or _STARTING in text)
            raise (DatabaseAway(**failure.facts) if is_away else failure) from None

    def _check_encoding(self, connection: sql.Connection) -> None:
        encoding = connection.exec_driver_sql("SHOW server_encoding").scalar_one()
        if encoding != "UTF8":
            raise BadDatabase(reason="database-encoding", path=self.display_name, found=encoding)

    @property
    def display_name(self) -> str:
        return self.url.set(drivername="postgresql").render_as_string(hide_password=True)

    def is_alive(self, connection: sql.Connection, is_doubtful: bool) -> bool:
        try:
            if is_doubtful and not connection.invalidated:
                connection.exec_driver_sql("SELECT 1")
        except sql.exc.SQLAlchemyError:
            return False
        return not connection.invalidated

    def prepare_writer(self, connection: sql.Connection) -> None:
        connection.exec_driver_sql(_END_FROZEN.format(scope="SESSION"))

    def hold_lease(self, connection: sql.Connection, owner: str) -> None:
        connection.exec_driver_sql(_END_FROZEN.format(scope="LOCAL"))
        if not connection.exec_driver_sql(_HOLD_LEASE, (owner,)).rowcount:
            raise LeaseLost()

    def insert_rows(
        self, connection: sql.Connection, rows: list[Row], owner: str | None = None
    ) -> None:
        columns = [list(column) for column in zip(*rows)]
        if owner is None:
            connection.exec_driver_sql(_INSERT, tuple(columns))
        elif _insert_prepared(connection, owner, columns) < len(rows):
            raise LeaseLost()

    def touch(self, connection: sql.Connection) -> None:
        connection.execute(sql.update(schema.server_secret).values(at=schema.server_secret.c.at))

    def size(self, connection: sql.Connection) -> int:
        statement = "SELECT pg_database_size(current_database())"
        return int(connection.exec_driver_sql(statement).scalar_one())

    def scrub(self, is_daily: bool = False) -> None:
        """Free the space of deleted rows. Their bytes stay there until new rows overwrite them, or the daily run
        rewrites the table, for which all writers wait.
        """
        names = f"{schema.log.name}, {schema.clock_deadlines.name}"
        size = f"SELECT pg_total_relation_size('{schema.log.name}')"
        with self.engine.connect() as connection:
            alone = connection.execution_options(isolation_level="AUTOCOMMIT")  # as VACUUM demands
            is_small = alone.exec_driver_sql(size).scalar_one() <= REWRITE_BYTES
            # Nobody can read a table while another waits to rewrite it, so do not wait long for a backup to end.
            alone.exec_driver_sql(f"SET lock_timeout = '{REWRITE_WAIT}'")
            try:
                full = "FULL" if is_daily and is_small else ""
                alone.exec_driver_sql(f"VACUUM {full} {names}")
            finally:
                alone.exec_driver_sql("RESET lock_timeout")

    def is_in_use(self) -> bool:
        """Return whether a server uses the database. A server listens as long as it runs."""
        statement = sql.text(
            "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND application_name LIKE :name"
        )
        with self.engine.connect() as connection:
            return bool(
                connection.execute(statement, {"name": f"{APPLICATION_NAME} server%"}).scalar()
            )

    def find_faults(self) -> Sequence[str]:
        """Return no faults if the database answers. PostgreSQL checks its own pages."""
        with self.engine.connect() as connection:
            connection.execute(sql.select(sql.func.count()).select_from(schema.log)).scalar_one()
        return []


def _insert_prepared(connection: sql.Connection, owner: str, columns: list[list[Any]]) -> int:
    """Return the number of rows inserted by the statement that saves every action.

    It is sent by psycopg's binding of libpq. SQLAlchemy and psycopg would take ten times as much processor time, which
    matters where few actions share a commit.
    """
    import psycopg
    from psycopg.pq import ConnStatus, ExecStatus

    raw: Any = connection.connection.driver_connection
    line = raw.pgconn
    try:
        if _PREPARED not in connection.info:
            text = _number_parameters(_INSERT_AS_OWNER)
            _check_result(line.prepare(_PREPARED, text.encode()), ExecStatus.COMMAND_OK)
            connection.info[_PREPARED] = True
        facts = [owner.encode(), *(_format_array(column).encode() for column in columns)]
        done = line.exec_prepared(_PREPARED, facts)
        _check_result(done, ExecStatus.COMMAND_OK)
    except (psycopg.Error, MemoryError) as error:  # MemoryError: nothing could be sent
        is_broken = line.status != ConnStatus.OK
        is_conflict = isinstance(error, psycopg.IntegrityError)
        kind = sql.exc.IntegrityError if is_conflict else sql.exc.OperationalError
        raise kind(None, None, error, connection_invalidated=is_broken) from None
    return int(done.command_tuples or 0)


def _number_parameters(statement: str) -> str:
    first, *others = statement.split("%s")
    return first + "".join(f"${number}{text}" for number, text in enumerate(others, 1))


def _check_result(result: Any, wanted: int) -> None:
    from psycopg.errors import error_from_result

    if result.status != wanted:
        raise error_from_result(result)


def _format_array(values: list[Any]) -> str:
    """Return the text of a PostgreSQL array."""
    if isinstance(values[0], str):
        escaped = (value.replace("\\", "\\\\").replace('"', '\\"') for value in values)
        return '{"' + '","'.join(escaped) + '"}'
    return f"{{{','.join(map(repr, values))}}}"


def _forbid_writing(connection: Any, _: Any) -> None:
    connection.read_only = True
