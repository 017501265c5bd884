"""Requests for live odds, by the token of a seat: reckoned from what that seat knows, and from nothing else."""

from __future__ import annotations

import asyncio

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from armarium.server.net.answers import json_answer
from armarium.server.net.callers import Callers
from armarium.server.net.requests import House
from armarium.server.table.odds import check_odds

__all__ = ["Odds"]


class Odds:
    def __init__(self, house: House) -> None:
        self._house = house

    def routes(self) -> list[Route]:
        return [Route("/api/tables/{table}/odds", self.tell)]

    async def tell(self, request: Request) -> Response:
        self._house.callers.check_load(Callers.of(request))
        room, seat = await self._house.seated(request)
        table = room.session.table
        check_odds(table, seat)
        assert table.game is not None and table.book.odds is not None
        held = await asyncio.to_thread(table.book.odds, table.game.view(seat))
        return json_answer({"v": table.v, "held": held})
