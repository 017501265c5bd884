"""Compile the batches of every game once: `python -m armarium.lab.warm`.

Not part of the set-up for playing: whoever only plays never needs them, and they take as long as the rules.
"""

from __future__ import annotations

import time

from armarium.games.shelf import BOOKS
from armarium.lab.bench import WatchedPlay
from armarium.lab.slots import edition_of
from armarium.lab.vector import VectorGame

__all__ = ["main", "warm"]


def warm(name: str) -> float:
    """Go through every door of a game's batches; the seconds it took."""
    begun = time.monotonic()
    games = VectorGame(name, 2)
    games.step(games.masks().argmax(axis=1))
    games.observe(0)
    games.observe_all()
    WatchedPlay(name, games.seats, edition_of(name, None), 0).run(1)
    return time.monotonic() - begun


def main() -> None:
    for name in BOOKS:
        print(f"Compiling the batches of {name} (once; about a minute) …", end="", flush=True)
        print(f" ready after {warm(name):.1f} s.", flush=True)


if __name__ == "__main__":
    main()
