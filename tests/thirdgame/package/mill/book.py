"""Mill on the shelf; the rules are imported when somebody plays."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import TYPE_CHECKING

from armarium.games.table.book import Book
from armarium.games.table.option import Option

if TYPE_CHECKING:
    import numpy as np

    from armarium.games.table.game import View
    from armarium.games.table.promises import Rows
    from mill.rules import Game

__all__ = ["BOOK"]


class Mill(Book):
    name = "mill"
    seats = (2, 3)
    options = (
        Option("ties", "choice", "spill", ("spill", "carry")),
        Option("may_rest", "yes-no", True),
        Option("first", "seat", None),
    )
    asked = ("ties",)

    @property
    def game(self) -> type[Game]:
        from mill.rules import Game

        return Game

    @property
    def words(self) -> Traversable:
        return files("mill") / "words"

    def worlds_of(self, view: View) -> Callable[[np.ndarray], Game]:
        return partial(self.game.imagined, view)

    @property
    def rows(self) -> Rows:
        from mill.rows import ROWS

        return ROWS


BOOK = Mill()
