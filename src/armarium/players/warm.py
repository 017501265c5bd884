"""Compile the players before somebody waits for them: `python -m armarium.players.warm`."""

from __future__ import annotations

import time
from importlib import import_module

from armarium.games.shelf import BOOKS

__all__ = ["main", "warm"]


def warm() -> None:
    """Every game's players, each by the chapter of its own folder."""
    for game in BOOKS:
        import_module(f"armarium.players.{game}.warm").warm()


def main() -> None:
    print("Compiling the players (once; about two minutes) …", end="", flush=True)
    begun = time.monotonic()
    warm()
    print(f" ready after {time.monotonic() - begun:.1f} s.", flush=True)


if __name__ == "__main__":
    main()
