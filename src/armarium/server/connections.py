"""Send frames to one client, immediately and with a limit on unsent data.

uvicorn sends an application's frames one by one, each through several coroutines and a system call. A table has most
of its frames ready at the same time, so they are written together here.

A slow client must not delay a table. If too much data is unsent, the socket is closed; the client reconnects and
catches up from its version.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any, Protocol

import msgspec
from starlette.websockets import WebSocket, WebSocketDisconnect
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.http11 import Request

from armarium.server.store.leases import Lease
from armarium.server.tables.chair import Viewer

__all__ = ["LINE", "Connection", "FrameWriter", "choose_language", "encode", "find_writer"]

MAX_UNSENT_BYTES = 1 << 20  # per connection
CLOSE_SECONDS = 5.0  # for the last frame to be sent

_TEXT = b"\x81"  # a complete text message (RFC 6455, 5.2)
LINE = "armarium.line"  # of a scope: what writes the frames
_GONE = (RuntimeError, OSError, WebSocketDisconnect)
_encoder = msgspec.json.Encoder()

PassOn = Callable[[bytes], None]


def encode(message: Any) -> bytes:
    return _encoder.encode(message)


def choose_language(asked: str) -> str:
    tongue = asked[:2].lower()
    return tongue if tongue in ("fr", "xx") else "en"


class FrameWriter(WebSocketsSansIOProtocol):
    """uvicorn's protocol, which the application finds in its scope and writes to directly."""

    address: str | None = None
    """Whose limits count what arrives; the application knows it, since a proxy may stand between."""
    pass_on: PassOn | None = None
    """Takes the messages instead of the application."""

    def send_receive_event_to_app(self) -> None:
        if self.pass_on is None or self.close_sent:
            super().send_receive_event_to_app()
        else:
            text, self.frames = b"".join(self.frames), []
            self.pass_on(text)

    def handle_connect(self, event: Request) -> None:
        super().handle_connect(event)
        if self.response.status_code == 101:
            self.scope["state"][LINE] = self

    @property
    def unsent_bytes(self) -> int:
        """Return the bytes that wait because the client reads slowly."""
        return self.transport.get_write_buffer_size()

    def write(self, *texts: bytes) -> None:
        """Write frames without waiting. Nothing is sent to a closed connection."""
        if self.handshake_complete and not (self.close_sent or self.transport.is_closing()):
            self.transport.write(
                b"".join([part for text in texts for part in (_frame_header(text), text)])
            )

    def drop(self) -> None:
        """Abort the connection of a client that does not read."""
        self.transport.abort()


def _frame_header(text: bytes) -> bytes:
    """Return the header of an unmasked frame; servers do not mask."""
    size = len(text)
    if size < 126:
        return _TEXT + size.to_bytes(1)
    if size < 1 << 16:
        return _TEXT + b"\x7e" + size.to_bytes(2)
    return _TEXT + b"\x7f" + size.to_bytes(8)


class Writer(Protocol):
    """What sends frames to a client: a socket of this process, or the link to the process that has it."""

    address: str | None
    pass_on: PassOn | None

    @property
    def unsent_bytes(self) -> int: ...

    def write(self, *texts: bytes) -> None: ...

    def drop(self) -> None: ...


def find_writer(scope: Any) -> Writer:
    """Return the writer of an accepted socket."""
    writer: Writer = scope["state"][LINE]
    return writer


class Connection:
    """One accepted socket at a table: its address, its viewer, and its language."""

    def __init__(self, socket: WebSocket, address: str = "") -> None:
        self.address = address
        self.viewer: Viewer = None
        self.language = "en"
        self.patches = False  # the client keeps its view and receives patches
        self.lease: Lease | None = None  # of this process, if another one could own the table
        self._socket = socket
        self._writer = find_writer(socket.scope)
        self._closing: asyncio.Task[None] | None = None

    @property
    def is_closed(self) -> bool:
        return self._closing is not None

    def send(self, *messages: Any) -> None:
        self.write(*map(encode, messages))

    def write(self, *texts: bytes) -> None:
        if self.is_closed or not texts:
            return
        if self.lease is not None and not self.lease.is_valid:
            self.close(1012, "the table moves: come back")
        elif self._writer.unsent_bytes > MAX_UNSENT_BYTES:
            self.close(1013, "too slow: come back and catch up")
        else:
            self._writer.write(*texts)

    def close(self, code: int, reason: str) -> None:
        """Close after what was written."""
        if self._closing is None:
            self._closing = asyncio.create_task(self._close(code, reason))

    async def finish(self) -> None:
        """Wait until a requested close has been sent."""
        if self._closing is not None:
            await self._closing

    async def _close(self, code: int, reason: str) -> None:
        try:
            await asyncio.wait_for(self._socket.close(code, reason), CLOSE_SECONDS)
        except TimeoutError:
            self._writer.drop()
        except _GONE:
            pass
