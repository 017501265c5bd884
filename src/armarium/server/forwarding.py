"""The client's end of forwarding: requests and sockets about a table of another process go to its owner.

Host names and origins are checked here, because the owner has other addresses. Everything else is checked by the owner
(see `forwarded`).
"""

from __future__ import annotations

import asyncio
import re

import msgspec
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.types import ASGIApp, Receive, Scope, Send
from starlette.websockets import WebSocket, WebSocketDisconnect

from armarium.core.errors import ArmariumError
from armarium.server.connections import Connection, find_writer
from armarium.server.errors import BadRequest, NoTable, NotReady, TooBig, TooSlow
from armarium.server.forwarded import (
    ACCEPTED,
    ANSWER,
    CLOSED,
    FRAME,
    MOVED,
    REQUEST,
    TEXT,
    Closing,
    ForwardedAnswer,
    ForwardedRequest,
    OwnTables,
    Refuse,
    repeat_body,
)
from armarium.server.limits import ClientLimits, client_address
from armarium.server.middleware import Origins
from armarium.server.ownership import Ownership
from armarium.server.peer_links import LinkBroken, PeerLinks
from armarium.server.sockets import CLOSE_CODES, MAX_BYTES, receive_frame
from armarium.server.store.leases import Peer

__all__ = ["Forwarding"]

PATIENCE_SECONDS = 9.0  # for an owner: one that died is replaced within this time
RETRY_SECONDS = 0.25
MAX_BODY = 4 * MAX_BYTES  # the largest body of a request about a table

ADMIN_PATH = "/api/admin/"  # also for a banned admin
_ABOUT_TABLE = re.compile(r"/api/(?:admin/)?(?:tables|replays)/(?P<table>[^/]{1,40})(?:/.*)?")

SeatAddresses = dict[str, dict[int, list[str]]]  # by table and seat

_encode = msgspec.msgpack.Encoder().encode
_read_closing = msgspec.msgpack.Decoder(Closing).decode
_read_answer = msgspec.msgpack.Decoder(ForwardedAnswer).decode


class _Elsewhere(Exception):
    """The process that was asked does not own the table."""


class _BrokenMeanwhile(LinkBroken):
    """The link broke after the request was sent."""


