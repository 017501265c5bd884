"""The daily deal: the same for everyone on one calendar day (UTC), at games that offer one.

Its seed is HMAC-SHA256(server secret, date), so nobody can predict it. A table counts if it ends within `EXTRA_TIME`
after midnight. Only then is the seed published, so that anybody can check the deal. A known seed never helps a table
that still counts.

The first finished attempt of a browser is listed. Clearing the browser's data allows a second attempt: there are no
accounts, and no prizes.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Callable
from datetime import UTC, date, datetime, timedelta
from typing import Any

from armarium.core import registry
from armarium.core.errors import BadOption
from armarium.core.registry import find_game
from armarium.server.errors import BadRequest
from armarium.server.extension import server_extension
from armarium.server.tables.chair import hash_token
from armarium.server.tables.log import DailyDeal, Scored
from armarium.server.tables.plan import NewTable
from armarium.server.tables.session import Change
from armarium.server.tables.state import Table, applies

__all__ = [
    "EXTRA_TIME",
    "Calendar",
    "find_daily_deadline",
    "find_daily_game",
    "oldest_counting_day",
    "score_daily",
]

# Time after midnight (UTC) to finish a game that started late in the day.
EXTRA_TIME = timedelta(hours=2)


class Calendar:
    """Seeds and dates of daily deals. `since`: when the server secret was generated."""

    def __init__(self, secret: bytes, since: float, clock: Callable[[], float]) -> None:
        self._secret = secret
        self._since = since
        self._clock = clock

    def today(self) -> str:
        return _date(self._clock()).isoformat()

    def seed(self, day: str) -> bytes:
        return hmac.digest(self._secret, day.encode(), hashlib.sha256)

    def begin(self, plan: NewTable) -> tuple[DailyDeal, bytes] | None:
        """Return the daily deal and the seed of a new table; None for an ordinary table."""
        if plan.daily is None:
            return None
        _check(plan)
        today = self.today()
        return DailyDeal(today, hash_token(plan.daily)), self.seed(today)

    def check_date(self, asked: str) -> None:
        """Raise unless the text is a date such as `2026-11-15`, no later than today."""
        try:
            is_date = date.fromisoformat(asked).isoformat() == asked
        except ValueError:
            is_date = False
        if not is_date or asked > self.today():
            raise BadRequest(reason="request-date")

    def oldest_counting_day(self) -> str:
        return oldest_counting_day(self._clock())

    def latest_published(self) -> tuple[str, bytes] | None:
        """Return the latest day whose tables no longer count, and its seed; None before the first such day."""
        day = date.fromisoformat(self.oldest_counting_day()) - timedelta(days=1)
        if _date(self._since) > day:
            return None
        return day.isoformat(), self.seed(day.isoformat())


def oldest_counting_day(now: float) -> str:
    """Return the oldest day whose tables still count. The seeds of earlier days are public."""
    return _date(now - EXTRA_TIME.total_seconds()).isoformat()


def score_daily(change: Change, now: float) -> None:
    """Record the score of a finished daily deal, if it still counts."""
    table = change.after
    today = table.created.daily
    if today is not None and table.round == 1 and today.date >= oldest_counting_day(now):
        outcome = (table.game.outcome() if table.game is not None else None) or {}
        change.add(Scored(today.date, today.browser, outcome["score"], table.created.game))


@applies(Scored)
def _note_score(_: Table, __: Scored) -> dict[str, Any]:
    return {}  # the store lists it


def find_daily_deadline(day: str) -> float:
    """Return the Unix time at which a day's tables stop counting and its seed is published."""
    midnight = datetime.fromisoformat(day).replace(tzinfo=UTC) + timedelta(days=1)
    return (midnight + EXTRA_TIME).timestamp()


def find_daily_game(asked: str | None) -> str:
    """Return a game that has a daily deal; by default the first one in the registry."""
    allowed = [name for name in registry.game_names() if server_extension(name).has_daily]
    if asked is None and allowed:
        return allowed[0]
    if asked is not None and server_extension(find_game(asked).name).has_daily:
        return asked
    raise BadOption(option="daily", asked=asked, allowed=allowed)


def _check(plan: NewTable) -> None:
    """Raise unless the table uses the default options and has a person to play it, so that all scores compare."""
    definition = find_game(find_daily_game(plan.game))
    seats = len(plan.seats)
    usual = definition.game.new(seats, 0).view(None)["options"]
    asked = server_extension(definition.name).options_to_store(definition.name, plan.options)
    for option, value in asked.items():
        if value != usual[option] or type(value) is not type(usual[option]):
            raise BadOption(option=option, asked=str(value)[:100], allowed=[usual[option]])
    if any(seat.name is None or seat.bot is not None for seat in plan.seats):
        raise BadRequest(reason="daily-person")
    if plan.clock is not None:
        raise BadRequest(reason="daily-clock")
    if plan.contributes:
        raise BadRequest(reason="daily-contribution")


def _date(moment: float) -> date:
    return datetime.fromtimestamp(moment, UTC).date()
