"""Open a database by its URL or path."""

from __future__ import annotations

import re
from pathlib import Path

import sqlalchemy as sql
from sqlalchemy.engine import URL, make_url

from armarium.server.store.database import Access, BadDatabase, Database
from armarium.server.store.sqlite import Sqlite

__all__ = ["open_database", "parse_database_url"]

KINDS = ("sqlite", "postgresql")
_SCHEME = re.compile(r"[A-Za-z][\w+.-]+:")  # a single letter is a Windows drive


def parse_database_url(text: str) -> URL:
    """Parse a URL such as sqlite:///FILE, or the plain path of a SQLite file."""
    if not _SCHEME.match(text) and text.strip():
        return URL.create("sqlite", database=str(Path(text).expanduser()))
    try:
        return make_url(text)
    except sql.exc.ArgumentError:
        raise BadDatabase(reason="database-address", address=text) from None


def open_database(
    text: str, now: float, access: Access = Access.UPGRADE, version: str | None = None
) -> Database:
    """Open a database for this `access`. `version`: the schema version of a new one, instead of the newest."""
    url = parse_database_url(text)
    kind = "postgresql" if url.drivername == "postgres" else url.get_backend_name()
    if kind == "sqlite":
        return Sqlite(url, now, access, version)
    if kind == "postgresql":
        from armarium.server.store.postgresql import (
            Postgresql,  # its driver is an optional dependency
        )

        return Postgresql(url, now, access, version)
    raise BadDatabase(reason="database-kind", kind=kind, allowed=KINDS)
