"""Every view and event that one viewer of a finished game had, made once from the record and cached as text.

The views equal those that the table sent during the game, byte for byte. A patch leads from each to the next.
"""

from __future__ import annotations

import hashlib
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from itertools import pairwise
from typing import Generic, Literal, TypeVar

import msgspec

from armarium.core.game import NO_EVENTS, BaseGame, encode_json
from armarium.core.kernels.patch import patch_text
from armarium.core.record import Record
from armarium.core.registry import game_of_record
from armarium.server.tables.chair import Viewer

__all__ = [
    "OPEN",
    "VERSIONS_PER_PART",
    "ReplayViewer",
    "ReplayViews",
    "SizedCache",
    "ViewerHistory",
    "begin_record",
    "hash_record",
    "make_history",
]

OPEN: Literal["open"] = "open"  # all cards face up
ReplayViewer = Viewer | Literal["open"]
VERSIONS_PER_PART = 64  # in one response

_lines = msgspec.json.Encoder()


@dataclass(frozen=True)
class ViewerHistory:
    """What one viewer received: its events, and its views in parts, both as JSON."""

    lines: bytes
    parts: list[bytes]

    @property
    def size(self) -> int:
        return len(self.lines) + sum(map(len, self.parts))


def begin_record(text: str) -> tuple[BaseGame, Record]:
    """Return the game of a record before its first action."""
    record = Record.parse(text)
    return game_of_record(record).game.from_record(record), record


def make_history(text: str, viewer: ReplayViewer) -> ViewerHistory:
    game, record = begin_record(text)
    write_view = _view_writer(viewer)
    views, lines = [write_view(game)], []
    first = game.seen_text(None if viewer == OPEN else viewer)
    if first != NO_EVENTS:
        lines.append({"v": 0, "events": msgspec.Raw(first)})
    for v, (seat, action) in enumerate(record.actions, 1):
        if viewer == OPEN:
            events = encode_json(game.play(action, seat))
        else:
            game.follow([(seat, action)])
            events = game.seen_text(viewer)
        views.append(write_view(game))
        lines.append({"v": v, "events": msgspec.Raw(events)})
    return ViewerHistory(
        _lines.encode(lines), [_part(views, at) for at in range(0, len(views), VERSIONS_PER_PART)]
    )


def _view_writer(viewer: ReplayViewer) -> Callable[[BaseGame], bytes]:
    if viewer == OPEN:
        return lambda game: encode_json(game.truth())
    return lambda game: game.view_text(viewer)


def _part(views: list[bytes], first: int) -> bytes:
    part = views[first : first + VERSIONS_PER_PART]
    patches = b",".join(patch_text(was, now) for was, now in pairwise(part))
    return b'{"first":%d,"view":%b,"patches":[%b]}' % (first, part[0], patches)


MAX_UPLOAD_BYTES = 32 << 20  # of uploaded records
MAX_HISTORY_BYTES = 64 << 20  # of cached histories


def hash_record(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


Key = TypeVar("Key")
Value = TypeVar("Value")


class SizedCache(Generic[Key, Value]):
    """A least-recently-used cache with a size limit."""

    def __init__(self, max_bytes: int, size: Callable[[Value], int]) -> None:
        self._max_bytes, self._size = max_bytes, size
        self._values: OrderedDict[Key, Value] = OrderedDict()
        self._bytes = 0

    def get(self, key: Key) -> Value | None:
        if key not in self._values:
            return None
        self._values.move_to_end(key)
        return self._values[key]

    def put(self, key: Key, value: Value) -> None:
        if key in self._values:
            self._bytes -= self._size(self._values.pop(key))
        self._values[key] = value
        self._bytes += self._size(value)
        while self._bytes > self._max_bytes and len(self._values) > 1:
            self._bytes -= self._size(self._values.popitem(last=False)[1])


class ReplayViews:
    """A cache of histories by record and viewer. It is thread-safe; making a history twice is harmless."""

    def __init__(self, max_bytes: int = MAX_HISTORY_BYTES) -> None:
        self._cache = SizedCache[tuple[str, ReplayViewer], ViewerHistory](
            max_bytes, lambda history: history.size
        )

    def of(self, text: str, viewer: ReplayViewer) -> ViewerHistory:
        key = hash_record(text), viewer
        if history := self._cache.get(key):
            return history
        history = make_history(text, viewer)
        self._cache.put(key, history)
        return history
