"""What waits to be sent on one socket: a bounded queue with a task of its own.

A slow reader must not hold up a table: when its outbox is full the socket is closed, and the
client comes back and catches up by version.
"""

from __future__ import annotations

import asyncio
import contextlib
from typing import Protocol

from starlette.websockets import WebSocketDisconnect

__all__ = ["Outbox", "Socket"]

CAPACITY = 256
PATIENCE = 5.0  # seconds for a last frame to leave

_GONE = (RuntimeError, OSError, TimeoutError, WebSocketDisconnect)


class Socket(Protocol):
    async def send_text(self, data: str) -> None: ...
    async def close(self, code: int = 1000, reason: str | None = None) -> None: ...


class Outbox:
    def __init__(self, socket: Socket, capacity: int = CAPACITY) -> None:
        self._socket = socket
        self._waiting: asyncio.Queue[str | tuple[int, str]] = asyncio.Queue(capacity)
        self._sender = asyncio.create_task(self._send())
        self._closing: asyncio.Task[None] | None = None

    @property
    def is_closed(self) -> bool:
        return self._closing is not None or self._sender.done()

    def put(self, frame: str) -> None:
        if self.is_closed:
            return
        try:
            self._waiting.put_nowait(frame)
        except asyncio.QueueFull:
            self._abandon(1013, "too slow: come back and catch up")

    def close(self, code: int, reason: str) -> None:
        """Close after what is already waiting."""
        if self.is_closed:
            return
        try:
            self._waiting.put_nowait((code, reason))
        except asyncio.QueueFull:
            self._abandon(code, reason)

    async def finish(self) -> None:
        """Wait until a close has gone out; otherwise stop sending."""
        if self._closing is not None:
            await self._closing
        elif not self._sender.done():
            self._sender.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._sender

    async def flushed(self) -> None:
        """Wait until a close that was asked for has gone out."""
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(asyncio.shield(self._sender), PATIENCE)

    def _abandon(self, code: int, reason: str) -> None:
        self._sender.cancel()
        self._closing = asyncio.create_task(self._close(code, reason))

    async def _close(self, code: int, reason: str) -> None:
        # The other side may be gone already, or never read again.
        with contextlib.suppress(*_GONE):
            await asyncio.wait_for(self._socket.close(code, reason), PATIENCE)

    async def _send(self) -> None:
        while True:
            frame = await self._waiting.get()
            if isinstance(frame, tuple):
                await self._close(*frame)
                return
            try:
                await self._socket.send_text(frame)
            except _GONE:
                return  # gone; whoever reads the socket hears of it too
