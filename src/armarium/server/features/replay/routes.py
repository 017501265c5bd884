"""Routes for finished games, by a table's id or by the hash of an uploaded record.

Whether a table's game may be shown is decided where its record is read, and nowhere else.
"""

from __future__ import annotations

import asyncio
import re
from http import HTTPStatus

import msgspec
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route

from armarium.core.record import MAX_BYTES
from armarium.server.errors import NoReplay, TableStopped
from armarium.server.features.replay.finished import (
    UPLOAD,
    BranchRequest,
    FinishedGame,
    PastSeat,
    UploadedRecord,
    make_frames,
    make_replay,
    plan_branch,
)
from armarium.server.features.replay.views import (
    MAX_UPLOAD_BYTES,
    ReplayViews,
    SizedCache,
    hash_record,
)
from armarium.server.limits import client_address
from armarium.server.live_tables import LiveTables
from armarium.server.records import open_rounds
from armarium.server.requests import Admission, json_response, parse_number
from armarium.server.sandbox import SandboxLimits, SandboxPool

__all__ = ["Replays"]

_HASH = re.compile(r"[0-9a-f]{64}")


class Replays:
    def __init__(self, admission: Admission, live_tables: LiveTables) -> None:
        self._admission, self._live_tables = admission, live_tables
        self._uploads = SizedCache[str, str](MAX_UPLOAD_BYTES, len)
        self._views = ReplayViews()
        # Replaying a record takes longer than parsing a file, especially on a busy machine.
        self._sandbox = SandboxPool(SandboxLimits(seconds=60, cpu_seconds=10))

    def routes(self) -> list[Route]:
        return [
            Route("/api/replays", self.upload, methods=["POST"]),
            Route("/api/replays/{id}", self.get_replay),
            Route("/api/replays/{id}/frames", self.get_frames),
            Route("/api/replays/{id}/record", self.get_record),
            Route("/api/replays/{id}/tables", self.create_branch, methods=["POST"]),
        ]

    async def upload(self, request: Request) -> Response:
        """Check an uploaded record in the sandbox, then keep it for a while under its hash."""
        self._admission.check_change(request)
        body = await self._admission.read_bytes(request, MAX_BYTES)
        checked = await self._sandbox.answer(UPLOAD, body, client_address(request))
        text = body.decode()
        name = hash_record(text)
        self._uploads.put(name, text)
        uploaded = UploadedRecord(name, checked.data["game"], checked.data["actions"])
        return json_response(msgspec.json.encode(uploaded), HTTPStatus.CREATED)

    async def get_replay(self, request: Request) -> Response:
        game, viewer = await self._find_requested(request)
        replay = await asyncio.to_thread(make_replay, game, viewer, self._views)
        return json_response(msgspec.json.encode(replay))

    async def get_frames(self, request: Request) -> Response:
        game, viewer = await self._find_requested(request)
        v = parse_number(request, "v") or 0
        return json_response(await asyncio.to_thread(make_frames, game, viewer, v, self._views))

    async def get_record(self, request: Request) -> Response:
        game, _ = await self._find_requested(request)
        return PlainTextResponse(game.text)

    async def create_branch(self, request: Request) -> Response:
        """Create a table that branches off from a version of this game."""
        self._admission.check_change(request)
        body = await self._admission.read(request, BranchRequest)
        game = await self.find_finished(request.path_params["id"], body.round)
        plan, moment = await asyncio.to_thread(plan_branch, game, body)
        self._admission.check_table(request)
        ticket = await self._live_tables.create(plan, moment=moment)
        return json_response(msgspec.json.encode(ticket), HTTPStatus.CREATED)

    async def _find_requested(self, request: Request) -> tuple[FinishedGame, str]:
        self._admission.check_load(request)
        round_ = parse_number(request, "round")
        game = await self.find_finished(request.path_params["id"], round_)
        return game, request.query_params.get("eye", "all")

    async def find_finished(self, name: str, round_: int | None) -> FinishedGame:
        """Return a round that may be shown: the requested one, or the last finished one."""
        if _HASH.fullmatch(name):
            text = self._uploads.get(name)
            if text is None:
                raise NoReplay(asked=name)
            return FinishedGame(name, text)
        try:
            table = (await self._live_tables.find(name)).session.table
        except TableStopped:
            # Nobody can play on, so the record is public as far as it goes.
            return FinishedGame(name, await self._live_tables.record(name, round_))
        number = round_ if round_ is not None else max(table.recorded, default=table.round)
        text = await self._live_tables.record(name, number)
        seats = [PastSeat(chair.name, chair.bot) for chair in table.chairs]
        rounds = open_rounds(table, self._live_tables.calendar.oldest_counting_day())
        return FinishedGame(name, text, number, rounds, seats)
