"""Add the server secret and the daily scores. Logs can contain undo entries from this version on."""

from __future__ import annotations

import sqlalchemy as sql
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    op.create_table(
        "house_secret",
        sql.Column("id", sql.Integer, primary_key=True),
        sql.Column("secret", sql.Text, nullable=False),
        sql.Column("at", sql.Float, nullable=False),
    )
    op.create_table(
        "daily_score",
        sql.Column("date", sql.Text, primary_key=True),
        sql.Column("browser", sql.Text, primary_key=True),
        sql.Column("score", sql.Integer, nullable=False),
        sql.Column("table_id", sql.Text, nullable=False),
        sql.Column("at", sql.Float, nullable=False),
        sqlite_with_rowid=False,
    )
    op.execute("UPDATE schema_version SET version = 2")
