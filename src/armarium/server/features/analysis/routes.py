"""Routes for the analysis of a finished game: request it once, then poll until it is done. It comes in parts.

Access is checked where the record is read, as for all routes about past games.
"""

from __future__ import annotations

import asyncio
from http import HTTPStatus
from pathlib import Path
from typing import Any, Literal

import msgspec
import platformdirs
from msgspec import Struct
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from armarium.analysis.story import describe_analysis
from armarium.core.record import Record
from armarium.server.features.analysis.queue import AnalysisQueue, AnalysisStatus
from armarium.server.features.replay.finished import FinishedGame
from armarium.server.features.replay.routes import Replays
from armarium.server.limits import client_address
from armarium.server.requests import Admission, catalogue_language, json_response, parse_number
from armarium.server.store.opening import parse_database_url
from armarium.text import catalogue
from armarium.text.events import Viewer

__all__ = ["Analyses", "AnalysisAnswer", "analysis_folder"]


class AnalysisAnswer(Struct, omit_defaults=True):
    """`progress` is between 0 and 1. `analysis` is in the client's language.

    While working, `analysis` is partial. `part` counts the parts, so that a client receives each of them once.
    """

    state: Literal["none", "working", "done"]
    progress: float = 0.0
    analysis: dict[str, Any] | None = None
    part: int = 0


def analysis_folder(db: str) -> Path:
    """Return the folder for cached analyses: beside the database file, or in this machine's cache folder."""
    url = parse_database_url(db)
    if url.get_backend_name() == "sqlite" and url.database:
        return Path(url.database).with_suffix(".analyses")
    return platformdirs.user_cache_path("armarium", appauthor=False) / "analyses"


class Analyses:
    def __init__(self, admission: Admission, replays: Replays, queue: AnalysisQueue) -> None:
        self._admission, self._replays, self._queue = admission, replays, queue

    def routes(self) -> list[Route]:
        return [
            Route("/api/replays/{id}/analysis", self.get, methods=["GET"]),
            Route("/api/replays/{id}/analysis", self.start, methods=["POST"]),
        ]

    async def get(self, request: Request) -> Response:
        self._admission.check_load(request)
        past = await self._find(request)
        status = await self._queue.status(_game(past.text), past.text)
        return await self._respond(request, past, status)

    async def start(self, request: Request) -> Response:
        self._admission.check_change(request)
        self._admission.check_help()
        past = await self._find(request)
        status = await self._queue.request(_game(past.text), past.text, client_address(request))
        return await self._respond(request, past, status)

    async def _find(self, request: Request) -> FinishedGame:
        return await self._replays.find_finished(
            request.path_params["id"], parse_number(request, "round")
        )

    async def _respond(
        self, request: Request, past: FinishedGame, status: AnalysisStatus
    ) -> Response:
        if status.error is not None:
            raise status.error
        language, you = catalogue_language(request), parse_number(request, "you")
        seen = parse_number(request, "part") or 0
        answer = await asyncio.to_thread(_answer, status, past, language, you, seen)
        is_working = answer.state == "working"
        return json_response(answer, HTTPStatus.ACCEPTED if is_working else HTTPStatus.OK)


def _game(record: str) -> str:
    return Record.parse(record).fact("game")


def _answer(
    status: AnalysisStatus, past: FinishedGame, language: str, you: int | None, seen: int
) -> AnalysisAnswer:
    is_working = status.progress is not None
    if status.body is None or (is_working and status.part == seen):
        state: Literal["none", "working"] = "working" if is_working else "none"
        return AnalysisAnswer(state, (status.progress or 0) / 1000, part=status.part)
    found = msgspec.json.decode(status.body)
    names = _name_seats(past, len(found["seats"]), language)
    viewer = Viewer(language, names, 0 if len(names) == 1 else you)
    described = dict(describe_analysis(found, Record.parse(past.text), viewer, is_working))
    if is_working:
        return AnalysisAnswer("working", (status.progress or 0) / 1000, described, status.part)
    return AnalysisAnswer("done", 1.0, described)


def _name_seats(past: FinishedGame, seats: int, language: str) -> tuple[str, ...]:
    """Return the players' names as the page shows them: a bot's in the language, a seat's number without a name."""
    names = []
    for seat in range(seats):
        name = past.seats[seat].name if seat < len(past.seats) else ""
        key = f"web_bot_name_{name.lower()}"
        if past.seats and past.seats[seat].bot and catalogue.has_key(key):
            name = catalogue.translate(language, key)
        names.append(name or catalogue.translate(language, "web_player", seat=seat + 1))
    return tuple(names)
