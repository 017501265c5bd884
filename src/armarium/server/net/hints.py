"""Requests for a hint, by the token of a seat: marked in the table's log, then made from that seat's view alone."""

from __future__ import annotations

from typing import Any

import msgspec
from msgspec import Struct
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from armarium.analysis.wording import action_named, reason_told
from armarium.server.analysis.jobs import Job
from armarium.server.analysis.judge import Judge
from armarium.server.net.answers import catalogue_language, json_answer
from armarium.server.net.callers import Callers
from armarium.server.net.requests import House

__all__ = ["Hinted", "Hints"]

LONGEST, WAITING, OWN = 20.0, 32, 2  # seconds; seats that may wait, and of one address


class HintedAction(Struct):
    action: str
    told: str
    chance: float
    error: float
    reason: str | None


class Hinted(Struct):
    """The best actions at version `v`, best first; `number`: how many hints this round has had."""

    v: int
    measure: str
    number: int
    actions: list[HintedAction]


class Hints:
    def __init__(self, house: House, judge: Judge | None = None) -> None:
        self._house = house
        self._judge = judge or Judge(LONGEST, WAITING, OWN)

    def routes(self) -> list[Route]:
        return [Route("/api/tables/{table}/hint", self.give, methods=["POST"])]

    async def give(self, request: Request) -> Response:
        self._house.admit(request)
        room, seat = await self._house.seated(request)
        change = await room.do(lambda: room.session.ask_hint(seat))
        table = change.after
        assert table.game is not None and table.book.analyst is not None
        job = Job(view=table.game.view(seat))
        found = msgspec.json.decode(await self._judge.ask(job, Callers.of(request), table.id))
        language = catalogue_language(request)
        told = [_told(one, table.game.name, table.game.options, language) for one in found]
        answer = Hinted(table.v, table.book.analyst.measure.name, table.hints, told)
        return json_answer(answer)

    async def get_ready(self) -> None:
        await self._judge.get_ready()

    async def close(self) -> None:
        await self._judge.close()


def _told(one: dict[str, Any], game: str, options: dict[str, Any], language: str) -> HintedAction:
    named = action_named(game, one["action"], options, language)
    reason = reason_told(game, one["because"], options, language, "advice")
    return HintedAction(one["action"], named, one["chance"], one["error"], reason)
