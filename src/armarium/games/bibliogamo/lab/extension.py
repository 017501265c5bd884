"""The lab extension of Bibliogamo."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from armarium.core.game import BaseGame, View
from armarium.lab.extension import ExplicitChance, LabExtension, ObservationRows, Suite

__all__ = ["LAB"]


# 30 and 360 deals of each collection. The best score seen so far is 49.
_V3: dict[str, Any] = {
    "seed": 2026111900,
    "opponents": (),
    "seats": (1,),
    "editions": ("",),
    "is_scored": True,
    "cap": 75.0,
}


class BibliogamoLab(LabExtension):
    suites = {  # noqa: RUF012
        "v3-5min": Suite(deals=210, **_V3),
        "v3-1h": Suite(deals=2520, **_V3),
    }
    figures = ("score", "books", "florins", "prestige")
    deals_by = "collection"

    @property
    def rows(self) -> ObservationRows:
        from armarium.games.bibliogamo.kernels import batch
        from armarium.lab.rows import BatchRows

        return BatchRows(batch, score="score")

    @property
    def explicit(self) -> Callable[[int, str | None, Mapping[str, Any]], ExplicitChance]:
        from armarium.games.bibliogamo.lab.explicit import ExplicitBibliogamo

        return ExplicitBibliogamo

    @property
    def picture(self) -> Callable[[View], str]:
        from armarium.games.bibliogamo.lab.picture import picture

        return picture

    def deal_kind(self, game: BaseGame) -> int:
        """Return the collection of a deal. Some collections are worth more than others."""
        kind: int = game.truth()["prestige"]["id"]
        return kind

    def deal_kinds(self, options: Mapping[str, Any]) -> Sequence[int]:
        from armarium.games.bibliogamo.components import STANDARD, components_of

        return [one["id"] for one in components_of(options.get("components", STANDARD)).collections]


LAB = BibliogamoLab()
