"""Compile the batches of a game once: `python -m armarium.lab.warm GAME`.

Not part of the set-up for playing: whoever only plays never needs them, and they take as long as the rules.
"""

from __future__ import annotations

from armarium.games.shelf import open_book
from armarium.games.warm import main
from armarium.lab.arena.deals import Setting
from armarium.lab.batch.watched_play import WatchedPlay
from armarium.lab.train.ladder import meet
from armarium.lab.vector import VectorGame

__all__ = ["warm"]


def warm(name: str) -> None:
    """Go through every door of a game's batches, if it has any."""
    if open_book(name).batch is None:
        return
    games = VectorGame(name, 2)
    games.step(games.masks().argmax(axis=1))
    games.observe(0)
    games.observe_all()
    book = open_book(name)
    WatchedPlay(name, games.seats, book.edition(None), 0).run(1)
    if book.beside is not None:
        setting = Setting(name, games.seats, book.edition(None) or "", (), 1)
        meet(setting, "random", 1, lambda rows, masks: masks.argmax(1))


if __name__ == "__main__":
    main("batches", warm)
