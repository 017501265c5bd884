"""Who is told odds: whoever sits where the table has agreed on them, or where no other people play."""

from __future__ import annotations

from armarium.server.errors import NoOdds
from armarium.server.table.table import Table

__all__ = ["check_odds"]


def check_odds(table: Table, seat: int) -> None:
    """Decided by the table and by who sits there, never by cards."""
    if table.book.odds is None:
        raise NoOdds(reason="odds-none", game=table.created.game)
    if table.daily is not None:
        raise NoOdds(reason="odds-daily", asked=table.daily)
    others = [chair for other, chair in enumerate(table.chairs) if other != seat]
    is_alone = all(chair.bot is not None for chair in others)
    if table.created.memory == "none" or not (is_alone or table.created.memory == "odds"):
        raise NoOdds(reason="odds-agreed")
    if table.game is None or table.game.to_act is None:
        raise NoOdds(reason="odds-begun")
