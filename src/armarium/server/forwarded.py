"""The owner's end of forwarding: serve requests and sockets of clients that are connected to other processes.

The owner serves them like its own, with the client's address. So every check of seats, tokens, limits and bans is made
in one place. The other end is in `forwarding`.
"""

from __future__ import annotations

import asyncio
import logging
from collections import Counter
from collections.abc import Awaitable, Callable
from typing import Any

import msgspec
from msgspec import Struct
from starlette.requests import Request
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from armarium.core.errors import ArmariumError
from armarium.server.bodies import ErrorBody
from armarium.server.connections import LINE
from armarium.server.errors import NotReady
from armarium.server.live_tables import LiveTables
from armarium.server.ownership import Ownership
from armarium.server.peer_links import FIRST_KIND, Channel

__all__ = [
    "ACCEPTED",
    "ANSWER",
    "CLOSED",
    "FRAME",
    "MOVED",
    "REQUEST",
    "TEXT",
    "Closing",
    "ForwardedAnswer",
    "ForwardedRequest",
    "OwnTables",
    "Refuse",
    "repeat_body",
]

PATIENCE_SECONDS = 3.0  # for the database
MAX_WAITING = 512  # messages of a client, more than its limits let through at once

# Kinds of frames to the owner, and from it. TEXT and FRAME contain a message of a client or for it.
REQUEST, TEXT = FIRST_KIND, FIRST_KIND + 1
ACCEPTED, FRAME, CLOSED, ANSWER, MOVED = range(FIRST_KIND + 3, FIRST_KIND + 8)

_logger = logging.getLogger("armarium.server")

Refuse = Callable[[Request, Exception], Awaitable[Response]]


class ForwardedRequest(Struct):
    """A request or a socket. `may_move`: the owner may give up the table, if nobody is connected to it."""

    kind: str  # http, websocket, or seated: who is connected to which table
    table: str = ""
    method: str = ""
    path: str = ""
    query: bytes = b""
    headers: list[tuple[bytes, bytes]] = []
    client: tuple[str, int] = ("", 0)
    body: bytes = b""
    may_move: bool = False


class Closing(Struct):
    code: int
    reason: str


class ForwardedAnswer(Struct):
    status: int
    headers: list[tuple[bytes, bytes]]
    body: bytes


_encode = msgspec.msgpack.Encoder().encode
_read_request = msgspec.msgpack.Decoder(ForwardedRequest).decode


