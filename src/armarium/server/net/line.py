"""The line to one guest: texts are written as they come, and many at once.

uvicorn takes an application's frames one by one, each through several coroutines and a call of the system. A table has
most of them ready at the same moment: what somebody did, and that it was heard.
"""

from __future__ import annotations

from typing import Any, Protocol

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.http11 import Request

__all__ = ["Line", "SocketLine", "line_of"]

_TEXT = b"\x81"  # a whole message, of text (RFC 6455, 5.2)
_NAME = "armarium.line"


class Line(Protocol):
    @property
    def unread(self) -> int:
        """Bytes that wait, since the other side reads slowly."""

    def write(self, *texts: bytes) -> None:
        """Never waits; whoever is gone is told nothing."""

    def drop(self) -> None:
        """Whoever never reads again is not waited for."""


class SocketLine(WebSocketsSansIOProtocol):
    """uvicorn's protocol, whose application finds in its scope how to write."""

    def handle_connect(self, event: Request) -> None:
        super().handle_connect(event)
        if self.response.status_code == 101:
            self.scope["state"][_NAME] = self

    @property
    def unread(self) -> int:
        return self.transport.get_write_buffer_size()

    def write(self, *texts: bytes) -> None:
        if self.handshake_complete and not (self.close_sent or self.transport.is_closing()):
            self.transport.write(b"".join([part for text in texts for part in (_head(text), text)]))

    def drop(self) -> None:
        self.transport.abort()


def _head(text: bytes) -> bytes:
    """What stands before a text that is not masked: servers mask nothing."""
    size = len(text)
    if size < 126:
        return _TEXT + size.to_bytes(1)
    if size < 1 << 16:
        return _TEXT + b"\x7e" + size.to_bytes(2)
    return _TEXT + b"\x7f" + size.to_bytes(8)


def line_of(scope: Any) -> Line:
    """Of a socket that was accepted."""
    line: Line = scope["state"][_NAME]
    return line
