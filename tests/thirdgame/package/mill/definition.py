"""The definition of Mill, and its rows for the lab. The rules are imported on first use."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import TYPE_CHECKING

from armarium.core.definition import GameDefinition
from armarium.core.option import Option
from armarium.lab.extension import LabExtension, ObservationRows

if TYPE_CHECKING:
    import numpy as np

    from armarium.core.game import View
    from mill.rules import Game

__all__ = ["DEFINITION", "LAB"]


class Mill(GameDefinition):
    name = "mill"
    seats = (2, 3, 5)
    options = (
        Option("ties", "choice", "spill", ("spill", "carry"), asked=True),
        Option("may_rest", "yes-no", True),
        Option("first", "seat", None),
    )

    @property
    def game(self) -> type[Game]:
        from mill.rules import Game

        return Game

    @property
    def folder(self) -> Traversable:
        return files("mill")

    def make_world_sampler(self, view: View) -> Callable[[np.ndarray], Game]:
        return partial(self.game.imagine_from, view)


class MillLab(LabExtension):
    @property
    def rows(self) -> ObservationRows:
        from mill.rows import ROWS

        return ROWS


DEFINITION = Mill()
LAB = MillLab()
