"""Answers to plain requests; `app` says at which addresses."""

from __future__ import annotations

import asyncio
import hmac
import logging
from collections.abc import Awaitable, Callable
from http import HTTPStatus
from typing import Any

import msgspec
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.websockets import WebSocket

import armarium
from armarium import words
from armarium.games import shelf
from armarium.games.shelf import open_book
from armarium.games.table.address import Address, Answer
from armarium.games.table.errors import ArmariumError
from armarium.server.errors import (
    BadRequest,
    BadToken,
    ForeignOrigin,
    Locked,
    NotSaved,
    TooBig,
    text_from,
)
from armarium.server.net import socket
from armarium.server.net.answers import json_answer, token_of
from armarium.server.net.apart import Readers, RefusedApart
from armarium.server.net.bodies import (
    Failure,
    Forgot,
    GameInfo,
    JoinTable,
    KeptDays,
    ServerInfo,
    option_info,
    read_body,
)
from armarium.server.net.callers import Callers, is_loopback
from armarium.server.net.guards import Origins, read_limited
from armarium.server.net.lobby import Lobby
from armarium.server.net.metrics import CONTENT_TYPE, Metrics
from armarium.server.net.room import Room
from armarium.server.net.visitor import language_of
from armarium.server.net.wire import MAX_BYTES
from armarium.server.table.plan import BrowserId, NewTable

__all__ = ["House"]

_logger = logging.getLogger("armarium.server")

_STATUS = {
    "no-table": HTTPStatus.NOT_FOUND,
    "no-replay": HTTPStatus.NOT_FOUND,
    "no-practice": HTTPStatus.NOT_FOUND,
    "no-position": HTTPStatus.NOT_FOUND,
    "table-full": HTTPStatus.CONFLICT,
    "table-stopped": HTTPStatus.CONFLICT,
    "table-closed": HTTPStatus.CONFLICT,
    "bad-token": HTTPStatus.FORBIDDEN,
    "banned": HTTPStatus.FORBIDDEN,
    "record-sealed": HTTPStatus.FORBIDDEN,
    "record-withheld": HTTPStatus.FORBIDDEN,
    "bad-components": HTTPStatus.UNPROCESSABLE_ENTITY,
    "foreign-origin": HTTPStatus.FORBIDDEN,
    "foreign-host": HTTPStatus.MISDIRECTED_REQUEST,
    "locked": HTTPStatus.FORBIDDEN,
    "too-slow": HTTPStatus.REQUEST_TIMEOUT,
    "too-big": HTTPStatus.REQUEST_ENTITY_TOO_LARGE,
    "too-fast": HTTPStatus.TOO_MANY_REQUESTS,
    "no-hint": HTTPStatus.FORBIDDEN,
    "no-lesson": HTTPStatus.NOT_FOUND,
    "no-odds": HTTPStatus.FORBIDDEN,
    "not-judged": HTTPStatus.SERVICE_UNAVAILABLE,
    "not-saved": HTTPStatus.SERVICE_UNAVAILABLE,
}

Handler = Callable[[Request], Awaitable[Response]]


