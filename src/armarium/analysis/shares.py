"""Luck and play apart, by telescoping: every change of the referee's curve belongs to a decision or to chance.

What happens between a version and its decision's end is play: a seat's own where it decided, others' where it did not;
what happens from there to the next version is luck. The sums cancel step by step, so luck + own + others is the last
point less the first, whatever the curve says in between.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypedDict

import numpy as np

from armarium.games.table.analyst import Course

__all__ = ["Share", "shares_of"]


class Share(TypedDict):
    """Of one seat, in the measure of the game."""

    initial: float
    final: float
    luck: float
    own: float
    others: float


def shares_of(course: Course, actors: Sequence[int]) -> list[Share]:
    points, settled = course.points, course.settled
    played, lucky = settled - points[:-1], points[1:] - settled
    decided = np.asarray(actors)[:, None] == np.arange(points.shape[1])[None, :]
    return [
        Share(
            initial=float(points[0, seat]),
            final=float(points[-1, seat]),
            luck=float(lucky[:, seat].sum()),
            own=float(played[decided[:, seat], seat].sum()),
            others=float(played[~decided[:, seat], seat].sum()),
        )
        for seat in range(points.shape[1])
    ]
