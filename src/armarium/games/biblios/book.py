"""Biblios on the shelf: what every room may ask of it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cached_property, partial
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import TYPE_CHECKING, Any

from armarium.games.biblios.editions import EDITIONS, OPTIONS, SEATS
from armarium.games.table.book import Book

if TYPE_CHECKING:
    import numpy as np

    from armarium.games.biblios.game import Game
    from armarium.games.table.analyst import Analyst
    from armarium.games.table.game import View
    from armarium.games.table.instructions import Instructions
    from armarium.games.table.lesson import Lesson
    from armarium.games.table.odds import Held
    from armarium.games.table.practice import Practice
    from armarium.games.table.promises import Batch, Beside, ExplicitChance, Rows
    from armarium.games.table.reason import Reason
    from armarium.games.table.suite import Suite
    from armarium.terminal.room import Room

__all__ = ["BOOK"]


class Biblios(Book):
    name = "biblios"
    seats = SEATS
    editions = EDITIONS
    options = OPTIONS
    asked = ("penalty",)
    stand_in = "monk"

    @property
    def game(self) -> type[Game]:
        from armarium.games.biblios.game import Game

        return Game

    @property
    def words(self) -> Traversable:
        return files("armarium.games.biblios") / "words"

    def worlds_of(self, view: View) -> Callable[[np.ndarray], Game]:
        from armarium.games.biblios.sketch import Sketch

        return partial(self.game.imagined, Sketch(view))

    def is_foreseeable(self, actions: Sequence[str]) -> bool:
        """`auction, keep, raise monks` would ask what the next card is, for free.

        Paying shows the payer nothing. Placing draws cards, but where they may go is known; only a card kept unseen
        may turn out to be a church card, so that ends the list.
        """
        if len(actions) == 1 or all(action.startswith("pay ") for action in actions):
            return True
        placing = all(action in ("keep", "auction", "public") for action in actions)
        return placing and "keep" not in actions[1:-1]

    def may_take_back(self, view: View, action: str) -> bool:
        from armarium.games.biblios.taking_back import may_take_back

        return may_take_back(view, action)

    def why_not(self, view: View, action: str) -> Reason | None:
        from armarium.games.biblios.why import why_not

        return why_not(view, action)

    def named(
        self, facts: Mapping[str, Any], options: Mapping[str, Any], language: str
    ) -> dict[str, Any]:
        from armarium.games.biblios.terminal.naming import Reader

        return Reader(language, options["edition"], ()).named(facts)

    def warm(self) -> None:
        from armarium.games.biblios.warm import warm

        warm()

    @property
    def instructions(self) -> Instructions:
        from armarium.games.biblios import instructions

        return instructions

    @property
    def beside(self) -> Beside:
        from armarium.games.biblios.players.kernels import beside

        return beside

    @property
    def rows(self) -> Rows:
        from armarium.games.table.rows import BatchRows

        return BatchRows(self.batch)

    @property
    def batch(self) -> Batch:
        from armarium.games.biblios.kernels import batch

        return batch

    @property
    def network(self) -> Traversable:
        return files("armarium.games.biblios") / "players" / "network.safetensors"

    @property
    def explicit(self) -> Callable[[int, str | None, Mapping[str, Any]], ExplicitChance]:
        from armarium.games.biblios.lab.explicit import ExplicitBiblios

        return ExplicitBiblios

    @property
    def suites(self) -> Mapping[str, Suite]:
        from armarium.games.biblios.lab.suite import SUITES

        return SUITES

    @cached_property
    def analyst(self) -> Analyst:
        from armarium.games.biblios.analysis.analyst import BibliosAnalyst

        return BibliosAnalyst(self.network)

    @property
    def odds(self) -> Callable[[View], list[Held]]:
        from armarium.games.biblios.odds import odds_of

        return odds_of

    @property
    def practice(self) -> Practice:
        from armarium.games.biblios.analysis.practising import BibliosPractice

        return BibliosPractice()

    @property
    def lesson(self) -> Lesson:
        from armarium.games.biblios.lesson import LESSON

        return LESSON

    @property
    def picture(self) -> Callable[[View], str]:
        from armarium.games.biblios.lab.picture import picture

        return picture

    @property
    def room(self) -> Room:
        from armarium.games.biblios.terminal.room import ROOM

        return ROOM

    @property
    def shapes(self) -> Mapping[str, Any]:
        from armarium.games.biblios import shapes

        return shapes.SHAPES


BOOK = Biblios()
