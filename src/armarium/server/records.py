"""Access to the records of a table: of finished rounds, and of a daily deal once its tables no longer count.

A table in memory holds only the game of its latest round. Earlier records are rebuilt from its log, so that a table
does not grow with every rematch.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import takewhile

from armarium.core.errors import NoRecord
from armarium.server.commands import load
from armarium.server.errors import RecordSealed, RecordWithheld
from armarium.server.tables.log import Entry, RoundBegun
from armarium.server.tables.state import Table

__all__ = ["check_record", "open_rounds", "read_record"]


def check_record(table: Table, round_: int | None, oldest_counting_day: str) -> int:
    """Return the round whose record may be read: the latest, unless another is requested."""
    asked = table.round if round_ is None else round_
    daily = table.created.daily
    if daily is not None and asked == 1 and daily.date >= oldest_counting_day:
        # The record holds the seed, and others may still score with this deal.
        raise RecordWithheld(asked=daily.date)
    if asked == table.round and table.is_over and asked not in table.recorded:
        raise NoRecord(game=table.created.game)  # the round began with redrawn cards
    if asked not in table.recorded:
        raise RecordSealed(asked=asked, allowed=list(table.recorded))
    return asked


def open_rounds(table: Table, oldest_counting_day: str) -> list[int]:
    """Return all rounds whose records may be read."""
    found = []
    for round_ in table.recorded:
        try:
            found.append(check_record(table, round_, oldest_counting_day))
        except (RecordSealed, RecordWithheld):
            continue
    return found


def read_record(table: str, entries: Sequence[Entry], round_: int) -> str:
    """Return the record of a finished round, rebuilt from the log of its table."""
    until = takewhile(
        lambda entry: not (isinstance(entry, RoundBegun) and entry.round > round_), entries
    )
    game = load(table, until, bytes, n=0).table.game
    assert game is not None and game.to_act is None, "a round that is over"
    return game.record()
