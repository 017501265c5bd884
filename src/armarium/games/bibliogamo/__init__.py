"""Bibliogamo: artisans, towers and a wandering librarian, for one player. One chapter a file."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from armarium.games.bibliogamo.game import Game

__all__ = ["Game"]


def __getattr__(name: str) -> Any:
    """The rules are imported when they are asked for: whoever only looks at the book does not wait for Numba."""
    if name == "Game":
        from armarium.games.bibliogamo.game import Game

        return Game
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
