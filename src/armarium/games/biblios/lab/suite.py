"""The frozen suites of Biblios. `tests/players/biblios/test_suite.py` pins the sources of their opponents."""

from __future__ import annotations

from armarium.games.table.suite import Suite

__all__ = ["SUITES"]

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
}
