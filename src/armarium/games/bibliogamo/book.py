"""Bibliogamo on the shelf: what every room may ask of it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import TYPE_CHECKING, Any

from armarium.games.bibliogamo.cards import MOST_HIRES, SEATS
from armarium.games.bibliogamo.options import OPTIONS
from armarium.games.table.book import Book
from armarium.games.table.command import Command

if TYPE_CHECKING:
    import numpy as np

    from armarium.games.bibliogamo.game import Game
    from armarium.games.table.address import Address
    from armarium.games.table.analyst import Analyst
    from armarium.games.table.game import Game as TableGame
    from armarium.games.table.game import View
    from armarium.games.table.lesson import Lesson
    from armarium.games.table.promises import Batch, ExplicitChance, Rows
    from armarium.games.table.reason import Reason
    from armarium.terminal.room import Room

__all__ = ["BOOK"]


class Bibliogamo(Book):
    name = "bibliogamo"
    seats = SEATS
    options = OPTIONS
    has_daily = True
    stops_at_cards = True
    figures = ("score", "books", "florins", "prestige")
    deals_by = "collection"

    @property
    def game(self) -> type[Game]:
        from armarium.games.bibliogamo.game import Game

        return Game

    @property
    def words(self) -> Traversable:
        return files("armarium.games.bibliogamo") / "words"

    def worlds_of(self, view: View) -> Callable[[np.ndarray], Game]:
        from armarium.games.bibliogamo.sketch import Sketch

        return partial(self.game.imagined, Sketch(view))

    def is_foreseeable(self, actions: Sequence[str]) -> bool:
        """Nothing but the order of the draw pile is hidden: until a card is turned all is known."""
        return True

    def options_to_store(self, asked: Mapping[str, Any]) -> dict[str, Any]:
        from armarium.games.bibliogamo.own_components import asked_set

        kept = super().options_to_store(asked)
        return (
            kept | {"components": asked_set(kept["components"])} if "components" in kept else kept
        )

    def addresses(self) -> Sequence[Address]:
        from armarium.games.bibliogamo.own_components import ADDRESSES

        return ADDRESSES

    def commands(self) -> Sequence[Command]:
        return (
            Command(
                "components",
                "armarium.games.bibliogamo.terminal.components:components",
                "Print and check the components of Bibliogamo.",
            ),
        )

    def deal_kind(self, game: TableGame) -> int:
        """Its collection: some are worth more than others."""
        kind: int = game.truth()["prestige"]["id"]
        return kind

    def deal_kinds(self, options: Mapping[str, Any]) -> Sequence[int]:
        from armarium.games.bibliogamo.components import STANDARD, components_of

        return [one["id"] for one in components_of(options.get("components", STANDARD)).collections]

    def may_take_back(self, view: View, action: str) -> bool:
        """Only the order of the pile is hidden: any world that looks like the view says whether a card is turned."""
        import numpy as np

        if action == "done":
            return view["previews"]["next_step"] not in ("day", "over")
        if action.split()[0] not in ("pay", "place", "transfer"):
            return action not in ("sell", "redraw")
        if view["step"] == "place" or (view["step"] == "pay" and view["hires"] < MOST_HIRES):
            return True  # the hire is to be paid, or another may follow: the day goes on
        world = self.worlds_of(view)(np.zeros(8, np.uint32))
        world.play(action)
        showed = world.showed()
        return world.to_act is not None and not (showed["cards"] or showed["chance"])

    def why_not(self, view: View, action: str) -> Reason | None:
        from armarium.games.bibliogamo.why import why_not

        return why_not(view, action)

    def named(
        self, facts: Mapping[str, Any], options: Mapping[str, Any], language: str
    ) -> dict[str, Any]:
        from armarium.games.bibliogamo.components import components_of
        from armarium.games.bibliogamo.terminal.naming import Reader

        if "action" not in facts:
            return dict(facts)
        reader = Reader.of(language, components_of(options["components"]))
        return {**facts, "action": reader.action(str(facts["action"]))}

    def warm(self) -> None:
        from armarium.games.bibliogamo.warm import warm

        warm()

    @property
    def rows(self) -> Rows:
        from armarium.games.table.rows import BatchRows

        return BatchRows(self.batch, score="score")

    @property
    def batch(self) -> Batch:
        from armarium.games.bibliogamo.kernels import batch

        return batch

    @property
    def explicit(self) -> Callable[[int, str | None, Mapping[str, Any]], ExplicitChance]:
        from armarium.games.bibliogamo.lab.explicit import ExplicitBibliogamo

        return ExplicitBibliogamo

    @property
    def analyst(self) -> Analyst:
        from armarium.games.bibliogamo.analysis.analyst import BibliogamoAnalyst

        return BibliogamoAnalyst()

    @property
    def lesson(self) -> Lesson:
        from armarium.games.bibliogamo.lesson import LESSON

        return LESSON

    @property
    def picture(self) -> Callable[[View], str]:
        from armarium.games.bibliogamo.lab.picture import picture

        return picture

    @property
    def room(self) -> Room:
        from armarium.games.bibliogamo.terminal.room import ROOM

        return ROOM

    @property
    def shapes(self) -> Mapping[str, Any]:
        from armarium.games.bibliogamo import shapes

        return shapes.SHAPES


BOOK = Bibliogamo()
