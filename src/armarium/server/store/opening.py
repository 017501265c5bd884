"""A database by its address."""

from __future__ import annotations

import sqlalchemy as sql
from sqlalchemy.engine import make_url

from armarium.server.store.database import BadDatabase, Database
from armarium.server.store.sqlite import Sqlite

__all__ = ["open_database"]

KINDS = ("sqlite", "postgresql")


def open_database(text: str, now: float, is_there: bool = False) -> Database:
    """Open and up to date; made where there is none yet, unless it has to be there."""
    try:
        url = make_url(text)
    except sql.exc.ArgumentError:
        raise BadDatabase(reason="database-address", address=text) from None
    kind = "postgresql" if url.drivername == "postgres" else url.get_backend_name()
    if kind == "sqlite":
        return Sqlite(url, now, is_there)
    if kind == "postgresql":
        from armarium.server.store.postgresql import Postgresql  # its driver is an extra

        return Postgresql(url, now)
    raise BadDatabase(reason="database-kind", kind=kind, allowed=KINDS)
