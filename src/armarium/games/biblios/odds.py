"""Live odds: in worlds that look like a view, who holds most of each category now (B-5.2 parts equal totals).

From what the eye knows and nothing else; every world that fits counts the same, whatever the others' play may tell.
"""

from __future__ import annotations

import hashlib
from typing import Any

import numpy as np

from armarium.games.biblios.cards import CARDS_IN_CATEGORY, CATEGORIES, VALUE
from armarium.games.biblios.sketch import Sketch
from armarium.games.biblios.state import HAND, OPEN
from armarium.games.table.odds import Held

__all__ = ["odds_of"]

WORLDS = 200
_KEYS = b"".join(hashlib.sha256(b"armarium odds %d" % n).digest() for n in range(WORLDS))
_VALUES = np.array(VALUE[: CARDS_IN_CATEGORY * len(CATEGORIES)]).reshape(len(CATEGORIES), -1)
# Of equal totals the letter nearest to A wins: within a category cards stand in the order of their letters.
_LETTERS = np.arange(CARDS_IN_CATEGORY, 0, -1)


def odds_of(view: dict[str, Any]) -> list[Held]:
    """The same view, the same odds."""
    seats = len(view["seats"])
    worlds = Sketch(view).imagine_all(np.frombuffer(_KEYS, "<u4").reshape(WORLDS, 8))
    hands = np.stack(
        [
            worlds["at"][:, HAND + seat, 0] | worlds["at"][:, OPEN + seat, 0]
            for seat in range(seats)
        ],
        1,
    )
    places = np.arange(_VALUES.size).reshape(_VALUES.shape)
    found: list[Held] = []
    for category, values, kinds in zip(CATEGORIES, _VALUES, places, strict=True):
        held = (hands[:, :, None] >> kinds.astype(hands.dtype) & 1).astype(np.int64)
        rank = held @ values * (CARDS_IN_CATEGORY + 1) + (held * _LETTERS).max(2)
        leads = (rank == rank.max(1, keepdims=True)) & (rank > 0)
        found.append({"thing": category, "shares": [float(part) for part in leads.mean(0)]})
    return found
