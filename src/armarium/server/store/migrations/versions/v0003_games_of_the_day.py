"""Add the game to daily scores. Until now one game had a daily deal, and its table's log names it.

`schema_version` stays at 3, so that a version from before Alembic refuses the file and says why.
"""

from __future__ import annotations

import json

import sqlalchemy as sql
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    op.rename_table("daily_score", "daily_score_before")
    if op.get_bind().dialect.name == "postgresql":  # PostgreSQL names its indexes itself
        op.execute("ALTER INDEX daily_score_pkey RENAME TO daily_score_before_pkey")
    scores = op.create_table(
        "daily_score",
        sql.Column("game", sql.Text, primary_key=True),
        sql.Column("date", sql.Text, primary_key=True),
        sql.Column("browser", sql.Text, primary_key=True),
        sql.Column("score", sql.Integer, nullable=False),
        sql.Column("table_id", sql.Text, nullable=False),
        sql.Column("at", sql.Float, nullable=False),
        sqlite_with_rowid=False,
    )
    found = op.get_bind().execute(
        sql.text(
            "SELECT date, browser, score, s.table_id, s.at, body FROM daily_score_before s"
            " JOIN table_log l ON l.table_id = s.table_id AND l.position = 0"
        )
    )
    rows = [
        {
            "game": json.loads(row.body)["game"],
            "date": row.date,
            "browser": row.browser,
            "score": row.score,
            "table_id": row.table_id,
            "at": row.at,
        }
        for row in found
    ]
    op.bulk_insert(scores, rows)
    op.drop_table("daily_score_before")
    op.execute("UPDATE schema_version SET version = 3")
