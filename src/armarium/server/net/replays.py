"""Requests about games that are over, by the name of a table or by the hash of a record that was sent as a file.

Whether a table's game may be seen is decided where its record is given out, and nowhere else.
"""

from __future__ import annotations

import asyncio
import re
from http import HTTPStatus

import msgspec
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route

from armarium.games.table.record import MOST_BYTES
from armarium.server.errors import BadRequest, NoReplay, RecordSealed, RecordWithheld, TableStopped
from armarium.server.net.answers import json_answer
from armarium.server.net.apart import Allowed, Readers
from armarium.server.net.bodies import read_body
from armarium.server.net.callers import Callers
from armarium.server.net.guards import read_limited
from armarium.server.net.requests import House
from armarium.server.replay.another_way import begun_again
from armarium.server.replay.bodies import AnotherWay, PastSeat, SentRecord
from armarium.server.replay.checking import SENT
from armarium.server.replay.kept import MOST_SENT, Kept, Sights, hash_of_record
from armarium.server.replay.past import Past, frames_of, replay_of

__all__ = ["Replays", "number_in"]

_HASH = re.compile(r"[0-9a-f]{64}")
_DIGITS = 8


class Replays:
    def __init__(self, house: House) -> None:
        self._house = house
        self._sent = Kept[str, str](MOST_SENT, len)
        self._sights = Sights()
        # A record is replayed, which takes longer than reading a file, most of all on a machine that is busy.
        self._readers = Readers(Allowed(seconds=30, cpu_seconds=10))

    def routes(self) -> list[Route]:
        return [
            Route("/api/replays", self.send, methods=["POST"]),
            Route("/api/replays/{id}", self.replay),
            Route("/api/replays/{id}/frames", self.frames),
            Route("/api/replays/{id}/record", self.record),
            Route("/api/replays/{id}/tables", self.try_again, methods=["POST"]),
        ]

    async def send(self, request: Request) -> Response:
        """A record as a file: looked through apart, as all files are, then kept for a while under its hash."""
        self._house.admit(request)
        body = await read_limited(request, self._house.callers.limits.body_seconds, MOST_BYTES)
        checked = await self._readers.answer(SENT, body)
        text = body.decode()
        name = hash_of_record(text)
        self._sent.put(name, text)
        told = SentRecord(name, checked.data["game"], checked.data["actions"])
        return json_answer(msgspec.json.encode(told), HTTPStatus.CREATED)

    async def replay(self, request: Request) -> Response:
        past, eye = await self._asked(request)
        told = await asyncio.to_thread(replay_of, past, eye, self._sights)
        return json_answer(msgspec.json.encode(told))

    async def frames(self, request: Request) -> Response:
        past, eye = await self._asked(request)
        v = number_in(request, "v") or 0
        return json_answer(await asyncio.to_thread(frames_of, past, eye, v, self._sights))

    async def record(self, request: Request) -> Response:
        past, _ = await self._asked(request)
        return PlainTextResponse(past.text)

    async def try_again(self, request: Request) -> Response:
        """A table of its own that goes on from a moment."""
        self._house.admit(request)
        body = await read_limited(request, self._house.callers.limits.body_seconds)
        wish = read_body(body, AnotherWay)
        past = await self.past(request.path_params["id"], wish.round)
        plan, moment = await asyncio.to_thread(begun_again, past, wish)
        self._house.callers.check_table(Callers.of(request))
        ticket = await self._house.lobby.create(plan, moment=moment)
        return json_answer(msgspec.json.encode(ticket), HTTPStatus.CREATED)

    async def _asked(self, request: Request) -> tuple[Past, str]:
        self._house.callers.check_load(Callers.of(request))
        round_ = number_in(request, "round")
        past = await self.past(request.path_params["id"], round_)
        return past, request.query_params.get("eye", "all")

    async def past(self, name: str, round_: int | None) -> Past:
        """A round that may be shown: the one asked for, or the last that is over."""
        if _HASH.fullmatch(name):
            text = self._sent.get(name)
            if text is None:
                raise NoReplay(asked=name)
            return Past(name, text)
        lobby = self._house.lobby
        try:
            table = (await lobby.room(name)).session.table
        except TableStopped:
            # Nobody plays on: its record is open, as far as it goes.
            return Past(name, await lobby.record(name, round_))
        asked = round_ if round_ is not None else max(table.records, default=table.round)
        text = await lobby.record(name, asked)
        seats = [PastSeat(chair.name, chair.bot) for chair in table.chairs]
        return Past(name, text, asked, await self._open_rounds(name, sorted(table.records)), seats)

    async def _open_rounds(self, name: str, rounds: list[int]) -> list[int]:
        found = []
        for round_ in rounds:
            try:
                await self._house.lobby.record(name, round_)
            except (RecordSealed, RecordWithheld):
                continue
            found.append(round_)
        return found


def number_in(request: Request, name: str, digits: int = _DIGITS) -> int | None:
    asked = request.query_params.get(name)
    if asked is None:
        return None
    if not (asked.isascii() and asked.isdigit() and len(asked) <= digits):
        raise BadRequest(reason="request-number", name=name, found=asked[:20])
    return int(asked)
