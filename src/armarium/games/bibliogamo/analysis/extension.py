"""The analysis extension of Bibliogamo."""

from __future__ import annotations

from collections.abc import Callable

from armarium.analysis.extension import AnalysisExtension, Analyst, Practice, Storyteller
from armarium.core.errors import Reason
from armarium.core.game import View

__all__ = ["ANALYSIS"]


class BibliogamoAnalysis(AnalysisExtension):
    @property
    def analyst(self) -> Analyst:
        from armarium.games.bibliogamo.analysis.analyst import BibliogamoAnalyst

        return BibliogamoAnalyst()

    @property
    def describe_hint(self) -> Callable[[View, str], list[Reason]]:
        from armarium.games.bibliogamo.analysis.hinting import describe_hint

        return describe_hint

    @property
    def narrator(self) -> Storyteller:
        from armarium.games.bibliogamo.analysis.narrator import BibliogamoStoryteller

        return BibliogamoStoryteller()

    @property
    def practice(self) -> Practice:
        from armarium.games.bibliogamo.analysis.practising import BibliogamoPractice

        return BibliogamoPractice()


ANALYSIS = BibliogamoAnalysis()
