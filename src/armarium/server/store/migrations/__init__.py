"""The migrations of the schema, which Alembic runs when a database is opened.

A new migration is a file in `versions` that names its predecessor in `down_revision`. Never change a published
migration. Databases from before Alembic store their version in `schema_version`.
"""

from __future__ import annotations

from pathlib import Path

import sqlalchemy as sql
from alembic import command
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory

__all__ = ["UnknownVersion", "find_version", "newest", "upgrade"]

# Schema versions from before Alembic, and the migrations that they correspond to.
_BEFORE_ALEMBIC = {1: "0001", 2: "0002"}


class UnknownVersion(Exception):
    """The database was written by a newer version."""

    def __init__(self, found: str, known: str) -> None:
        super().__init__(found)
        self.found, self.known = found, known


def newest() -> str:
    """Return the schema version that this program writes."""
    head = ScriptDirectory.from_config(_config()).get_current_head()
    assert head is not None
    return head


def find_version(connection: sql.Connection) -> str | None:
    """Return the schema version of a database; None if it holds no tables of ours. It is not changed."""
    if not sql.inspect(connection).has_table("table_log"):
        return None
    if old := _version_before_alembic(connection):
        if old not in _BEFORE_ALEMBIC:
            raise UnknownVersion(str(old), newest())
        return _BEFORE_ALEMBIC[old]
    return _version_of_alembic(connection)


def upgrade(connection: sql.Connection, version: str = "head") -> None:
    """Create or upgrade the schema, within the transaction of this connection."""
    config = _config(connection)
    if (found := find_version(connection)) is not None and _version_before_alembic(connection):
        command.stamp(config, found)
    _version_of_alembic(connection)  # without our tables it may be another program's
    command.upgrade(config, version)


def _version_of_alembic(connection: sql.Connection) -> str | None:
    known = {step.revision for step in ScriptDirectory.from_config(_config()).walk_revisions()}
    found = MigrationContext.configure(connection).get_current_heads()
    for version in found:
        if version not in known:
            raise UnknownVersion(version, newest())
    return next(iter(found), None)


def _config(connection: sql.Connection | None = None) -> Config:
    config = Config(attributes={"connection": connection})
    config.set_main_option("script_location", str(Path(__file__).parent).replace("%", "%%"))
    config.set_main_option("path_separator", "os")
    return config


def _version_before_alembic(connection: sql.Connection) -> int | None:
    tables = sql.inspect(connection).get_table_names()
    if "alembic_version" in tables or "schema_version" not in tables:
        return None
    version: int = connection.execute(sql.text("SELECT version FROM schema_version")).scalar_one()
    return version
