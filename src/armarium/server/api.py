"""The HTTP API of tables and of the server itself. Each feature has its own routes (see `features`)."""

from __future__ import annotations

import asyncio
import hmac
from collections.abc import Awaitable, Callable
from http import HTTPStatus
from typing import Any

import msgspec
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import BaseRoute, Route, WebSocketRoute
from starlette.websockets import WebSocket

import armarium
from armarium.analysis.extension import analysis_extension
from armarium.core import registry
from armarium.core.registry import find_game
from armarium.server.bodies import (
    ForgetResult,
    GameInfo,
    JoinTable,
    RetentionDays,
    ServerInfo,
    option_info,
)
from armarium.server.errors import BadRequest, ForeignOrigin, Locked, NotSaved, TooBig
from armarium.server.extension import ExtraRoute, RouteAnswer, server_extension
from armarium.server.features.admin.deletion import Deletion
from armarium.server.limits import ClientLimits, client_address, is_loopback
from armarium.server.live_tables import LiveTables
from armarium.server.ops.metrics import CONTENT_TYPE, Metrics
from armarium.server.requests import Admission, decode_body, json_response, read_token
from armarium.server.sandbox import SandboxPool
from armarium.server.sockets import MAX_BYTES, serve_socket
from armarium.server.tables.plan import BrowserId, NewTable
from armarium.text import catalogue

__all__ = ["Api"]

MAX_BYTES_WITH_CARDS = 64 * 1024  # of a request for a table with its own card set

Handler = Callable[[Request], Awaitable[Response]]


