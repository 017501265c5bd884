"""Who looks at a table, and whether an action showed anybody a card."""

from __future__ import annotations

from armarium.games.table.game import Game

__all__ = ["Eye", "has_shown"]

Eye = int | None  # a seat, or None: the public


def has_shown(game: Game) -> bool:
    """Whether the last action showed any eye a card, or used chance."""
    showed = game.showed()
    return bool(showed["cards"]) or bool(showed["hands"]) or bool(showed["chance"])
