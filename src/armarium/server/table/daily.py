"""The deal of a day: the same for everyone on one day of the calendar (UTC), at games that have one.

Its seed is HMAC-SHA256(the house's secret, the date): nobody can know it beforehand, and when the
day is over it is shown, so that anybody can deal it again. A browser's first finished attempt is
listed. Who can clear a browser can play twice: there are no accounts, and no prizes.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Callable
from datetime import UTC, date, datetime, timedelta

from armarium.games import shelf
from armarium.games.shelf import open_book
from armarium.games.table.errors import BadOption
from armarium.server.errors import BadRequest
from armarium.server.table.chair import hash_of
from armarium.server.table.log import Today
from armarium.server.table.plan import NewTable

__all__ = ["Calendar", "game_of_the_day"]


class Calendar:
    """`since`: when the secret was drawn."""

    def __init__(self, secret: bytes, since: float, clock: Callable[[], float]) -> None:
        self._secret = secret
        self._since = since
        self._clock = clock

    def today(self) -> str:
        return _date(self._clock()).isoformat()

    def seed(self, day: str) -> bytes:
        return hmac.digest(self._secret, day.encode(), hashlib.sha256)

    def begin(self, plan: NewTable) -> tuple[Today, bytes] | None:
        """Which day a new table belongs to, and its seed; None for a table of any day."""
        if plan.daily is None:
            return None
        _check(plan)
        today = self.today()
        return Today(today, hash_of(plan.daily)), self.seed(today)

    def yesterday(self) -> tuple[str, bytes] | None:
        """The day before and its seed, if there was one: a secret drawn today makes none."""
        day = _date(self._clock()) - timedelta(days=1)
        if _date(self._since) > day:
            return None
        return day.isoformat(), self.seed(day.isoformat())


def game_of_the_day(asked: str | None) -> str:
    """A game that has a deal of the day; without a wish, the first of the shelf."""
    allowed = [name for name in shelf.names() if open_book(name).has_daily]
    if asked is None and allowed:
        return allowed[0]
    if asked is not None and open_book(asked).has_daily:
        return asked
    raise BadOption(option="daily", asked=asked, allowed=allowed)


def _check(plan: NewTable) -> None:
    """The same for everyone: the rulings' own options, and a person who plays."""
    book = open_book(game_of_the_day(plan.game))
    seats = len(plan.seats)
    usual = book.game.new(seats, 0).view(None)["options"]
    asked = book.options_to_store(plan.options)
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
