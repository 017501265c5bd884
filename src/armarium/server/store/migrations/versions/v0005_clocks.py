"""Add the clock deadlines of tables. Older tables have none."""

from __future__ import annotations

import sqlalchemy as sql
from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    op.create_table(
        "table_due",
        sql.Column("table_id", sql.Text, primary_key=True),
        sql.Column("at", sql.Float, nullable=False),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_table_due_at", "table_due", ["at"])
