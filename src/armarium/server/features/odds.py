"""Live odds for a seat, computed from what that seat knows and from nothing else."""

from __future__ import annotations

import asyncio

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from armarium.analysis.extension import analysis_extension
from armarium.server.live_tables import LiveTables
from armarium.server.requests import Admission, find_seat, json_response
from armarium.server.tables.help import check_odds

__all__ = ["Odds"]


class Odds:
    def __init__(self, admission: Admission, live_tables: LiveTables) -> None:
        self._admission, self._live_tables = admission, live_tables

    def routes(self) -> list[Route]:
        return [Route("/api/tables/{table}/odds", self.get_odds)]

    async def get_odds(self, request: Request) -> Response:
        self._admission.check_load(request)
        live, seat = await find_seat(self._live_tables, request)
        table = live.session.table
        check_odds(table, seat)
        self._admission.check_help()
        odds = analysis_extension(table.definition.name).odds
        assert table.game is not None and odds is not None
        held = await asyncio.to_thread(odds, table.game.view(seat))
        return json_response({"v": table.v, "held": held})
