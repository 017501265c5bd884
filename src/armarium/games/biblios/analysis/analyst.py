"""The analyst of Biblios: the promise of games/table/analyst.py, kept by the network, opened when it judges."""

from __future__ import annotations

import functools
import hashlib
from collections.abc import Sequence
from importlib.resources.abc import Traversable
from typing import TYPE_CHECKING, cast

from armarium.games.table.analyst import Choice, Course, Lot, Measure, Progress
from armarium.games.table.game import Game, View
from armarium.games.table.reason import Reason

if TYPE_CHECKING:
    from armarium.games.biblios.game import Game as Biblios
    from armarium.players.network.network import Network

__all__ = ["BibliosAnalyst"]

VERSION = 5  # raised by every change of these files that changes a number


class BibliosAnalyst:
    measure = Measure("chance", good=0.005, inaccuracy=0.02, mistake=0.05, blunder=0.1, half=1.0)

    def __init__(self, weights: Traversable) -> None:
        self._weights = weights

    @functools.cached_property
    def version(self) -> str:
        return f"{VERSION}-{hashlib.sha256(self._weights.read_bytes()).hexdigest()[:12]}"

    @property
    def _network(self) -> Network:
        from armarium.players.network.network import network_of

        return network_of("biblios")

    def course(self, games: Sequence[Game], noted: Progress) -> Course:
        from armarium.games.biblios.analysis.course import course_of

        return course_of(self._network, cast("Sequence[Biblios]", games), noted)

    def weigh(self, view: View, chosen: str | None, effort: float, seed: int) -> list[Choice]:
        from armarium.games.biblios.analysis.weighing import weigh

        return weigh(self._network, view, chosen, effort, seed)

    def reason(self, view: View, better: str, chosen: str) -> Reason | None:
        from armarium.games.biblios.actions import CODES
        from armarium.games.biblios.analysis.weighing import reason_for

        return reason_for(self._network, view, [CODES[better]], [CODES[chosen]])

    def lots(self, games: Sequence[Game], noted: Progress) -> list[Lot]:
        from armarium.games.biblios.analysis.prices import lots_of

        return lots_of(self._network, cast("Sequence[Biblios]", games), noted)
