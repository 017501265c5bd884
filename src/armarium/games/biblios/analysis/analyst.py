"""The analyst of Biblios, which evaluates positions with the network. The network is loaded on first use."""

from __future__ import annotations

import functools
import hashlib
from collections.abc import Sequence
from importlib.resources.abc import Traversable
from typing import TYPE_CHECKING, cast

from armarium.analysis.extension import ActionValue, Lot, Measure, Progress, ValueCurve
from armarium.core.errors import Reason
from armarium.core.game import BaseGame, View

if TYPE_CHECKING:
    from armarium.games.biblios.game import Game as Biblios
    from armarium.players.network.network import Network

__all__ = ["BibliosAnalyst"]

VERSION = 5  # increased by every change of these files that changes a result


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

    def compute_curve(self, games: Sequence[BaseGame], progress: Progress) -> ValueCurve:
        from armarium.games.biblios.analysis.course import compute_curve

        return compute_curve(self._network, cast("Sequence[Biblios]", games), progress)

    def evaluate_actions(
        self, view: View, chosen: str | None, effort: float, seed: int
    ) -> list[ActionValue]:
        from armarium.games.biblios.analysis.weighing import weigh

        return weigh(self._network, view, chosen, effort, seed)

    def guess_losses(self, games: Sequence[BaseGame], versions: Sequence[int]) -> list[float]:
        from armarium.games.biblios.analysis.weighing import guess_losses

        return guess_losses(self._network, cast("Sequence[Biblios]", games), versions)

    def explain(self, view: View, better: str, chosen: str) -> Reason | None:
        from armarium.games.biblios.actions import CODES
        from armarium.games.biblios.analysis.weighing import reason_for

        return reason_for(self._network, view, [CODES[better]], [CODES[chosen]])

    def price_lots(self, games: Sequence[BaseGame], progress: Progress) -> list[Lot]:
        from armarium.games.biblios.analysis.prices import price_lots

        return price_lots(self._network, cast("Sequence[Biblios]", games), progress)
