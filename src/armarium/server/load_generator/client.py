"""A light WebSocket client that plays a seat, so that the measurement shows the server and not its client.

It reads only whose turn it is and which actions are legal. It answers with a random legal action, one at a time.
"""

from __future__ import annotations

import asyncio
import base64
import os
import random
import time
from abc import abstractmethod
from collections.abc import Callable
from typing import Any, cast

import msgspec
from msgspec import Struct

__all__ = ["Board", "LightSeat", "LightSocket", "Tally"]


_TEXT, _PING, _PONG = 0x81, 0x89, 0x8A


class _View(Struct):
    legal: list[str]


class _Op(Struct):
    op: str
    path: str
    value: msgspec.Raw = msgspec.Raw(b"null")


class _Table(Struct):
    over: bool
    round: int


class _Message(Struct):
    t: str
    table: _Table | None = None
    v: int = -1
    id: str | None = None
    code: str = ""
    text: str = ""
    view: _View | None = None
    patch: list[_Op] = []


_decoder = msgspec.json.Decoder(_Message)
_text = msgspec.json.Decoder(str)
_texts = msgspec.json.Decoder(list[str])


class Tally:
    """Count what all tables did during the measurement."""

    def __init__(self) -> None:
        self.actions = 0
        self.frames = 0
        self.bytes = 0
        self.waits: list[float] = []  # from an act to its ack, in seconds
        self.refusals: list[str] = []  # must stay empty
        self.is_on = False  # counting starts when True
        self.is_closing = False  # seats stop acting when True


class Board:
    """A table and its players, as far as the load generator knows them."""

    def __init__(self, table: str, tokens: list[str], chance: random.Random) -> None:
        self.table, self.tokens, self.chance = table, tokens, chance
        self.seats: list[LightSeat] = []
        self.versions = [0] * len(tokens)  # last seen by each seat
        self.asked = 0  # acts in all runs, for unique idempotency keys


class LightSocket(asyncio.Protocol):
    def __init__(self, path: str) -> None:
        self._path = path
        self._rest = b""
        self._is_open = False
        self._transport: asyncio.Transport | None = None

    @abstractmethod
    def on_open(self) -> None:
        """The handshake is complete."""

    @abstractmethod
    def on_text(self, text: bytes) -> None:
        """A whole message has arrived."""

    def send(self, text: bytes) -> None:
        self._write(_TEXT, text)

    def _write(self, kind: int, text: bytes) -> None:
        # A mask of zeros is valid and costs no time.
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
            self.on_open()
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
                self.on_text(rest[start : start + length])
            elif rest[at] == _PING:  # the server drops clients that do not answer
                self._write(_PONG, rest[start : start + length])
            at = start + length
        self._rest = rest[at:]


class LightSeat(LightSocket):
    """One seat, or a spectator. `on_message` is called for every message with its type."""

    def __init__(
        self,
        board: Board,
        token: str | None,
        tally: Tally,
        hello: dict[str, Any],
        on_message: Callable[[LightSeat, str], None],
    ) -> None:
        super().__init__(f"/api/tables/{board.table}/socket")
        self.board, self.v = board, -1
        self._token, self._tally, self._hello, self._on_message = token, tally, hello, on_message
        self._legal: list[str] = []
        self._acted_at = -1  # version
        self._over = self._requested = (
            0  # rounds: the finished one, and the last one with a rematch request
        )
        self._waits_for: str | None = None
        self._sent_at = 0.0

    def on_open(self) -> None:
        self.send(msgspec.json.encode({"t": "hello", "token": self._token, **self._hello}))

    def on_text(self, text: bytes) -> None:
        message = _decoder.decode(text)
        if self._tally.is_on:
            self._tally.frames += 1
            self._tally.bytes += len(text)
        if message.t == "refused":
            self._tally.refusals.append(message.text)
            self.close()
            return
        if message.t == "ack" and message.id == self._waits_for:
            self._waits_for = None
            self._tally.actions += self._tally.is_on
            if self._tally.is_on:
                self._tally.waits.append(time.perf_counter() - self._sent_at)
        elif message.table is not None:
            self._over = message.table.round if message.table.over else 0
            if not message.table.over:
                self._acted_at = -1
        elif message.view is not None:
            self.v, self._legal = message.v, message.view.legal
        elif message.t == "patch":
            self.v, self._legal = message.v, _apply_patch(self._legal, message.patch)
        self._on_message(self, message.t)

    @property
    def can_act(self) -> bool:
        is_free = self._waits_for is None and self._acted_at < self.v
        return bool(self._legal) and is_free and not self._tally.is_closing

    def act_if_possible(self) -> None:
        if self.can_act:
            self.board.asked += 1
            self._acted_at, self._waits_for = self.v, f"c{self.board.asked}"
            action = self.board.chance.choice(self._legal)
            act = {"t": "act", "id": self._waits_for, "v": self.v, "action": action}
            self._sent_at = time.perf_counter()
            self.send(msgspec.json.encode(act))

    def request_rematch_if_over(self) -> None:
        if self._over > self._requested and self._token is not None and not self._tally.is_closing:
            self._requested = self._over
            self.send(b'{"t":"rematch","round":%d}' % self._over)


def _apply_patch(legal: list[str], patch: list[_Op]) -> list[str]:
    """Apply a JSON Patch to the legal actions only."""
    for change in patch:
        if change.path == "/legal":
            legal = _texts.decode(change.value)
        elif change.path.startswith("/legal/"):
            place = change.path[7:]
            at = len(legal) if place == "-" else int(place)
            if change.op != "add":
                del legal[at]
            if change.op != "remove":
                legal.insert(at, _text.decode(change.value))
    return legal
