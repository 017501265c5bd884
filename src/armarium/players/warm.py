"""Compile a game's players before somebody waits for them: `python -m armarium.players.warm biblios`."""

from __future__ import annotations

from importlib import import_module

from armarium.games.table.warm import main

__all__ = ["warm"]


def warm(name: str) -> None:
    """Every level once, by the chapter in the game's own folder."""
    import_module(f"armarium.players.{name}.warm").warm()


if __name__ == "__main__":
    main("players", warm)
