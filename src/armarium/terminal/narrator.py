"""What puts a recorded game into words; every room has its own."""

from __future__ import annotations

from typing import Any, Protocol

from rich.console import RenderableType

from armarium.games.table.game import Game

__all__ = ["Narrator"]


class Narrator(Protocol):
    """Puts a game into words for one eye."""

    def __init__(self, game: Game, seat: int | None, language: str) -> None: ...

    def title(self, count: int) -> str: ...

    def whose_eyes(self) -> str: ...

    def note(self, events: list[dict[str, Any]]) -> None:
        """Take down what the eye saw."""

    def news(self) -> list[str]:
        """What was noted since the last time, as lines."""

    def heading(self, game: Game) -> str: ...

    def table(self, game: Game, width: int) -> list[RenderableType]: ...

    def results(self, outcome: dict[str, Any]) -> RenderableType: ...
