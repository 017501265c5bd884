"""The solo game Bibliogamo: artisans, towers and a wandering librarian."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from armarium.games.bibliogamo.game import Game

__all__ = ["Game"]


def __getattr__(name: str) -> Any:
    """Import the rules on first use, so that importing the definition does not load Numba."""
    if name == "Game":
        from armarium.games.bibliogamo.game import Game

        return Game
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
