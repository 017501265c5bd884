"""The game definition of Bibliogamo."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import TYPE_CHECKING, Any

from armarium.core.definition import GameDefinition
from armarium.games.bibliogamo.cards import SEATS
from armarium.games.bibliogamo.options import OPTIONS

if TYPE_CHECKING:
    import numpy as np

    from armarium.core.batch import Batch
    from armarium.core.errors import Reason
    from armarium.core.game import View
    from armarium.games.bibliogamo.game import Game

__all__ = ["DEFINITION"]


class Bibliogamo(GameDefinition):
    name = "bibliogamo"
    seats = SEATS
    options = OPTIONS

    @property
    def game(self) -> type[Game]:
        from armarium.games.bibliogamo.game import Game

        return Game

    @property
    def folder(self) -> Traversable:
        return files("armarium.games.bibliogamo")

    def make_world_sampler(self, view: View) -> Callable[[np.ndarray], Game]:
        from armarium.games.bibliogamo.state_from_view import BibliogamoStateFromView

        return partial(self.game.imagine_from, BibliogamoStateFromView(view))

    def may_take_back(self, view: Mapping[str, Any], action: str) -> bool:
        import numpy as np

        # Every game that looks like the view gives the same answer.
        world = self.make_world_sampler(dict(view))(np.zeros(8, np.uint32))
        return world.may_take_back(action)

    def why_not(self, view: View, action: str) -> Reason | None:
        from armarium.games.bibliogamo.why import why_not

        return why_not(view, action)

    def name_facts(
        self, facts: Mapping[str, Any], options: Mapping[str, Any], language: str
    ) -> dict[str, Any]:
        from armarium.games.bibliogamo.components import components_of
        from armarium.games.bibliogamo.naming import BibliogamoNames

        reader = BibliogamoNames.of(language, components_of(options["components"]))
        return reader.name_facts(facts)

    def warm(self) -> None:
        from armarium.games.bibliogamo.game import warm

        warm()

    @property
    def batch(self) -> Batch:
        from armarium.games.bibliogamo.kernels import batch

        return batch

    @property
    def shapes(self) -> Mapping[str, Any]:
        from armarium.games.bibliogamo import shapes

        return shapes.SHAPES


DEFINITION = Bibliogamo()
