"""Store the log in the order of writing, with an index to find the rows of a table.

Rows stored by table would be spread over as many pages as tables are in play, and a commit writes whole pages.
"""

from __future__ import annotations

import sqlalchemy as sql
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    op.rename_table("table_log", "table_log_before")
    if op.get_bind().dialect.name == "postgresql":  # PostgreSQL names its indexes itself
        op.execute("ALTER INDEX table_log_pkey RENAME TO table_log_before_pkey")
    op.create_table(
        "table_log",
        sql.Column("table_id", sql.Text, primary_key=True),
        sql.Column("position", sql.Integer, primary_key=True),
        sql.Column("kind", sql.Text, nullable=False),
        sql.Column("body", sql.Text, nullable=False),
        sql.Column("at", sql.Float, nullable=False),
    )
    op.execute(
        "INSERT INTO table_log (table_id, position, kind, body, at)"
        " SELECT table_id, position, kind, body, at FROM table_log_before"
        " ORDER BY at, table_id, position"
    )
    op.drop_table("table_log_before")