class Api:
    """`addresses`: the URLs at which other machines reach the server. Without `metrics_token`, only this machine can
    read metrics.
    """

    def __init__(
        self,
        admission: Admission,
        live_tables: LiveTables,
        deletion: Deletion,
        sandbox: SandboxPool,
        metrics: Metrics,
        client_limits: ClientLimits,
        addresses: list[str],
        metrics_token: str | None = None,
    ) -> None:
        self._admission, self._live_tables, self._deletion, self._sandbox = (
            admission,
            live_tables,
            deletion,
            sandbox,
        )
        self._metrics, self._client_limits = metrics, client_limits
        self._addresses, self._metrics_token = addresses, metrics_token

    def routes(self) -> list[BaseRoute]:
        seat = "/api/tables/{table}/seats/{seat:int}"
        return [
            Route("/api/info", self.info),
            *(
                Route(address.path, self.make_game_handler(address), methods=[address.method])
                for name in registry.game_names()
                for address in server_extension(name).routes
            ),
            Route("/api/games/{game}/words/{language}", self.words),
            Route("/api/daily", self.daily),
            Route("/api/tables", self.create, methods=["POST"]),
            Route("/api/tables/{table}", self.table),
            Route("/api/tables/{table}/seats", self.join, methods=["POST"]),
            Route(seat, self.forget, methods=["DELETE"]),
            Route(f"{seat}/link", self.replace_link, methods=["POST"]),
            Route("/api/tables/{table}/record", self.record),
            WebSocketRoute("/api/tables/{table}/socket", self.socket),
            Route("/healthz", self.health),
            Route("/readyz", self.ready),
            Route("/metrics", self.metrics),
        ]

    # ── tables ───────────────────────────────────────────────────────────────────────────────────

    async def create(self, request: Request) -> Response:
        self._admission.check_change(request)
        body = await self._admission.read_bytes(request, MAX_BYTES_WITH_CARDS)
        if len(body) > MAX_BYTES and not _has_own_cards(body):
            raise TooBig(asked=len(body), allowed=MAX_BYTES)
        plan = decode_body(body, NewTable)
        self._admission.check_table(request)
        return json_response(await self._live_tables.create(plan), HTTPStatus.CREATED)

    async def join(self, request: Request) -> Response:
        self._admission.check_change(request)
        body = await self._admission.read(request, JoinTable, default=b"{}")
        ticket = await self._live_tables.join(request.path_params["table"], body)
        return json_response(ticket, HTTPStatus.CREATED)

    async def replace_link(self, request: Request) -> Response:
        """Give a seat a new link. The request carries the host's token."""
        self._admission.check_change(request)
        host = read_token(request)
        asked = request.path_params
        ticket = await self._live_tables.replace_link(asked["table"], asked["seat"], host)
        return json_response(ticket, HTTPStatus.CREATED)

    async def forget(self, request: Request) -> Response:
        """Delete what a person left at a table. The request carries the token of their seat."""
        self._admission.check_change(request)
        token = read_token(request)
        asked = request.path_params
        gone = await self._deletion.forget(asked["table"], asked["seat"], token)
        return json_response(ForgetResult(gone))

    async def table(self, request: Request) -> Response:
        self._admission.check_load(request)
        live = await self._live_tables.find(request.path_params["table"])
        return json_response(await live.info())

    async def record(self, request: Request) -> Response:
        self._admission.check_load(request)
        asked = request.query_params.get("round")
        if asked is not None and not (asked.isascii() and asked.isdigit() and len(asked) < 9):
            raise BadRequest(reason="request-round", found=asked[:20])
        round_ = None if asked is None else int(asked)
        return PlainTextResponse(
            await self._live_tables.record(request.path_params["table"], round_)
        )

    async def daily(self, request: Request) -> Response:
        self._admission.check_load(request)
        browser = request.query_params.get("browser")
        if browser is not None:
            try:
                browser = msgspec.convert(browser, BrowserId)
            except msgspec.ValidationError:
                raise BadRequest(reason="request-browser") from None
        date = request.query_params.get("date")
        if date is not None:
            self._live_tables.calendar.check_date(date)
        game = request.query_params.get("game")
        return json_response(await self._live_tables.daily(game, browser, date))

    async def socket(self, websocket: WebSocket) -> None:
        try:
            self._admission.check_origin(websocket)
        except ForeignOrigin as error:
            self._metrics.refused.labels(error.code).inc()
            await websocket.close(1008, error.code)  # before accepting, so the handshake fails
            return
        await serve_socket(websocket, self._live_tables, self._metrics, self._client_limits)

    # ── games ────────────────────────────────────────────────────────────────────────────────────

    async def info(self, _: Request) -> Response:
        games: dict[str, GameInfo] = {}
        for name in registry.game_names():
            definition, server = find_game(name), server_extension(name)
            analysis = analysis_extension(name)
            games[name] = GameInfo(
                seats=list(definition.seats),
                editions=list(definition.editions),
                options=[option.name for option in definition.options],
                bots=self._live_tables.offered.list_for(name),
                not_ready=self._live_tables.offered.list_not_ready(name),
                has_daily=server.has_daily,
                has_practice=analysis.practice is not None,
                has_odds=analysis.odds is not None,
                table=[option_info(option) for option in definition.options],
                lesson=server.lesson.minutes if server.lesson else None,
            )
        keep = self._live_tables.keep
        info = ServerInfo(
            version=armarium.__version__,
            games=games,
            bots=list(dict.fromkeys(bot for game in games.values() for bot in game.bots)),
            editions=[edition for game in games.values() for edition in game.editions],
            local_only=not self._addresses,
            addresses=self._addresses,
            keep=RetentionDays(keep.waiting, keep.unfinished, keep.finished),
            rules=self._live_tables.readiness.rules,
            progress=self._live_tables.readiness.progress,
        )
        return json_response(info)

    async def words(self, request: Request) -> Response:
        """Return a game's text catalogue, for a page that was built without that game."""
        game, language = request.path_params["game"], request.path_params["language"]
        find_game(game)
        if language not in catalogue.languages():
            raise BadRequest(reason="request-language", found=language[:20])
        return json_response(catalogue.load_game_catalogue(game, language))

    def make_game_handler(self, address: ExtraRoute) -> Handler:
        """Return the handler of a route that a game adds to the API."""

        async def answer(request: Request) -> Response:
            body = b""
            if address.method == "POST":
                self._admission.check_change(request)
                body = await self._admission.read_bytes(request, address.max_bytes)
            answer = await self._call_game(address, body, client_address(request))
            if answer.text is None:
                return json_response(answer.data)
            headers = {
                "Cache-Control": "no-cache",
                "Content-Disposition": f'attachment; filename="{answer.file_name}"',
            }
            return Response(answer.text, HTTPStatus.OK, headers, answer.media_type)

        return answer

    async def _call_game(self, address: ExtraRoute, body: bytes, client: str) -> RouteAnswer:
        """Call a game's handler. Uploads are parsed in the sandbox; routes without a body do not need it."""
        if address.method == "POST":
            return await self._sandbox.answer(address, body, client)
        return await asyncio.to_thread(address.answer, body)

    # ── the server ───────────────────────────────────────────────────────────────────────────────

    async def health(self, _: Request) -> Response:
        """Answer that the process is alive, and what is wrong with it if a restart may help."""
        body: dict[str, Any] = {"ok": True}
        if stuck := self._metrics.stuck():
            body["stuck"] = stuck
        if (rules := self._live_tables.readiness.rules) != "compiled":
            body["rules"] = rules
        return json_response(body)

    async def ready(self, _: Request) -> Response:
        """Answer whether people can play here: the database works, and the rules are loaded or interpreted."""
        readiness = self._live_tables.readiness
        body: dict[str, Any] = {"ready": readiness.is_loaded, "rules": readiness.rules}
        if readiness.rules == "compiling":
            body["progress"] = readiness.progress
        if (problem := await self._live_tables.find_problem()) is not None:
            body |= {"ready": False, "code": NotSaved.code, "reason": problem}
        status = HTTPStatus.OK if body["ready"] else HTTPStatus.SERVICE_UNAVAILABLE
        return json_response(body, status)

    async def metrics(self, request: Request) -> Response:
        """Return the metrics, to this machine or with the token."""
        token = read_token(request)
        expected = self._metrics_token
        has_token = expected is not None and hmac.compare_digest(token.encode(), expected.encode())
        if not has_token and not _is_local(request):
            raise Locked()
        problem = await self._live_tables.find_problem()
        self._metrics.ready.set(problem is None and self._live_tables.readiness.is_loaded)
        return Response(await self._metrics.text(), media_type=CONTENT_TYPE)


def _is_local(request: Request) -> bool:
    """Return whether the request comes from this machine and not through a proxy, which its headers would show."""
    is_forwarded = "x-forwarded-for" in request.headers or "forwarded" in request.headers
    return not is_forwarded and is_loopback(request.client.host if request.client else None)


def _has_own_cards(body: bytes) -> bool:
    sets = (o.name for n in registry.game_names() for o in find_game(n).options if o.kind == "set")
    return any(f'"{name}"'.encode() in body for name in sets)
