"""Requests for live odds, by the token of a seat: reckoned from what that seat knows, and from nothing else."""

from __future__ import annotations

import asyncio
from http import HTTPStatus

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from armarium.server.errors import BadToken
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
        room = await self._house.lobby.room(request.path_params["table"])
        table = room.session.table
        seat = table.seat_of(request.headers.get("authorization", "").removeprefix("Bearer "))
        if seat is None:
            raise BadToken()
        check_odds(table, seat)
        assert table.game is not None and table.book.odds is not None
        held = await asyncio.to_thread(table.book.odds, table.game.view(seat))
        body, headers = (
            msgspec.json.encode({"v": table.v, "held": held}),
            {"Cache-Control": "no-store"},
        )
        return Response(body, HTTPStatus.OK, headers, "application/json")
