"""Which records of a table may be had: of rounds that are over, and of a day's deal once that day is over."""

from __future__ import annotations

import zlib

from armarium.games.table.errors import NoRecord
from armarium.server.errors import RecordSealed, RecordWithheld
from armarium.server.table.table import Table

__all__ = ["record_of"]


def record_of(table: Table, round_: int | None, today: str) -> str:
    """The record of a round that is over: the latest, unless another is asked for."""
    asked = table.round if round_ is None else round_
    daily = table.created.daily
    if daily is not None and asked == 1 and daily.date >= today:
        # It holds the seed, and others are still to play this deal.
        raise RecordWithheld(asked=daily.date)
    if asked == table.round and table.is_over and asked not in table.records:
        raise NoRecord(game=table.created.game)  # cards were drawn anew: it has no past
    if asked not in table.records:
        raise RecordSealed(asked=asked, allowed=sorted(table.records))
    return zlib.decompress(table.records[asked]).decode()
