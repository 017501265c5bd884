"""A record told again: for one eye, every view and every event that it had, made once and kept as text.

The views are those that the table sent while the game was played, to the byte; a patch leads from one to the next.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from itertools import pairwise
from typing import Literal

import msgspec

from armarium.games.shelf import book_of
from armarium.games.table.game import Game, as_text
from armarium.games.table.kernels.patch import patch_text
from armarium.games.table.record import Record
from armarium.server.table.eyes import Eye

__all__ = ["OPEN", "PART", "Sight", "Watcher", "begun", "told"]

OPEN: Literal["open"] = "open"  # all cards face up: the referee's eye
Watcher = Eye | Literal["open"]
PART = 64  # versions in one answer

_lines = msgspec.json.Encoder()


@dataclass(frozen=True)
class Sight:
    """What one eye had: its log, and its views in parts, both as JSON."""

    lines: bytes
    parts: list[bytes]

    @property
    def size(self) -> int:
        return len(self.lines) + sum(map(len, self.parts))


def begun(text: str) -> tuple[Game, Record]:
    """The game of a record before its first action."""
    record = Record.parse(text)
    return book_of(record).game.begun(record), record


def told(text: str, eye: Watcher) -> Sight:
    game, record = begun(text)
    look = _looking(eye)
    views, lines = [look(game)], []
    if first := game.seen(None if eye == OPEN else eye):
        lines.append({"v": 0, "events": first})
    for v, (seat, action) in enumerate(record.actions, 1):
        happened = game.play(action, seat)
        views.append(look(game))
        lines.append({"v": v, "events": happened if eye == OPEN else game.seen(eye)})
    return Sight(_lines.encode(lines), [_part(views, at) for at in range(0, len(views), PART)])


def _looking(eye: Watcher) -> Callable[[Game], bytes]:
    if eye == OPEN:
        return lambda game: as_text(game.truth())
    return lambda game: game.view_text(eye)


def _part(views: list[bytes], first: int) -> bytes:
    few = views[first : first + PART]
    patches = b",".join(patch_text(was, now) for was, now in pairwise(few))
    return b'{"first":%d,"view":%b,"patches":[%b]}' % (first, few[0], patches)
