"""Everything of one database into another, empty one, of the same kind or not: backup, restoring and move are one.

All of it is as it stood at one moment, however many tables are in play meanwhile: whoever writes is not held up.
"""

from __future__ import annotations

import contextlib
import os
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import sqlalchemy as sql

from armarium.server.store.database import BadDatabase, Database
from armarium.server.store.opening import open_database
from armarium.server.store.schema import house, log, schema

__all__ = ["Copied", "backup", "copy"]

ROWS = 2000  # that are in memory at once


class Copied(dict[str, int]):
    """How many rows of each table of the database."""


def copy(source: str, target: str, told: Callable[[int], None] = lambda rows: None) -> Copied:
    """Raises BadDatabase: where one cannot be opened, where the target is not empty. All or nothing."""
    now = time.time()
    with _open(source, now, True) as taken, _open(target, now) as given:
        if given.is_used():
            raise BadDatabase(reason="database-used", path=given.shown)
        with taken.engine.connect() as reading, given.engine.connect() as writing:
            _see_one_moment(reading)
            filled = writing.execute(
                sql.select(sql.func.count(log.c.table_id.distinct()))
            ).scalar_one()
            if filled:
                raise BadDatabase(reason="database-filled", path=given.shown, number=filled)
            writing.execute(
                house.delete()
            )  # it was new a moment ago: the copy keeps the days' deals
            found = Copied()
            for table in schema.sorted_tables:
                found[table.name] = 0
                order = sql.select(table).order_by(*_order(table))
                for rows in reading.execute(order.execution_options(yield_per=ROWS)).partitions():
                    writing.execute(table.insert(), [row._asdict() for row in rows])
                    found[table.name] += len(rows)
                    told(sum(found.values()))
            writing.commit()
        return found


def backup(source: str, file: Path, told: Callable[[int], None] = lambda rows: None) -> Copied:
    """Into a new SQLite file, which is there whole or not at all."""
    if file.exists():
        raise FileExistsError(f"{file} is there already")
    if not file.parent.is_dir():
        raise FileNotFoundError(f"{file.parent} is no folder")
    part = file.with_name(file.name + ".part")
    part.unlink(missing_ok=True)
    try:
        found = copy(source, f"sqlite:///{part.absolute()}", told)
        os.replace(part, file)
    finally:
        for left in (part, *(part.with_name(part.name + end) for end in ("-wal", "-shm"))):
            left.unlink(missing_ok=True)
    return found


@contextlib.contextmanager
def _open(address: str, now: float, is_there: bool = False) -> Iterator[Database]:
    database = open_database(address, now, is_there)
    try:
        yield database
    finally:
        database.close()


def _see_one_moment(connection: sql.Connection) -> None:
    """All that is read is as it stood when the first row was."""
    if connection.dialect.name == "postgresql":
        connection.execution_options(isolation_level="REPEATABLE READ")
    else:
        connection.exec_driver_sql("BEGIN")  # the driver begins one only for those who write


def _order(table: sql.Table) -> list[sql.ColumnElement[object]]:
    """The log as it was written, everything else by its key."""
    if table is log:
        return [log.c.at, log.c.table_id, log.c.position]
    return list(table.primary_key.columns)
