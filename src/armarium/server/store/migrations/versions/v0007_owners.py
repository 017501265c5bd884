"""Add who owns a table, where several processes may share the database: only with PostgreSQL."""

from __future__ import annotations

import sqlalchemy as sql
from alembic import op

revision = "0007"
down_revision = "0006"


def upgrade() -> None:
    if op.get_bind().dialect.name != "postgresql":
        return
    op.create_table(
        "server_process",
        sql.Column("id", sql.Text, primary_key=True),
        sql.Column("address", sql.Text, nullable=False),
        sql.Column("token", sql.Text, nullable=False),
        sql.Column("renewals", sql.BigInteger, nullable=False),
    )
    op.create_table(
        "table_owner",
        sql.Column("table_id", sql.Text, primary_key=True),
        sql.Column("process", sql.Text, nullable=False, index=True),
    )
