"""The analyst of Biblios: the promise of games/table/analyst.py, kept by the network."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from armarium.games.biblios.analysis.course import course_of
from armarium.games.biblios.analysis.prices import lots_of
from armarium.games.biblios.analysis.weighing import reason_for, weigh
from armarium.games.biblios.game import Game as Biblios
from armarium.games.table.analyst import Choice, Course, Lot, Measure, Progress
from armarium.games.table.game import Game, View
from armarium.games.table.reason import Reason
from armarium.players.network.network import network_of

__all__ = ["BibliosAnalyst"]

VERSION = 1  # raised by every change of these files that changes a number


class BibliosAnalyst:
    measure = Measure("chance", good=0.005, inaccuracy=0.02, mistake=0.05, blunder=0.1, half=0.05)

    def __init__(self) -> None:
        self._network = network_of("biblios")

    @property
    def version(self) -> str:
        return f"{VERSION}-{self._network.hash[:12]}"

    def course(self, games: Sequence[Game], noted: Progress) -> Course:
        return course_of(self._network, cast("Sequence[Biblios]", games), noted)

    def weigh(self, view: View, chosen: str | None, effort: float, seed: int) -> list[Choice]:
        return weigh(self._network, view, chosen, effort, seed)

    def reason(self, view: View, better: str, chosen: str) -> Reason | None:
        return reason_for(self._network, view, better, chosen)

    def lots(self, games: Sequence[Game], noted: Progress) -> list[Lot]:
        return lots_of(self._network, cast("Sequence[Biblios]", games), noted)
