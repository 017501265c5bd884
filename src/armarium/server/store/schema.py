"""The tables of the database. `migrations` creates them, step by step, from any older version."""

from __future__ import annotations

import sqlalchemy as sql

__all__ = ["bans", "clock_deadlines", "log", "schema", "scores", "server_secret"]

schema = sql.MetaData()
log = sql.Table(
    "table_log",
    schema,
    sql.Column("table_id", sql.Text, primary_key=True),
    sql.Column("position", sql.Integer, primary_key=True),
    sql.Column("kind", sql.Text, nullable=False),
    sql.Column("body", sql.Text, nullable=False),
    sql.Column("at", sql.Float, nullable=False),
)
# The admin page lists the newest tables first.
sql.Index(
    "ix_table_log_opened",
    log.c.at,
    sqlite_where=log.c.position == 0,
    postgresql_where=log.c.position == 0,
)
# One row: the secret key of the daily deals, and when it was generated.
server_secret = sql.Table(
    "house_secret",
    schema,
    sql.Column("id", sql.Integer, primary_key=True),
    sql.Column("secret", sql.Text, nullable=False),
    sql.Column("at", sql.Float, nullable=False),
)
# The first finished attempt of each browser at a daily deal. `browser` is a SHA-256.
scores = sql.Table(
    "daily_score",
    schema,
    sql.Column("game", sql.Text, primary_key=True),
    sql.Column("date", sql.Text, primary_key=True),
    sql.Column("browser", sql.Text, primary_key=True),
    sql.Column("score", sql.Integer, nullable=False),
    sql.Column("table_id", sql.Text, nullable=False),
    sql.Column("at", sql.Float, nullable=False),
    sqlite_with_rowid=False,
)
# The clock deadline of each table, so that tables which are not in memory can be found when they are due.
clock_deadlines = sql.Table(
    "table_due",
    schema,
    sql.Column("table_id", sql.Text, primary_key=True),
    sql.Column("at", sql.Float, nullable=False, index=True),
    sqlite_with_rowid=False,
)
# Banned addresses and when each ban ends. An IPv6 address is stored by its first 64 bits.
bans = sql.Table(
    "banned_address",
    schema,
    sql.Column("address", sql.Text, primary_key=True),
    sql.Column("at", sql.Float, nullable=False),
    sql.Column("until", sql.Float, nullable=False),
    sqlite_with_rowid=False,
)
