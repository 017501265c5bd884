"""The lab extension of Biblios. `tests/players/biblios/test_suite.py` checks that the suites do not change."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from armarium.core.game import View
from armarium.lab.extension import (
    ExplicitChance,
    LabExtension,
    ObservationRows,
    OpponentBatch,
    Suite,
)

__all__ = ["LAB"]

# Two lengths of one suite: about five minutes and an hour of one core, for a player that plays from views.
_V3: dict[str, Any] = {
    "seed": 2026111800,
    "opponents": ("novice", "monk", "prior:warmth=1"),
    "seats": (2, 3, 4),
    "editions": ("iello", "scripts-and-scribes", "manual"),
    "is_scored": True,
}

SUITES = {
    "v1": Suite(
        seed=20261115,
        deals=500,
        opponents=("random", "oblate", "novice", "baseline"),
        seats=(2, 3, 4),
        editions=("iello", "manual"),
    ),
    "v2": Suite(
        seed=20261116,
        deals=500,
        opponents=("novice", "baseline", "monk", "prior:warmth=1"),
        seats=(2, 3, 4),
        editions=("iello", "manual"),
    ),
    "v3-5min": Suite(deals=20, **_V3),
    "v3-1h": Suite(deals=240, **_V3),
    "strength-1": Suite(
        seed=2026111950,
        deals=200,
        opponents=(
            "oblate",
            "novice",
            "lector",
            "monk",
            "cellarer",
            "prior",
            "prior:warmth=0",
            "baseline",
        ),
        seats=(2, 3, 4),
        editions=("iello", "scripts-and-scribes", "manual"),
        is_strength=True,
    ),
}


class BibliosLab(LabExtension):
    suites = SUITES
    response_editions = ("iello", "manual")

    @property
    def rows(self) -> ObservationRows:
        from armarium.games.biblios.kernels import batch
        from armarium.lab.rows import BatchRows

        return BatchRows(batch)

    @property
    def opponents(self) -> OpponentBatch:
        from armarium.games.biblios.players.kernels import opponents

        return opponents

    @property
    def explicit(self) -> Callable[[int, str | None, Mapping[str, Any]], ExplicitChance]:
        from armarium.games.biblios.lab.explicit import ExplicitBiblios

        return ExplicitBiblios

    @property
    def picture(self) -> Callable[[View], str]:
        from armarium.games.biblios.lab.picture import picture

        return picture


LAB = BibliosLab()
