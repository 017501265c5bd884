"""Create the event log of the tables."""

from __future__ import annotations

import sqlalchemy as sql
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    version = op.create_table("schema_version", sql.Column("version", sql.Integer, nullable=False))
    op.create_table(
        "table_log",
        sql.Column("table_id", sql.Text, primary_key=True),
        sql.Column("position", sql.Integer, primary_key=True),
        sql.Column("kind", sql.Text, nullable=False),
        sql.Column("body", sql.Text, nullable=False),
        sql.Column("at", sql.Float, nullable=False),
        sqlite_with_rowid=False,
    )
    op.bulk_insert(version, [{"version": 1}])
