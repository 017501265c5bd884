"""The analysis extension of Biblios."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from importlib.resources import files

from armarium.analysis.extension import (
    AnalysisExtension,
    Analyst,
    MajorityShares,
    Practice,
    Storyteller,
)
from armarium.core.errors import Reason
from armarium.core.game import View

__all__ = ["ANALYSIS"]


class BibliosAnalysis(AnalysisExtension):
    @cached_property
    def analyst(self) -> Analyst:
        from armarium.games.biblios.analysis.analyst import BibliosAnalyst

        return BibliosAnalyst(files("armarium.games.biblios") / "players" / "network.safetensors")

    @property
    def describe_hint(self) -> Callable[[View, str], list[Reason]]:
        from armarium.games.biblios.analysis.hinting import describe_hint

        return describe_hint

    @property
    def narrator(self) -> Storyteller:
        from armarium.games.biblios.analysis.narrator import BibliosStoryteller

        return BibliosStoryteller()

    @property
    def odds(self) -> Callable[[View], list[MajorityShares]]:
        from armarium.games.biblios.analysis.odds import compute_odds

        return compute_odds

    @property
    def practice(self) -> Practice:
        from armarium.games.biblios.analysis.practising import BibliosPractice

        return BibliosPractice()


ANALYSIS = BibliosAnalysis()
