"""The game definition of Biblios."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import TYPE_CHECKING, Any

from armarium.core.definition import GameDefinition
from armarium.games.biblios.options import EDITIONS, OPTIONS, SEATS

if TYPE_CHECKING:
    import numpy as np

    from armarium.core.batch import Batch
    from armarium.core.errors import Reason
    from armarium.core.game import View
    from armarium.games.biblios.game import Game

__all__ = ["DEFINITION"]


class Biblios(GameDefinition):
    name = "biblios"
    seats = SEATS
    editions = EDITIONS
    options = OPTIONS

    @property
    def game(self) -> type[Game]:
        from armarium.games.biblios.game import Game

        return Game

    @property
    def folder(self) -> Traversable:
        return files("armarium.games.biblios")

    def make_world_sampler(self, view: View) -> Callable[[np.ndarray], Game]:
        from armarium.games.biblios.state_from_view import BibliosStateFromView

        return partial(self.game.imagine_from, BibliosStateFromView(view))

    def may_take_back(self, view: Mapping[str, Any], action: str) -> bool:
        import numpy as np

        # Every game that looks like the view gives the same answer.
        world = self.make_world_sampler(dict(view))(np.zeros(8, np.uint32))
        return world.may_take_back(action)

    def why_not(self, view: View, action: str) -> Reason | None:
        from armarium.games.biblios.why import why_not

        return why_not(view, action)

    def name_facts(
        self, facts: Mapping[str, Any], options: Mapping[str, Any], language: str
    ) -> dict[str, Any]:
        from armarium.games.biblios.naming import BibliosNames

        return BibliosNames(language, options["edition"], ()).name_facts(facts)

    def warm(self) -> None:
        from armarium.games.biblios.game import warm

        warm()

    @property
    def batch(self) -> Batch:
        from armarium.games.biblios.kernels import batch

        return batch

    @property
    def shapes(self) -> Mapping[str, Any]:
        from armarium.games.biblios import shapes

        return shapes.SHAPES


DEFINITION = Biblios()
