"""Requests for the analysis of a game that is over: asked for once, then looked at until it is done.

Whether a game may be explained is decided where its record is given out, as for all that is told of the past.
"""

from __future__ import annotations

import asyncio
from http import HTTPStatus
from pathlib import Path
from typing import Any, Literal

import msgspec
import platformdirs
from msgspec import Struct
from sqlalchemy.engine import make_url
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from armarium.analysis.wording import spoken
from armarium.games.shelf import open_book
from armarium.games.table.record import Record
from armarium.server.analysis.desk import Desk, Standing
from armarium.server.net.answers import catalogue_language, json_answer
from armarium.server.net.callers import Callers
from armarium.server.net.replays import Replays, number_in
from armarium.server.net.requests import House

__all__ = ["Analyses", "Explained", "folder_of"]


class Explained(Struct, omit_defaults=True):
    """`progress` is a part of 1; `analysis` is there when it is done, in the words of who asked."""

    state: Literal["none", "working", "done"]
    progress: float = 0.0
    analysis: dict[str, Any] | None = None


def folder_of(db: str) -> Path:
    """Where analyses are kept: beside the file of the tables, or among this machine's caches."""
    url = make_url(db)
    if url.get_backend_name() == "sqlite" and url.database:
        return Path(url.database).with_suffix(".analyses")
    return platformdirs.user_cache_path("armarium", appauthor=False) / "analyses"


class Analyses:
    def __init__(self, house: House, replays: Replays, desk: Desk) -> None:
        self._house, self._replays, self.desk = house, replays, desk

    def routes(self) -> list[Route]:
        return [
            Route("/api/replays/{id}/analysis", self.look, methods=["GET"]),
            Route("/api/replays/{id}/analysis", self.ask, methods=["POST"]),
        ]

    async def look(self, request: Request) -> Response:
        self._house.callers.check_load(Callers.of(request))
        record = await self._record(request)
        return await self._told(request, record, await self.desk.standing(_game(record), record))

    async def ask(self, request: Request) -> Response:
        self._house.admit(request)
        record = await self._record(request)
        asked = await self.desk.ask(_game(record), record, Callers.of(request))
        return await self._told(request, record, asked)

    async def _record(self, request: Request) -> str:
        past = await self._replays.past(request.path_params["id"], number_in(request, "round"))
        return past.text

    async def _told(self, request: Request, record: str, standing: Standing) -> Response:
        if standing.error is not None:
            raise standing.error
        language = catalogue_language(request)
        told = await asyncio.to_thread(_explained, standing, record, language)
        done = told.state != "working"
        status = HTTPStatus.OK if done else HTTPStatus.ACCEPTED
        return json_answer(told, status)


def _game(record: str) -> str:
    return Record.parse(record).fact("game")


def _explained(standing: Standing, record: str, language: str) -> Explained:
    if standing.body is None:
        under_way = standing.progress is not None
        return Explained("working" if under_way else "none", (standing.progress or 0) / 1000)
    found = msgspec.json.decode(standing.body)
    options = open_book(found["game"]).game.begun(Record.parse(record)).options
    said = spoken(found, options, language)
    return Explained("done", 1.0, dict(said))
