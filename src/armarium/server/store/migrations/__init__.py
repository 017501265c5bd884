"""How the schema came to be what it is, one step a version, run by Alembic when a database is opened.

A new step is a file in `versions` that names the one before it in `down_revision`; a step is never
changed once it was published. Databases from before Alembic say their version in `schema_version`.
"""

from __future__ import annotations

from pathlib import Path

import sqlalchemy as sql
from alembic import command
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory

__all__ = ["UnknownVersion", "upgrade"]

# What a program from before Alembic wrote, and the step that it had come to.
_BEFORE_ALEMBIC = {1: "0001", 2: "0002"}


class UnknownVersion(Exception):
    """A newer program has been here."""

    def __init__(self, found: str, known: str) -> None:
        super().__init__(found)
        self.found, self.known = found, known


def upgrade(connection: sql.Connection) -> None:
    """Bring a database up to date, or make a new one, within the transaction of this connection."""
    config = Config(attributes={"connection": connection})
    config.set_main_option("script_location", str(Path(__file__).parent).replace("%", "%%"))
    config.set_main_option("path_separator", "os")
    steps = ScriptDirectory.from_config(config)
    head = steps.get_current_head()
    assert head is not None
    if is_old := _version_before_alembic(connection):
        if is_old not in _BEFORE_ALEMBIC:
            raise UnknownVersion(str(is_old), head)
        command.stamp(config, _BEFORE_ALEMBIC[is_old])
    known = {step.revision for step in steps.walk_revisions()}
    for found in MigrationContext.configure(connection).get_current_heads():
        if found not in known:
            raise UnknownVersion(found, head)
    command.upgrade(config, "head")


def _version_before_alembic(connection: sql.Connection) -> int | None:
    tables = sql.inspect(connection).get_table_names()
    if "alembic_version" in tables or "schema_version" not in tables:
        return None
    version: int = connection.execute(sql.text("SELECT version FROM schema_version")).scalar_one()
    return version