class OwnTables:
    """Serves what concerns the tables of this process: `app` is the application that does it."""

    def __init__(self, ownership: Ownership, live_tables: LiveTables, refuse: Refuse) -> None:
        self.app: ASGIApp | None = None
        self._ownership, self._live_tables, self._refuse = ownership, live_tables, refuse
        self._tasks: set[asyncio.Task[None]] = set()
        self._sockets = Counter[str]()  # by table

    async def serve_socket(self, table: str, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve a socket. The table stays ours meanwhile, even before the client has said hello."""
        assert self.app is not None
        self._sockets[table] += 1
        try:
            await self.app(scope, receive, send)
        finally:
            self._sockets[table] -= 1
            if not self._sockets[table]:
                del self._sockets[table]

    async def serve_request(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request about a table of ours. Raise NotReady if others may own it by then."""
        assert self.app is not None
        lease, is_late = self._ownership.lease, False

        async def send_in_time(message: Message) -> None:
            nonlocal is_late
            if message["type"] == "http.response.start":
                is_late = lease is None or not lease.is_valid
            if not is_late:
                await send(message)

        await self.app(scope, receive, send_in_time)
        if is_late:
            raise NotReady(reason="ready-elsewhere")

    def serve_soon(self, channel: Channel, kind: int, content: bytes) -> None:
        """Serve a channel of another process, whose first frame is a ForwardedRequest."""
        task = asyncio.create_task(self._serve(channel, _ForwardedSocket(channel), content))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _serve(self, channel: Channel, socket: _ForwardedSocket, content: bytes) -> None:
        try:
            forwarded = _read_request(content)
            if forwarded.kind == "seated":
                seated = _encode(self._live_tables.find_seated())
                channel.send(ANSWER, _encode(ForwardedAnswer(200, [], seated)))
            elif not await self._is_ours(forwarded):
                channel.send(MOVED)
            elif forwarded.kind == "websocket":
                scope = _make_scope(forwarded, socket)
                await self.serve_socket(forwarded.table, scope, socket.receive, socket.send)
            else:
                channel.send(ANSWER, _encode(await self._answer(forwarded)))
        except Exception:
            _logger.exception("a forwarded request failed")
            failed = ErrorBody("error", {}, "Something went wrong.")
            if socket.is_accepted:
                channel.send(CLOSED, _encode(Closing(1011, failed.code)))
            else:
                headers = [(b"content-type", b"application/json")]
                answer = ForwardedAnswer(500, headers, msgspec.json.encode(failed))
                channel.send(ANSWER, _encode(answer))
        finally:
            channel.end()

    async def _is_ours(self, forwarded: ForwardedRequest) -> bool:
        table, may_move = forwarded.table, forwarded.may_move
        if self._ownership.owns(table):
            is_used = not may_move or table in self._sockets
            return is_used or not await self._live_tables.give_up_idle(table)
        if may_move or not self._ownership.is_valid:
            return False
        # Perhaps the database names us, and we do not know it because an answer was lost.
        self._ownership.forget_owner(table)
        try:
            async with asyncio.timeout(PATIENCE_SECONDS):
                return await self._ownership.find_owner(table) is None
        except (ArmariumError, TimeoutError):
            return False

    async def _answer(self, forwarded: ForwardedRequest) -> ForwardedAnswer:
        sent: list[Message] = []

        async def send(message: Message) -> None:
            sent.append(message)

        async def wait_forever() -> Message:
            await asyncio.Event().wait()
            raise AssertionError

        scope = _make_scope(forwarded, None)
        try:
            await self.serve_request(scope, repeat_body(forwarded.body, wait_forever), send)
        except ArmariumError as error:
            response = await self._refuse(Request(scope), error)
            await response(scope, wait_forever, send)
        body = b"".join(message.get("body", b"") for message in sent[1:])
        return ForwardedAnswer(sent[0]["status"], sent[0]["headers"], body)


class _ForwardedSocket:
    """The owner's end of a client's socket: what the application reads, and the writer of its frames."""

    unsent_bytes = 0  # the process of the client counts them
    pass_on = None

    def __init__(self, channel: Channel) -> None:
        self.address: str | None = None
        self.is_accepted = False
        self._channel = channel
        self._received: asyncio.Queue[Message] = asyncio.Queue()
        self._received.put_nowait({"type": "websocket.connect"})
        channel.on_frame, channel.on_end = self._on_frame, self._on_end

    def _on_frame(self, kind: int, content: bytes) -> None:
        if self._received.qsize() >= MAX_WAITING:
            self._channel.end()  # the table stands still; the client comes back
        elif kind == TEXT:
            self._received.put_nowait({"type": "websocket.receive", "bytes": content})

    def _on_end(self) -> None:
        self._received.put_nowait({"type": "websocket.disconnect", "code": 1006})

    async def receive(self) -> Message:
        return await self._received.get()

    async def send(self, message: Message) -> None:
        if message["type"] == "websocket.accept":
            self.is_accepted = True
            self._channel.send(ACCEPTED)
        elif message["type"] == "websocket.close":
            closing = Closing(message.get("code", 1000), message.get("reason") or "")
            self._channel.send(CLOSED, _encode(closing))
            self._received.put_nowait({"type": "websocket.disconnect", "code": closing.code})

    def write(self, *texts: bytes) -> None:
        for text in texts:
            self._channel.send(FRAME, text)

    def drop(self) -> None:
        self._channel.end()


def _make_scope(forwarded: ForwardedRequest, socket: _ForwardedSocket | None) -> Scope:
    scope: dict[str, Any] = {
        "type": forwarded.kind,
        "asgi": {"version": "3.0"},
        "http_version": "1.1",
        "scheme": "ws" if socket is not None else "http",
        "path": forwarded.path,
        "raw_path": forwarded.path.encode(),
        "query_string": forwarded.query,
        "root_path": "",
        "headers": forwarded.headers,
        "client": forwarded.client,
        "server": None,
        "subprotocols": [],
        "state": {LINE: socket},
        "extensions": {},
    }
    if socket is None:
        scope["method"] = forwarded.method
    return scope


def repeat_body(body: bytes, then: Receive) -> Receive:
    """Return what receives a body that was read before, and then the rest."""
    waiting: list[Message] = [{"type": "http.request", "body": body, "more_body": False}]

    async def receive() -> Message:
        return waiting.pop() if waiting else await then()

    return receive
