"""Decide who may ask for hints and odds. The answer depends on the table and its seats, never on cards."""

from __future__ import annotations

from typing import Any

from armarium.analysis.extension import analysis_extension
from armarium.server.errors import NoHint, NoOdds
from armarium.server.tables.log import HintAsked
from armarium.server.tables.session import Change, Session
from armarium.server.tables.state import Table, applies

__all__ = ["MAX_HINTS", "check_hint", "check_odds", "request_hint"]

MAX_HINTS = 400  # per round, because a log is kept for long


def request_hint(session: Session, seat: int) -> Change:
    """Record a request for a hint in the log before the hint is given. Raise NoHint if it is not allowed."""
    check_hint(session.table, seat)
    change = Change(session.table)
    change.add(HintAsked(seat, session.table.v))
    return change


@applies(HintAsked)
def _count_hint(table: Table, _: HintAsked) -> dict[str, Any]:
    return {"hints": table.hints + 1}


def check_hint(table: Table, seat: int) -> None:
    """Raise NoHint unless the seat plays without other people, it is its turn, and no daily score is at stake."""
    if analysis_extension(table.definition.name).analyst is None:
        raise NoHint(reason="hint-none", game=table.created.game)
    if any(chair.bot is None for other, chair in enumerate(table.chairs) if other != seat):
        raise NoHint(reason="hint-people")
    if table.daily is not None:
        raise NoHint(reason="hint-daily", asked=table.daily)
    if table.created.memory == "none":
        raise NoHint(reason="hint-memory")
    if table.game is None or table.game.to_act != seat:
        raise NoHint(reason="hint-turn")
    if table.hints >= MAX_HINTS:
        raise NoHint(reason="hint-many", allowed=MAX_HINTS)


def check_odds(table: Table, seat: int) -> None:
    """Raise NoOdds unless the table agreed on odds, or no other people play."""
    if analysis_extension(table.definition.name).odds is None:
        raise NoOdds(reason="odds-none", game=table.created.game)
    if table.daily is not None:
        raise NoOdds(reason="odds-daily", asked=table.daily)
    others = [chair for other, chair in enumerate(table.chairs) if other != seat]
    is_alone = all(chair.bot is not None for chair in others)
    if table.created.memory == "none" or not (is_alone or table.created.memory == "odds"):
        raise NoOdds(reason="odds-agreed")
    if table.game is None or table.game.to_act is None:
        raise NoOdds(reason="odds-begun")
