"""One WebSocket from hello to close: count, parse and limit what arrives before a live table sees it.

Frames are counted before they are parsed, because only whole messages reach the application: pings, pongs and
fragments do not.
"""

from __future__ import annotations

import asyncio
import time
from typing import Any, get_args

import msgspec
from msgspec import Struct
from starlette.websockets import WebSocket, WebSocketDisconnect
from websockets.protocol import State

from armarium.core.errors import ArmariumError
from armarium.server.connections import Connection, FrameWriter, choose_language, find_writer
from armarium.server.errors import (
    BadToken,
    Banned,
    NoTable,
    NotReady,
    TableStopped,
    TooBig,
    TooFast,
    UnknownType,
    UnreadableAct,
    text_of,
)
from armarium.server.limits import Bucket, ClientLimits, client_address, normalize_address
from armarium.server.live_table import LiveTable
from armarium.server.live_tables import LiveTables
from armarium.server.ops.metrics import Metrics
from armarium.server.tables.messages import Act, ClientMessage, Hello, RefusedMessage, SendChat

__all__ = [
    "CLOSE_CODES",
    "MAX_BYTES",
    "FrameCounter",
    "read_message",
    "receive_frame",
    "serve_socket",
    "socket_protocol",
]

MAX_BYTES = 16 * 1024

CLOSE_CODES = {
    TooBig.code: 1009,
    NoTable.code: 4404,
    BadToken.code: 1008,
    Banned.code: 1008,
    TooFast.code: 1008,
    TableStopped.code: 1011,
    NotReady.code: 1013,
}

# ── frames ───────────────────────────────────────────────────────────────────────────────────────

_MASKED, _LENGTH = 0x80, 0x7F
_LONGER = {126: 2, 127: 8}  # bytes of an extended length (RFC 6455, 5.2)


class FrameCounter:
    """Count the WebSocket frames that begin in the bytes of one connection, by their headers.

    Control frames and fragments count like any other frame; payloads are skipped.
    """

    def __init__(self) -> None:
        self._header = b""  # an incomplete header
        self._skip = 0  # payload bytes still to come

    def count(self, data: bytes, limit: int) -> int:
        """Count frames, and stop at `limit`: the connection is then closed."""
        data = self._header + data
        at, end, found = self._skip, len(data), 0
        while at + 2 <= end and found < limit:
            second = data[at + 1]
            length = second & _LENGTH
            start = at + 2 + _LONGER.get(length, 0)
            if start > end:
                break
            if length in _LONGER:
                length = int.from_bytes(data[at + 2 : start])
            at = start + (4 if second & _MASKED else 0) + length
            found += 1
        self._header, self._skip = data[at:], max(0, at - end)
        return found


