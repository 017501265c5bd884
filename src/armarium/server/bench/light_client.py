"""A player that costs next to nothing: what is measured is the server, not its guest.

It reads of a view only whose turn it is and what is allowed, answers with a random legal action, and
has one action under way at a time.
"""

from __future__ import annotations

import asyncio
import base64
import os
import random
import time
from collections.abc import Callable
from typing import Any, cast

import msgspec
from msgspec import Struct

__all__ = ["Board", "LightSeat", "Tally"]

_TEXT = 0x81


class _View(Struct):
    legal: list[str]


class _Op(Struct):
    op: str
    path: str
    value: msgspec.Raw = msgspec.Raw(b"null")


class _Table(Struct):
    over: bool
    round: int


class _Told(Struct):
    t: str
    table: _Table | None = None
    v: int = -1
    id: str | None = None
    code: str = ""
    text: str = ""
    view: _View | None = None
    patch: list[_Op] = []


_told = msgspec.json.Decoder(_Told)
_text = msgspec.json.Decoder(str)
_texts = msgspec.json.Decoder(list[str])


class Tally:
    """What all tables did while the clock ran."""

    def __init__(self) -> None:
        self.actions = 0
        self.frames = 0
        self.bytes = 0
        self.waits: list[float] = []  # from an act to its ack, in seconds
        self.is_on = False  # nothing is counted before
        self.is_closing = False  # nobody acts any more


class Board:
    """The two sides of a table, as far as it is known here."""

    def __init__(self, table: str, tokens: list[str], chance: random.Random) -> None:
        self.table, self.tokens, self.chance = table, tokens, chance
        self.seats: list[LightSeat] = []
        self.acted = 0
        self.is_over = False


class LightSeat(asyncio.Protocol):
    """One socket. `heard` is called at every message, by name and version."""

    def __init__(
        self,
        board: Board,
        token: str | None,
        tally: Tally,
        hello: dict[str, Any],
        heard: Callable[[LightSeat, str, int], None],
    ) -> None:
        self.board, self.v = board, -1
        self._token, self._tally, self._hello, self._heard = token, tally, hello, heard
        self._legal: list[str] = []
        self._serial = 0  # of its acts
        self._acted_at = -1  # the version
        self._rest = b""
        self._is_open = False
        self._over = self._wished = (
            0  # rounds: the one that is over, and after which another was wished
        )
        self._waits_for: str | None = None
        self._sent_at = 0.0
        self._transport: asyncio.Transport | None = None

    # ── the socket ─────────────────────────────────────────────────────────────────────────────

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = transport = cast(asyncio.Transport, transport)
        key = base64.b64encode(os.urandom(16)).decode()
        transport.write(
            f"GET /api/tables/{self.board.table}/socket HTTP/1.1\r\nHost: 127.0.0.1\r\n"
            f"Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Key: {key}\r\n"
            "Sec-WebSocket-Version: 13\r\n\r\n".encode()
        )

    def connection_lost(self, error: Exception | None) -> None:
        self._transport = None

    def close(self) -> None:
        if self._transport is not None:
            self._transport.abort()

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
            self._send(msgspec.json.encode({"t": "hello", "token": self._token, **self._hello}))
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
                self._hear(rest[start : start + length])
            at = start + length
        self._rest = rest[at:]

    def _send(self, text: bytes) -> None:
        # A mask of nothing but zeros is a mask, and costs no time.
        size = len(text)
        length = bytes([0x80 | size]) if size < 126 else b"\xfe" + size.to_bytes(2, "big")
        if self._transport is not None:
            self._transport.write(b"\x81" + length + b"\0\0\0\0" + text)

    # ── the game ───────────────────────────────────────────────────────────────────────────────

    def _hear(self, text: bytes) -> None:
        told = _told.decode(text)
        if self._tally.is_on:
            self._tally.frames += 1
            self._tally.bytes += len(text)
        if told.t == "refused":
            raise RuntimeError(f"refused: {told.text}")
        if told.t == "ack" and told.id == self._waits_for:
            self._waits_for = None
            self._tally.actions += self._tally.is_on
            self.board.acted += 1
            if self._tally.is_on:
                self._tally.waits.append(time.perf_counter() - self._sent_at)
        elif told.table is not None:
            self._over = told.table.round if told.table.over else 0
            if not told.table.over:
                self._acted_at = -1
        elif told.view is not None:
            self.v, self._legal = told.v, told.view.legal
        elif told.t == "patch":
            self.v, self._legal = told.v, _patched(self._legal, told.patch)
        self._heard(self, told.t, told.v)

    def act_if_asked(self) -> None:
        is_free = self._waits_for is None and self._acted_at < self.v
        if self._legal and is_free and not self._tally.is_closing:
            self._serial += 1
            self._acted_at, self._waits_for = self.v, f"c{self._serial}"
            action = self.board.chance.choice(self._legal)
            act = {"t": "act", "id": self._waits_for, "v": self.v, "action": action}
            self._sent_at = time.perf_counter()
            self._send(msgspec.json.encode(act))

    def wish_rematch_if_over(self) -> None:
        if self._over > self._wished and self._token is not None and not self._tally.is_closing:
            self._wished = self._over
            self._send(b'{"t":"rematch"}')


def _patched(legal: list[str], patch: list[_Op]) -> list[str]:
    """A JSON Patch as far as the legal actions go."""
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
