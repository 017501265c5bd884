"""Live odds: the probability of each seat to hold the majority of each category now (ties by B-5.2).

Computed from worlds that look like the view, all with the same weight. The other players' actions are not considered.
"""

from __future__ import annotations

import hashlib
from typing import Any

import numpy as np

from armarium.analysis.extension import MajorityShares
from armarium.games.biblios.cards import CARDS_IN_CATEGORY, CATEGORIES, VALUE
from armarium.games.biblios.state import HAND, OPEN
from armarium.games.biblios.state_from_view import BibliosStateFromView

__all__ = ["compute_odds"]

WORLDS = 200
_KEYS = b"".join(hashlib.sha256(b"armarium odds %d" % n).digest() for n in range(WORLDS))
_VALUES = np.array(VALUE[: CARDS_IN_CATEGORY * len(CATEGORIES)]).reshape(len(CATEGORIES), -1)
# Of equal totals the letter nearest to A wins. Within a category, cards are in the order of their letters.
_LETTERS = np.arange(CARDS_IN_CATEGORY, 0, -1)


def compute_odds(view: dict[str, Any]) -> list[MajorityShares]:
    """Compute the odds of a view. The same view gives the same odds."""
    seats = len(view["seats"])
    worlds = BibliosStateFromView(view).imagine_all(np.frombuffer(_KEYS, "<u4").reshape(WORLDS, 8))
    hands = np.stack(
        [
            worlds["location"][:, HAND + seat, 0] | worlds["location"][:, OPEN + seat, 0]
            for seat in range(seats)
        ],
        1,
    )
    places = np.arange(_VALUES.size).reshape(_VALUES.shape)
    found: list[MajorityShares] = []
    for category, values, kinds in zip(CATEGORIES, _VALUES, places, strict=True):
        held = (hands[:, :, None] >> kinds.astype(hands.dtype) & 1).astype(np.int64)
        rank = held @ values * (CARDS_IN_CATEGORY + 1) + (held * _LETTERS).max(2)
        leads = (rank == rank.max(1, keepdims=True)) & (rank > 0)
        found.append({"thing": category, "shares": [float(part) for part in leads.mean(0)]})
    return found
