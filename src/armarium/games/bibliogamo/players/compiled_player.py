"""The compiled players of Bibliogamo at a table: a view laid out as a state, a compiled choice, a text."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from armarium.games.bibliogamo.actions import TEXTS
from armarium.games.bibliogamo.players.kernels import careful, planner
from armarium.games.bibliogamo.players.search import SearchPlayer
from armarium.games.bibliogamo.sketch import Sketch
from armarium.players.player import Player
from armarium.players.position import Position

__all__ = ["CompiledPlayer", "seated"]

_SETTING = "iterations="

_KEY = np.zeros(8, np.uint32)  # the order of the imagined draw pile does not matter to them


def seated(name: str, settings: str, seed: int | None) -> Player | None:
    """A built-in player; None where the name or its settings cannot be read."""
    if name == "search":
        number = settings.removeprefix(_SETTING)
        if not settings:
            return SearchPlayer(seed=seed)
        if settings.startswith(_SETTING) and number.isdecimal() and int(number) > 0:
            return SearchPlayer(int(number), seed)
        return None
    if settings:
        return None
    return CompiledPlayer({"careful": careful, "planner": planner}[name].code_of)


class CompiledPlayer(Player):
    """Without chance of its own: the same view gives the same choice."""

    def __init__(self, code_of: Callable[[np.ndarray], int]) -> None:
        self._code_of = code_of

    def choose(self, position: Position) -> str:
        return TEXTS[self._code_of(Sketch(position.view).imagine(_KEY))]