class House:
    """What all requests share, and the handlers that use it."""

    def __init__(
        self,
        lobby: Lobby,
        metrics: Metrics,
        origins: Origins,
        callers: Callers,
        addresses: list[str],
        metrics_token: str | None = None,
    ) -> None:
        self.lobby = lobby
        self.metrics = metrics
        self.origins = origins
        self.callers = callers
        self.addresses = addresses
        self._metrics_token = metrics_token
        self.readers = Readers()

    def admit(self, request: Request) -> None:
        """Of those who want something changed: from our own page, and not too often."""
        self.origins.check(request.headers)
        self.callers.check_change(Callers.of(request))

    async def seated(self, request: Request) -> tuple[Room, int]:
        """The table that is asked about, and the seat whose token comes with the request."""
        room = await self.lobby.room(request.path_params["table"])
        seat = room.session.table.seat_of(token_of(request))
        if seat is None:
            raise BadToken()
        return room, seat

    async def _body(self, request: Request, most: int = MAX_BYTES) -> bytes:
        return await read_limited(request, self.callers.limits.body_seconds, most)

    async def create(self, request: Request) -> Response:
        self.admit(request)
        body = await self._body(request, MOST_WITH_A_SET)
        if len(body) > MAX_BYTES and not _has_a_set(body):
            raise TooBig(asked=len(body), allowed=MAX_BYTES)
        plan = read_body(body, NewTable)
        self.callers.check_table(Callers.of(request))
        return json_answer(await self.lobby.create(plan), HTTPStatus.CREATED)

    async def join(self, request: Request) -> Response:
        self.admit(request)
        wish = read_body(await self._body(request) or b"{}", JoinTable)
        ticket = await self.lobby.join(request.path_params["table"], wish)
        return json_answer(ticket, HTTPStatus.CREATED)

    async def replace_link(self, request: Request) -> Response:
        """By whoever opened the table, with the token of that seat."""
        self.admit(request)
        host = token_of(request)
        asked = request.path_params
        ticket = await self.lobby.replace_link(asked["table"], asked["seat"], host)
        return json_answer(ticket, HTTPStatus.CREATED)

    async def forget(self, request: Request) -> Response:
        """By whoever sits there, with the token of that seat: what they left there is deleted."""
        self.admit(request)
        token = token_of(request)
        asked = request.path_params
        gone = await self.lobby.deleting.forget(asked["table"], asked["seat"], token)
        return json_answer(Forgot(gone))

    async def table(self, request: Request) -> Response:
        self.callers.check_load(Callers.of(request))
        room = await self.lobby.room(request.path_params["table"])
        return json_answer(await room.info())

    async def record(self, request: Request) -> Response:
        self.callers.check_load(Callers.of(request))
        asked = request.query_params.get("round")
        if asked is not None and not (asked.isascii() and asked.isdigit() and len(asked) < 9):
            raise BadRequest(reason="request-round", found=asked[:20])
        text = await self.lobby.record(
            request.path_params["table"], None if asked is None else int(asked)
        )
        return PlainTextResponse(text)

    async def info(self, _: Request) -> Response:
        games = {
            name: GameInfo(
                seats=list(book.seats),
                editions=list(book.editions),
                options=[option.name for option in book.options],
                bots=self.lobby.offered.at(name),
                has_daily=book.has_daily,
                has_practice=book.practice is not None,
                has_odds=book.odds is not None,
                table=[option_info(option) for option in book.options],
                lesson=book.lesson.minutes if book.lesson else None,
            )
            for name, book in ((name, open_book(name)) for name in shelf.names())
        }
        keep = self.lobby.keep
        told = ServerInfo(
            version=armarium.__version__,
            games=games,
            bots=list(dict.fromkeys(bot for game in games.values() for bot in game.bots)),
            editions=[edition for game in games.values() for edition in game.editions],
            local_only=not self.addresses,
            addresses=self.addresses,
            keep=KeptDays(keep.waiting, keep.unfinished, keep.finished),
        )
        return json_answer(told)

    def own(self, address: Address) -> Handler:
        """The answers of a game's own address."""

        async def answer(request: Request) -> Response:
            body = b""
            if address.method == "POST":
                self.admit(request)
                body = await self._body(request, address.most_bytes)
            told = await self._told(address, body)
            if told.text is None:
                return json_answer(told.data)
            headers = {
                "Cache-Control": "no-cache",
                "Content-Disposition": f'attachment; filename="{told.file_name}"',
            }
            return Response(told.text, HTTPStatus.OK, headers, told.media_type)

        return answer

    async def _told(self, address: Address, body: bytes) -> Answer:
        """What strangers send is read apart; what nobody sends costs nothing."""
        if address.method == "POST":
            return await self.readers.answer(address, body)
        return await asyncio.to_thread(address.answer, body)

    async def daily(self, request: Request) -> Response:
        self.callers.check_load(Callers.of(request))
        browser = request.query_params.get("browser")
        if browser is not None:
            try:
                browser = msgspec.convert(browser, BrowserId)
            except msgspec.ValidationError:
                raise BadRequest(reason="request-browser") from None
        return json_answer(await self.lobby.daily(request.query_params.get("game"), browser))

    async def words(self, request: Request) -> Response:
        """A game's own catalogue, for a page that was built without that game."""
        game, language = request.path_params["game"], request.path_params["language"]
        open_book(game)
        if language not in words.languages():
            raise BadRequest(reason="request-language", found=language[:20])
        return json_answer(words.of_game(game, language))

    async def health(self, _: Request) -> Response:
        if await self.lobby.is_healthy():
            return json_answer({"ok": True})
        return json_answer({"ok": False, "code": NotSaved.code}, HTTPStatus.SERVICE_UNAVAILABLE)

    async def figures(self, request: Request) -> Response:
        """For this machine, or by token: what a server does is nobody else's business."""
        told = token_of(request)
        expected = self._metrics_token
        has_token = expected is not None and hmac.compare_digest(told.encode(), expected.encode())
        if not has_token and not _is_from_here(request):
            raise Locked()
        return Response(self.metrics.text(), media_type=CONTENT_TYPE)

    async def socket(self, websocket: WebSocket) -> None:
        try:
            self.origins.check(websocket.headers)
        except ForeignOrigin as error:
            self.metrics.refused.labels(error.code).inc()
            await websocket.close(1008, error.code)  # before accepting: the handshake fails
            return
        await socket.serve_socket(websocket, self.lobby, self.metrics, self.callers)

    async def refused(self, request: Request, error: Exception) -> Response:
        assert isinstance(error, ArmariumError)
        return self._failure(request, error.told())

    async def refused_apart(self, request: Request, error: Exception) -> Response:
        assert isinstance(error, RefusedApart)
        return self._failure(request, error.told)

    def _failure(self, request: Request, told: dict[str, Any]) -> Response:
        """An error as data, in the words of whoever asked."""
        self.metrics.refused.labels(told["code"]).inc()
        facts = {key: fact for key, fact in told["facts"].items() if key != "record"}
        language = language_of(request.headers.get("accept-language", ""))
        status = _STATUS.get(told["code"], HTTPStatus.BAD_REQUEST)
        return json_answer(Failure(told["code"], facts, text_from(told, language)), status)

    async def broken(self, request: Request, error: Exception) -> Response:
        _logger.error("a request failed", exc_info=error)
        return json_answer(
            Failure("error", {}, "Something went wrong."), HTTPStatus.INTERNAL_SERVER_ERROR
        )


# A table's own set of cards travels with the wish for the table.
MOST_WITH_A_SET = 64 * 1024


def _is_from_here(request: Request) -> bool:
    """A proxy that was not named speaks from here too, for anybody: it says so in its headers."""
    is_forwarded = "x-forwarded-for" in request.headers or "forwarded" in request.headers
    return not is_forwarded and is_loopback(request.client.host if request.client else None)


def _has_a_set(body: bytes) -> bool:
    sets = (o.name for n in shelf.names() for o in open_book(n).options if o.kind == "set")
    return any(f'"{name}"'.encode() in body for name in sets)