class Forwarding:
    """A middleware. `wrap` sets the application that serves requests about our own tables."""

    def __init__(
        self,
        own_tables: OwnTables,
        ownership: Ownership,
        links: PeerLinks,
        client_limits: ClientLimits,
        origins: Origins,
        refuse: Refuse,
    ) -> None:
        self._own_tables, self._ownership, self._links = own_tables, ownership, links
        self._client_limits, self._origins, self._refuse = client_limits, origins, refuse
        links.on_channel = own_tables.serve_soon
        ownership.on_lost.append(links.abort)
        ownership.on_gone.append(links.drop)

    def wrap(self, app: ASGIApp) -> ASGIApp:
        self._own_tables.app = app
        return self

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        app, found = self._own_tables.app, None
        assert app is not None
        if scope["type"] != "lifespan":
            found = _ABOUT_TABLE.fullmatch(scope["path"])
        if found is None:
            await app(scope, receive, send)
            return
        try:
            if scope["type"] == "http":
                await self._serve_request(found["table"], scope, receive, send)
            elif not await self._serve_socket(found["table"], WebSocket(scope, receive, send)):
                await self._own_tables.serve_socket(found["table"], scope, receive, send)
        except ArmariumError as error:
            if scope["type"] == "websocket":
                code = CLOSE_CODES.get(error.code, 1008)
                await send({"type": "websocket.close", "code": code, "reason": error.code})
            else:
                response = await self._refuse(Request(scope), error)
                await response(scope, receive, send)

    async def _serve_request(self, table: str, scope: Scope, receive: Receive, send: Send) -> None:
        request = Request(scope, receive)
        body: bytes | None = None
        until = asyncio.get_running_loop().time() + PATIENCE_SECONDS
        while (owner := await self._find_owner(table, request)) is not None:
            if body is None:
                if request.method != "GET" or request.url.path.startswith(ADMIN_PATH):
                    self._origins.check(request.headers)
                body = await self._read_body(request)
            try:
                answer = await self._ask(owner, _describe(scope, table, body))
            except (LinkBroken, _Elsewhere) as error:
                if isinstance(error, _BrokenMeanwhile) and request.method != "GET":
                    raise NotReady(reason="ready-elsewhere") from None  # it may have been done
                await self._wait(table, until)
                continue
            response = Response(answer.body, answer.status)
            response.raw_headers = answer.headers
            await response(scope, receive, send)
            return
        again = receive if body is None else repeat_body(body, receive)
        await self._own_tables.serve_request(scope, again, send)

    async def _serve_socket(self, table: str, socket: WebSocket) -> bool:
        """Return whether another process served it, because the table is not ours."""
        self._origins.check(socket.headers)
        until = asyncio.get_running_loop().time() + PATIENCE_SECONDS
        may_move = True
        while (owner := await self._find_owner(table, socket)) is not None:
            try:
                await self._relay(owner, _describe(socket.scope, table, may_move=may_move), socket)
            except (LinkBroken, _Elsewhere):
                if may_move:
                    self._ownership.forget_owner(table)
                else:
                    await self._wait(table, until)
                may_move = False
            else:
                return True
        return False

    async def _find_owner(self, table: str, connection: Request | WebSocket) -> Peer | None:
        """Return the other process that owns a table; None if we do, or if there is no such table."""
        if self._ownership.owns(table):
            return None
        if not self._ownership.knows(table):
            is_admin = connection.url.path.startswith(ADMIN_PATH)
            limits = self._client_limits
            check = limits.check_login if is_admin else limits.check_load
            check(client_address(connection))
        try:
            async with asyncio.timeout(PATIENCE_SECONDS):
                return await self._ownership.find_owner(table)
        except NoTable:
            return None
        except TimeoutError:
            raise NotReady(reason="ready-elsewhere") from None

    async def _wait(self, table: str, until: float) -> None:
        """Wait a moment for the next owner."""
        self._ownership.forget_owner(table)
        if asyncio.get_running_loop().time() > until:
            raise NotReady(reason="ready-elsewhere")
        await asyncio.sleep(RETRY_SECONDS)

    async def _read_body(self, request: Request) -> bytes:
        seconds, body = self._client_limits.limits.body_seconds, bytearray()
        try:
            async with asyncio.timeout(seconds):
                async for chunk in request.stream():
                    body += chunk
                    if len(body) > MAX_BODY:
                        raise TooBig(asked=len(body), allowed=MAX_BODY)
        except TimeoutError:
            raise TooSlow(allowed=round(seconds)) from None
        except ClientDisconnect:
            raise BadRequest(reason="request-cut-off") from None
        return bytes(body)

    async def _ask(self, owner: Peer, forwarded: ForwardedRequest) -> ForwardedAnswer:
        link = await self._links.connect(owner)
        channel, answer = link.open_channel(), asyncio.get_running_loop().create_future()

        def on_frame(kind: int, content: bytes) -> None:
            if answer.done():
                return
            if kind == ANSWER:
                answer.set_result(_read_answer(content))
            else:
                answer.set_exception(_Elsewhere())

        def on_end() -> None:
            if not answer.done():
                answer.set_exception(_BrokenMeanwhile())

        channel.on_frame, channel.on_end = on_frame, on_end
        channel.send(REQUEST, _encode(forwarded))
        try:
            found: ForwardedAnswer = await answer
            return found
        finally:
            channel.end()

    async def _relay(self, owner: Peer, forwarded: ForwardedRequest, socket: WebSocket) -> None:
        """Pass messages on in both directions until one end closes. Raise unless the owner accepts the socket."""
        link = await self._links.connect(owner)
        channel, accepted = link.open_channel(), asyncio.get_running_loop().create_future()
        # The frames that arrive are counted here, the messages by the owner.
        writer, address = find_writer(socket.scope), client_address(socket)
        writer.address = address
        connection = Connection(socket, address)

        def on_frame(kind: int, content: bytes) -> None:
            if kind == FRAME:
                connection.write(content)
            elif accepted.done():
                if kind == CLOSED:
                    closing = _read_closing(content)
                    connection.close(closing.code, closing.reason)
            elif kind == MOVED:
                accepted.set_exception(_Elsewhere())
            elif kind == ACCEPTED:
                accepted.set_result(None)
            else:
                closing = _read_closing(content) if kind == CLOSED else Closing(1011, "error")
                accepted.set_result(closing)

        def on_end() -> None:
            if not accepted.done():
                accepted.set_exception(LinkBroken())
            elif accepted.exception() is None and accepted.result() is None:
                connection.close(1012, "come back")

        channel.on_frame, channel.on_end = on_frame, on_end
        channel.send(REQUEST, _encode(forwarded))
        try:
            refused: Closing | None = await accepted
            if refused is not None:
                await socket.close(refused.code, refused.reason)
                return
            # From now on the writer passes on what arrives, without waking a task.
            writer.pass_on = lambda text: channel.send(TEXT, text)
            await socket.accept()
            while not connection.is_closed:
                frame = await receive_frame(socket)
                channel.send(TEXT, frame.encode() if isinstance(frame, str) else frame)
        except WebSocketDisconnect:
            pass
        finally:
            writer.pass_on = None
            channel.on_end = lambda: None
            channel.end()
            await connection.finish()

    async def find_seated(self) -> list[SeatAddresses]:
        """Return who is connected at the other processes, for the admin."""

        async def ask(peer: Peer) -> SeatAddresses:
            try:
                async with asyncio.timeout(PATIENCE_SECONDS / 3):
                    answer = await self._ask(peer, ForwardedRequest("seated"))
            except (LinkBroken, TimeoutError):
                return {}
            return msgspec.msgpack.decode(answer.body, type=SeatAddresses)

        return await asyncio.gather(*map(ask, self._ownership.peers.values()))


def _describe(
    scope: Scope, table: str, body: bytes = b"", may_move: bool = False
) -> ForwardedRequest:
    headers = [(name, value) for name, value in scope["headers"] if name.lower() != b"origin"]
    return ForwardedRequest(
        kind=scope["type"],
        table=table,
        method=scope.get("method", ""),
        path=scope["path"],
        query=scope["query_string"],
        headers=headers,
        client=tuple(scope["client"] or ("", 0)),
        body=body,
        may_move=may_move,
    )
