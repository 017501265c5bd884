"""Today's city: the same deal for everyone on one day of the calendar (UTC).

Its seed is HMAC-SHA256(the house's secret, the date): nobody can know it beforehand, and when the
day is over it is shown, so that anybody can deal that city again. A browser's first finished
attempt is listed. Who can clear a browser can play twice: there are no accounts, and no prizes.
"""

from __future__ import annotations

import asyncio
import hashlib
import hmac
from collections.abc import Callable
from datetime import UTC, date, datetime, timedelta

from armarium.games import shelf
from armarium.games.shelf import open_book
from armarium.games.table.errors import BadOption
from armarium.server.bodies import Daily, NewTable, PastDay, ScoreCount
from armarium.server.errors import BadRequest
from armarium.server.kept import hash_of
from armarium.server.log import Today
from armarium.server.store import Store

__all__ = ["Dailies"]


class Dailies:
    def __init__(self, store: Store, clock: Callable[[], float]) -> None:
        self._store = store
        self._clock = clock

    def today(self) -> str:
        return _date(self._clock()).isoformat()

    def seed(self, day: str) -> bytes:
        return hmac.digest(self._store.secret, day.encode(), hashlib.sha256)

    def begin(self, plan: NewTable) -> tuple[Today, bytes] | None:
        """Which day a new table belongs to, and its seed; None for a table of any day."""
        if plan.daily is None:
            return None
        _check(plan)
        today = self.today()
        return Today(today, hash_of(plan.daily)), self.seed(today)

    async def tell(self, browser: str | None) -> Daily:
        now = _date(self._clock())
        asked = None if browser is None else hash_of(browser)
        day = await asyncio.to_thread(self._store.day, now.isoformat(), asked)
        return Daily(
            date=now.isoformat(),
            attempts=sum(count for _, count in day.scores),
            scores=[ScoreCount(score, count) for score, count in day.scores],
            mine=day.mine,
            previous=self._previous(now),
        )

    def _previous(self, now: date) -> PastDay | None:
        """Yesterday, if there was a city yesterday: a secret drawn today makes none."""
        yesterday = now - timedelta(days=1)
        if _date(self._store.secret_since) > yesterday:
            return None
        return PastDay(yesterday.isoformat(), self.seed(yesterday.isoformat()).hex())


def _check(plan: NewTable) -> None:
    """The same for everyone: the rulings' own options, and a person who plays."""
    book = open_book(plan.game)
    if not book.has_daily:
        allowed = [name for name in shelf.names() if open_book(name).has_daily]
        raise BadOption(option="daily", asked=plan.game, allowed=allowed)
    seats = len(plan.seats)
    usual = book.game.new(seats, 0).view(None)["options"]
    asked = book.kept_options(plan.options)
    for option, value in asked.items():
        if value != usual[option] or type(value) is not type(usual[option]):
            raise BadOption(option=option, asked=str(value)[:100], allowed=[usual[option]])
    if any(seat.name is None or seat.bot is not None for seat in plan.seats):
        raise BadRequest(reason="daily-person")


def _date(moment: float) -> date:
    return datetime.fromtimestamp(moment, UTC).date()
