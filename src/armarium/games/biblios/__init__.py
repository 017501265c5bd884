"""The game Biblios, for 2 to 4 players: gift phase, auctions, church cards and dice."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from armarium.games.biblios.game import Game

__all__ = ["Game"]


def __getattr__(name: str) -> Any:
    """Import the rules on first use, so that importing the definition does not load Numba."""
    if name == "Game":
        from armarium.games.biblios.game import Game

        return Game
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