class LimitedSocket(FrameWriter):
    """uvicorn's protocol, which closes a connection that sends too many frames."""

    def __init__(self, client_limits: ClientLimits, *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        limits = client_limits.limits
        self._client_limits = client_limits
        self._counter = FrameCounter()
        self._frames = Bucket(limits.frames_per_second, limits.frames_burst, time.monotonic)
        self._bytes = Bucket(limits.bytes_per_second, limits.bytes_burst, time.monotonic)

    def data_received(self, data: bytes) -> None:
        # The first bytes are the handshake request, passed on by uvicorn's HTTP protocol.
        if not self.handshake_initiated or self._may_receive(data):
            super().data_received(data)
        else:
            self._close_flood()

    def _may_receive(self, data: bytes) -> bool:
        """Return whether the data is within the limits. Bytes in which no frame begins count as one frame."""
        found = self._counter.count(data, self._client_limits.limits.frames_burst + 1)
        frames, size = max(1, found), len(data)
        return (
            self._frames.take(frames)
            and self._bytes.take(size)
            and (
                self.address is None or self._client_limits.may_receive(self.address, frames, size)
            )
        )

    def _close_flood(self) -> None:
        host = self.client[0] if self.client else ""
        self._client_limits.log_misuse(
            self.address or normalize_address(host), "too many WebSocket frames"
        )
        if self.conn.state is State.OPEN:
            self.conn.fail(1008, TooFast.code)
            self.handle_parser_exception()  # tells the application, sends the close frame and closes
            self.loop.call_later(
                self.close_timeout, self.transport.abort
            )  # if the client does not read it
        else:
            self.transport.abort()


def socket_protocol(client_limits: ClientLimits) -> type[asyncio.Protocol]:
    """Return the protocol class for uvicorn."""

    class Limited(LimitedSocket):
        def __init__(self, *args: Any, **more: Any) -> None:
            super().__init__(client_limits, *args, **more)

    return Limited


# ── messages ─────────────────────────────────────────────────────────────────────────────────────


class _MessageHead(Struct):
    """The readable part of a malformed message."""

    t: Any = None
    id: Any = None


_types = [kind.__struct_config__.tag for kind in get_args(ClientMessage)]
_types_after_hello = [name for name in _types if name != "hello"]
_reader = msgspec.json.Decoder(ClientMessage)
_head_reader = msgspec.json.Decoder(_MessageHead)
_UNREADABLE = (msgspec.DecodeError, RecursionError, UnicodeError)


def read_message(raw: str | bytes) -> ClientMessage:
    size = len(raw) if isinstance(raw, bytes) else len(raw.encode())
    if size > MAX_BYTES:
        raise TooBig(asked=size, allowed=MAX_BYTES)
    try:
        message: ClientMessage = _reader.decode(raw)
    except _UNREADABLE as error:
        raise _explain_unreadable(raw, error) from None
    if isinstance(message, Act) and (message.action is None) == (message.actions is None):
        raise _bad_act("act", message.id, "act-one-or-list")
    return message


def _explain_unreadable(raw: str | bytes, error: Exception) -> ArmariumError:
    try:
        head = _head_reader.decode(raw)
    except _UNREADABLE:
        return UnknownType(asked="", allowed=_types, reason="no-message")
    asked = head.t[:40] if isinstance(head.t, str) else ""
    if asked in _FORMS:
        return _bad_act(asked, head.id, "act-fields", detail=str(error)[:200])
    named = {"id": head.id[:64]} if isinstance(head.id, str) else {}
    if asked not in _types:
        return UnknownType(asked=asked, allowed=_types, **named)
    detail = str(error)[:200]
    return UnknownType(asked=asked, allowed=_types, reason="message-fields", detail=detail, **named)


_FORMS = {
    "act": '{"t":"act","id":"c1","v":17,"action":"…"}',
    "take-back": '{"t":"take-back","id":"c2","v":18}',
    "say": '{"t":"say","id":"c4","text":"…"}',
    "instruct": '{"t":"instruct","id":"c3","instructions":["…"]}',
}


def _bad_act(kind: str, name: object, reason: str, **facts: str) -> UnreadableAct:
    known = name[:64] if isinstance(name, str) else None
    allowed = [_FORMS[kind]]
    return UnreadableAct(asked=kind, allowed=allowed, reason=reason, id=known, **facts)


# ── serving ──────────────────────────────────────────────────────────────────────────────────────


async def serve_socket(
    socket: WebSocket, live_tables: LiveTables, metrics: Metrics, client_limits: ClientLimits
) -> None:
    address = client_address(socket)
    try:
        with client_limits.count_open("sockets", address):
            find_writer(socket.scope).address = address
            await socket.accept()
            await _serve(socket, Connection(socket, address), live_tables, metrics, client_limits)
    except TooFast as error:
        metrics.refused.labels(error.code).inc()
        await socket.close(1008, error.code)  # before accepting, so the handshake fails


async def _serve(
    socket: WebSocket,
    connection: Connection,
    live_tables: LiveTables,
    metrics: Metrics,
    client_limits: ClientLimits,
) -> None:
    table: LiveTable | None = None
    try:
        hello = await asyncio.wait_for(_receive_hello(socket), client_limits.limits.hello_seconds)
        connection.language = choose_language(hello.lang)
        client_limits.check_load(connection.address)
        table = await live_tables.find(socket.path_params["table"])
        live_tables.check_may_play(table)
        await table.connect(connection, hello)
        await _listen(socket, table, connection, client_limits)
    except TimeoutError:
        connection.close(1008, "no hello")
    except WebSocketDisconnect:
        pass
    except ArmariumError as error:
        metrics.refused.labels(error.code).inc()
        facts = {key: fact for key, fact in error.facts.items() if key != "record"}
        text = text_of(error, connection.language)
        connection.send(RefusedMessage(None, error.code, facts, text))
        connection.close(CLOSE_CODES.get(error.code, 1008), error.code)
    finally:
        if table is not None:
            table.disconnect(connection)
        await connection.finish()


async def _receive_hello(socket: WebSocket) -> Hello:
    message = read_message(await receive_frame(socket))
    if not isinstance(message, Hello):
        raise BadToken(reason="hello-first")
    return message


async def _listen(
    socket: WebSocket, table: LiveTable, connection: Connection, client_limits: ClientLimits
) -> None:
    limits, max_refusals_in_a_row = client_limits.limits, 0
    while not connection.is_closed:
        raw = await receive_frame(socket)
        is_in_time = client_limits.may_send(table.id, connection.viewer, connection.address)
        message, refusal = _read(raw)
        key = getattr(message, "id", None) if refusal is None else refusal.facts.get("id")
        if not is_in_time:
            max_refusals_in_a_row += 1
            refusal = TooFast(allowed=round(limits.messages_per_second))
            if max_refusals_in_a_row > limits.max_refusals_in_a_row:
                raise refusal
        else:
            max_refusals_in_a_row = 0
            if isinstance(message, SendChat) and not _may_chat(table, connection, client_limits):
                lines = round(limits.chat_lines_per_minute)
                refusal = TooFast(reason="too-much-talk", allowed=lines)
        if refusal is not None:
            table.refuse(connection, refusal, key)
        elif isinstance(message, Hello):
            table.refuse(connection, UnknownType(asked="hello", allowed=_types_after_hello))
        elif message is not None:
            await table.receive(connection, message)


def _may_chat(table: LiveTable, connection: Connection, client_limits: ClientLimits) -> bool:
    viewer = connection.viewer
    return viewer is None or client_limits.may_chat(table.id, viewer, connection.address)


def _read(raw: str | bytes) -> tuple[ClientMessage | None, ArmariumError | None]:
    """Return a message, or the error in it. A message that is too big ends the connection."""
    try:
        return read_message(raw), None
    except TooBig:
        raise
    except ArmariumError as error:
        return None, error


async def receive_frame(socket: WebSocket) -> str | bytes:
    message = await socket.receive()
    if message["type"] == "websocket.disconnect":
        raise WebSocketDisconnect(message["code"], message.get("reason"))
    text: str | None = message.get("text")
    return text if text is not None else bytes(message.get("bytes") or b"")
