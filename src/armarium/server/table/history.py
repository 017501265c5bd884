"""What a round keeps of its past, as chains that only grow at their end.

A successor of a table shares the whole chain with the table it came from: neither is copied, and
a successor that could not be saved leaves nothing behind.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import msgspec

from armarium.games.table.game import Game
from armarium.server.table.eyes import Eye

__all__ = ["Line", "Undo", "line_of"]


@dataclass(frozen=True, eq=False, repr=False)
class Line:
    """One action that stands: what every eye saw of it (the public last), and who may take it back.

    Version 0 is what happened before anybody acted, and nobody's action.
    """

    v: int
    action: tuple[int, str] | None
    events: tuple[msgspec.Raw, ...]
    free: int | None
    before: Line | None

    def back_to(self, since: int) -> Iterator[Line]:
        """The latest first, as far as a version."""
        line: Line | None = self
        while line is not None and line.v > since:
            yield line
            line = line.before


@dataclass(frozen=True, eq=False, repr=False)
class Undo:
    """An action that showed no card: by whom, the game as it stood before, and whether its book lets it be taken
    back. Logs from before books said so may take back what did not show a card."""

    seat: int
    game: Game
    is_free: bool
    before: Undo | None


def line_of(
    game: Game, v: int, action: tuple[int, str] | None, free: int | None, before: Line | None
) -> Line:
    """What each eye saw, kept as bytes; eyes that saw the same share them."""
    seen: dict[bytes, msgspec.Raw] = {}
    eyes: tuple[Eye, ...] = (*range(game.seats), None)
    told = (msgspec.json.encode(game.seen(eye)) for eye in eyes)
    events = tuple(seen.setdefault(text, msgspec.Raw(text)) for text in told)
    return Line(v, action, events, free, before)
