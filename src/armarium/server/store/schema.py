"""What the database holds. `migrations` makes it, step by step, from whatever an older version left."""

from __future__ import annotations

import secrets

import sqlalchemy as sql

from armarium.server.store import migrations
from armarium.server.store.database import BadDatabase

__all__ = ["bans", "dues", "house", "log", "prepare", "schema", "scores"]

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
# The newest tables are found by it, whoever keeps the house looks at those.
sql.Index(
    "ix_table_log_opened",
    log.c.at,
    sqlite_where=log.c.position == 0,
    postgresql_where=log.c.position == 0,
)
# One row: the key of every day's deal, and since when it is.
house = sql.Table(
    "house_secret",
    schema,
    sql.Column("id", sql.Integer, primary_key=True),
    sql.Column("secret", sql.Text, nullable=False),
    sql.Column("at", sql.Float, nullable=False),
)
# The first finished attempt of each browser at a game's deal of a day; `browser` is a SHA-256.
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
# When the clock of a table is up, as the last of its entries says: those that nobody looks at are found by it.
dues = sql.Table(
    "table_due",
    schema,
    sql.Column("table_id", sql.Text, primary_key=True),
    sql.Column("at", sql.Float, nullable=False, index=True),
    sqlite_with_rowid=False,
)
# Addresses that nobody is heard from until then; of IPv6 the first 64 bits.
bans = sql.Table(
    "banned_address",
    schema,
    sql.Column("address", sql.Text, primary_key=True),
    sql.Column("at", sql.Float, nullable=False),
    sql.Column("until", sql.Float, nullable=False),
    sqlite_with_rowid=False,
)


def prepare(connection: sql.Connection, now: float) -> None:
    """Bring it up to date, on a connection that nobody else can write beside. A schema that a newer program has made is
    refused. Two that open a new database at the same moment keep one secret."""
    try:
        migrations.upgrade(connection)
    except migrations.UnknownVersion as unknown:
        facts = {"found": unknown.found, "own": unknown.known}
        raise BadDatabase(reason="database-schema", **facts) from None
    if connection.execute(sql.select(house.c.id)).first() is None:
        secret = {"id": 1, "secret": secrets.token_hex(32), "at": now}
        connection.execute(house.insert(), secret)
    connection.commit()
