"""A player that costs next to nothing: what is measured is the server, not its guest.

It reads of a view only whose turn it is and what is allowed, answers with a random legal action, and
has one action under way at a time.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from typing import Any

import msgspec
from msgspec import Struct

from armarium.server.bench.light_socket import LightSocket

__all__ = ["Board", "LightSeat", "Tally"]


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
        self.refusals: list[str] = []  # none, if all is well
        self.is_on = False  # nothing is counted before
        self.is_closing = False  # nobody acts any more


class Board:
    """The people of a table, as far as it is known here."""

    def __init__(self, table: str, tokens: list[str], chance: random.Random) -> None:
        self.table, self.tokens, self.chance = table, tokens, chance
        self.seats: list[LightSeat] = []
        self.versions = [0] * len(tokens)  # that its people have seen
        self.asked = 0  # acts so far, in all runs: an id does nothing twice


class LightSeat(LightSocket):
    """One seat, or a spectator. `told` is called at every message, with its kind."""

    def __init__(
        self,
        board: Board,
        token: str | None,
        tally: Tally,
        hello: dict[str, Any],
        told: Callable[[LightSeat, str], None],
    ) -> None:
        super().__init__(f"/api/tables/{board.table}/socket")
        self.board, self.v = board, -1
        self._token, self._tally, self._hello, self._told = token, tally, hello, told
        self._legal: list[str] = []
        self._acted_at = -1  # the version
        self._over = self._wished = (
            0  # rounds: the one that is over, and after which another was wished
        )
        self._waits_for: str | None = None
        self._sent_at = 0.0

    def opened(self) -> None:
        self.send(msgspec.json.encode({"t": "hello", "token": self._token, **self._hello}))

    def heard(self, text: bytes) -> None:
        told = _told.decode(text)
        if self._tally.is_on:
            self._tally.frames += 1
            self._tally.bytes += len(text)
        if told.t == "refused":
            self._tally.refusals.append(told.text)
            self.close()
            return
        if told.t == "ack" and told.id == self._waits_for:
            self._waits_for = None
            self._tally.actions += self._tally.is_on
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
        self._told(self, told.t)

    def act_if_asked(self) -> None:
        is_free = self._waits_for is None and self._acted_at < self.v
        if self._legal and is_free and not self._tally.is_closing:
            self.board.asked += 1
            self._acted_at, self._waits_for = self.v, f"c{self.board.asked}"
            action = self.board.chance.choice(self._legal)
            act = {"t": "act", "id": self._waits_for, "v": self.v, "action": action}
            self._sent_at = time.perf_counter()
            self.send(msgspec.json.encode(act))

    def wish_rematch_if_over(self) -> None:
        if self._over > self._wished and self._token is not None and not self._tally.is_closing:
            self._wished = self._over
            self.send(b'{"t":"rematch","round":%d}' % self._over)


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
