"""Who may ask for a hint: whoever plays without other people, on its turn, and never in a try that counts for a day."""

from __future__ import annotations

from armarium.server.errors import NoHint
from armarium.server.table.table import Table

__all__ = ["MOST_HINTS", "check_hint"]

MOST_HINTS = 400  # of a round: a log is kept for long


def check_hint(table: Table, seat: int) -> None:
    """Decided by who sits there and whose turn it is, never by cards."""
    if table.book.analyst is None:
        raise NoHint(reason="hint-none", game=table.created.game)
    if any(chair.bot is None for other, chair in enumerate(table.chairs) if other != seat):
        raise NoHint(reason="hint-people")
    if table.daily is not None:
        raise NoHint(reason="hint-daily", asked=table.daily)
    if table.created.memory == "none":
        raise NoHint(reason="hint-memory")
    if table.game is None or table.game.to_act != seat:
        raise NoHint(reason="hint-turn")
    if table.hints >= MOST_HINTS:
        raise NoHint(reason="hint-many", allowed=MOST_HINTS)
