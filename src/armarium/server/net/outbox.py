"""What is sent on one socket: written at once, and no more of it kept than a slow reader may owe.

A slow reader must not hold up a table: when too much waits for it the socket is closed, and the client comes back and
catches up by version.
"""

from __future__ import annotations

import asyncio

from starlette.websockets import WebSocket, WebSocketDisconnect

from armarium.server.net.line import line_of

__all__ = ["Outbox"]

MOST_UNREAD = 1 << 20  # bytes
PATIENCE = 5.0  # seconds for a last frame to leave

_GONE = (RuntimeError, OSError, WebSocketDisconnect)


class Outbox:
    """Of a socket that was accepted."""

    def __init__(self, socket: WebSocket) -> None:
        self._socket = socket
        self._line = line_of(socket.scope)
        self._closing: asyncio.Task[None] | None = None

    @property
    def is_closed(self) -> bool:
        return self._closing is not None

    def put(self, *texts: bytes) -> None:
        if self.is_closed or not texts:
            return
        if self._line.unread > MOST_UNREAD:
            self.close(1013, "too slow: come back and catch up")
        else:
            self._line.write(*texts)

    def close(self, code: int, reason: str) -> None:
        """Close behind what was written."""
        if self._closing is None:
            self._closing = asyncio.create_task(self._close(code, reason))

    async def finish(self) -> None:
        """Wait until a close that was asked for has gone out."""
        if self._closing is not None:
            await self._closing

    async def _close(self, code: int, reason: str) -> None:
        try:
            await asyncio.wait_for(self._socket.close(code, reason), PATIENCE)
        except TimeoutError:
            self._line.drop()
        except _GONE:
            pass
