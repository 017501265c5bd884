"""What a round keeps of its past, as chains that only grow at their end.

A successor of a table shares the whole chain with the table it came from: neither is copied, and
a successor that could not be saved leaves nothing behind.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from armarium.games.table.game import Game

__all__ = ["Line", "Undo"]


@dataclass(frozen=True, eq=False, repr=False, slots=True)
class Line:
    """One action that stands. What the eyes saw of it is told by playing again."""

    v: int
    action: tuple[int, str]
    before: Line | None

    def back_to(self, since: int) -> Iterator[Line]:
        """The latest first, as far as a version."""
        line: Line | None = self
        while line is not None and line.v > since:
            yield line
            line = line.before


@dataclass(frozen=True, eq=False, repr=False, slots=True)
class Undo:
    """An action that showed no card: by whom, and the game as it stood before. Logs from before books said what may
    be taken back may take back whatever did not show a card."""

    seat: int
    action: str
    game: Game
    before: Undo | None
