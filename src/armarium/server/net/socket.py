"""One socket from hello to goodbye: limits, languages and close codes."""

from __future__ import annotations

import asyncio

from starlette.websockets import WebSocket, WebSocketDisconnect

from armarium.games.table.errors import ArmariumError
from armarium.server.errors import (
    BadToken,
    Banned,
    NoTable,
    TableStopped,
    TooBig,
    TooFast,
    UnknownType,
    text_of,
)
from armarium.server.net.callers import Callers
from armarium.server.net.lobby import Lobby
from armarium.server.net.metrics import Metrics
from armarium.server.net.outbox import Outbox
from armarium.server.net.room import Room
from armarium.server.net.visitor import Visitor, language_of
from armarium.server.net.wire import LATER, encode, read_message
from armarium.server.table.messages import ClientMessage, Hello, Say, TableRefused

__all__ = ["serve_socket"]

_CLOSE_CODES = {
    TooBig.code: 1009,
    NoTable.code: 4404,
    BadToken.code: 1008,
    Banned.code: 1008,
    TooFast.code: 1008,
    TableStopped.code: 1011,
}


async def serve_socket(socket: WebSocket, lobby: Lobby, metrics: Metrics, callers: Callers) -> None:
    address = Callers.of(socket)
    try:
        with callers.one_more("sockets", address):
            await socket.accept()
            await _serve(socket, Visitor(Outbox(socket), address), lobby, metrics, callers)
    except TooFast as error:
        metrics.refused.labels(error.code).inc()
        await socket.close(1008, error.code)  # before accepting: the handshake fails


async def _serve(
    socket: WebSocket, visitor: Visitor, lobby: Lobby, metrics: Metrics, callers: Callers
) -> None:
    outbox, limits = visitor.outbox, callers.limits
    room: Room | None = None
    try:
        hello = await asyncio.wait_for(_first(socket), limits.hello_seconds)
        visitor.language = language_of(hello.lang)
        callers.check_load(visitor.address)
        room = await lobby.room(socket.path_params["table"])
        await room.enter(visitor, hello)
        await _listen(socket, room, visitor, callers)
    except TimeoutError:
        outbox.close(1008, "no hello")
    except WebSocketDisconnect:
        pass
    except ArmariumError as error:
        metrics.refused.labels(error.code).inc()
        facts = {key: fact for key, fact in error.facts.items() if key != "record"}
        text = text_of(error, visitor.language)
        outbox.put(encode(TableRefused(None, error.code, facts, text)))
        outbox.close(_CLOSE_CODES.get(error.code, 1008), error.code)
    finally:
        if room is not None:
            room.leave(visitor)
        await outbox.finish()


async def _first(socket: WebSocket) -> Hello:
    message = read_message(await _receive(socket))
    if not isinstance(message, Hello):
        raise BadToken(reason="hello-first")
    return message


async def _listen(socket: WebSocket, room: Room, visitor: Visitor, callers: Callers) -> None:
    limits, strikes = callers.limits, 0
    while not visitor.outbox.is_closed:
        raw = await _receive(socket)
        is_in_time = callers.may_speak(room.id, visitor.eye, visitor.address)
        message, refusal = _read(raw)
        name = getattr(message, "id", None) if refusal is None else refusal.facts.get("id")
        if not is_in_time:
            strikes += 1
            refusal = TooFast(allowed=round(limits.messages_a_second))
            if strikes > limits.strikes:
                raise refusal
        else:
            strikes = 0
            if isinstance(message, Say) and not _may_talk(room, visitor, callers):
                lines = round(limits.talk_a_minute)
                refusal = TooFast(reason="too-much-talk", allowed=lines)
        if refusal is not None:
            room.refuse(visitor, refusal, name)
        elif isinstance(message, Hello):
            room.refuse(visitor, UnknownType(asked="hello", allowed=LATER))
        elif message is not None:
            await room.receive(visitor, message)


def _may_talk(room: Room, visitor: Visitor, callers: Callers) -> bool:
    return visitor.eye is None or callers.may_talk(room.id, visitor.eye, visitor.address)


def _read(raw: str | bytes) -> tuple[ClientMessage | None, ArmariumError | None]:
    """A message, or why it is none; one that is too big ends the talk."""
    try:
        return read_message(raw), None
    except TooBig:
        raise
    except ArmariumError as error:
        return None, error


async def _receive(socket: WebSocket) -> str | bytes:
    message = await socket.receive()
    if message["type"] == "websocket.disconnect":
        raise WebSocketDisconnect(message["code"], message.get("reason"))
    text: str | None = message.get("text")
    return text if text is not None else bytes(message.get("bytes") or b"")
