"""Add what the admin API needs: an index of the newest tables, and banned addresses."""

from __future__ import annotations

import sqlalchemy as sql
from alembic import op

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    op.create_table(
        "banned_address",
        sql.Column("address", sql.Text, primary_key=True),
        sql.Column("at", sql.Float, nullable=False),
        sql.Column("until", sql.Float, nullable=False),
        sqlite_with_rowid=False,
    )
    first = sql.text("position = 0")
    op.create_index(
        "ix_table_log_opened", "table_log", ["at"], sqlite_where=first, postgresql_where=first
    )
