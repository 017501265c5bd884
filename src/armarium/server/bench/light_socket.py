"""A WebSocket for measuring: frames of text, an answer to pings, and as little work for each as can be."""

from __future__ import annotations

import asyncio
import base64
import os
from abc import abstractmethod
from typing import cast

__all__ = ["LightSocket"]

_TEXT, _PING, _PONG = 0x81, 0x89, 0x8A


class LightSocket(asyncio.Protocol):
    def __init__(self, path: str) -> None:
        self._path = path
        self._rest = b""
        self._is_open = False
        self._transport: asyncio.Transport | None = None

    @abstractmethod
    def opened(self) -> None:
        """The server has shaken hands."""

    @abstractmethod
    def heard(self, text: bytes) -> None:
        """A message, whole."""

    def send(self, text: bytes) -> None:
        self._write(_TEXT, text)

    def _write(self, kind: int, text: bytes) -> None:
        # A mask of nothing but zeros is a mask, and costs no time.
        size = len(text)
        length = bytes([0x80 | size]) if size < 126 else b"\xfe" + size.to_bytes(2, "big")
        if self._transport is not None:
            self._transport.write(bytes([kind]) + length + b"\0\0\0\0" + text)

    def close(self) -> None:
        if self._transport is not None:
            self._transport.abort()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = transport = cast(asyncio.Transport, transport)
        key = base64.b64encode(os.urandom(16)).decode()
        transport.write(
            f"GET {self._path} HTTP/1.1\r\nHost: 127.0.0.1\r\n"
            f"Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Key: {key}\r\n"
            "Sec-WebSocket-Version: 13\r\n\r\n".encode()
        )

    def connection_lost(self, error: Exception | None) -> None:
        self._transport = None

    def data_received(self, data: bytes) -> None:
        rest = self._rest + data if self._rest else data
        if not self._is_open:
            head, end, rest = rest.partition(b"\r\n\r\n")
            if not end:
                self._rest = head
                return
            if b" 101 " not in head[:20]:
                raise RuntimeError(head.decode("latin-1"))
            self._is_open = True
            self.opened()
        at, size = 0, len(rest)
        while size - at >= 2:
            length, start = rest[at + 1], at + 2
            if length == 126:
                length, start = int.from_bytes(rest[at + 2 : at + 4], "big"), at + 4
            elif length == 127:
                length, start = int.from_bytes(rest[at + 2 : at + 10], "big"), at + 10
            if start > size or start + length > size:
                break
            if rest[at] == _TEXT:
                self.heard(rest[start : start + length])
            elif rest[at] == _PING:  # a server hangs up on whoever does not answer
                self._write(_PONG, rest[start : start + length])
            at = start + length
        self._rest = rest[at:]
