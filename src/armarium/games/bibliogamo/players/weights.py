"""The planner's weights, in points, tuned by self-play (docs/bot-design.md)."""

from __future__ import annotations

import numpy as np

__all__ = ["NAMES", "WEIGHTS"]

_TABLE: dict[str, float] = {
    # what a book is worth
    "PRICE": 2.086,  # the florins of a sale
    "NEEDED": 0.5211,  # share of the collection's points, divided among the books it still needs
    "SHARED": 2.603,  # reduces the value per book when many are missing
    "DEPTH": 0.1284,  # bonus per further copy of the same book: a tower makes one at a time
    "PACE": 0.7086,  # books per day, to estimate whether the collection can still be completed
    "HOPE": 1.556,  # at this multiple of the pace the collection is given up
    "ASIDE": 0.4292,  # reduction for a book that is not needed while others are
    # a tower that lacks 1 … 7 artisans, as a fraction of its book
    "LACKS_1": 0.5551,
    "LACKS_2": 0.4507,
    "LACKS_3": 0.3637,
    "LACKS_4": 0.2922,
    "LACKS_5": 0.214,
    "LACKS_6": 0.1623,
    "LACKS_7": 0.0987,
    "KINDS": 0.0134,  # reduction per missing type
    "TURN": 0.3725,  # days per missing artisan
    "TAIL": 1.005,  # days until a finished book is sold
    # a finished tower, by how far the librarian has to go
    "AHEAD_0": 0.7156,
    "AHEAD_1": 0.714,
    "AHEAD_2": 0.8204,
    "AHEAD_3": 0.8016,
    "AHEAD_4": 0.7702,
    "AHEAD_5": 0.6942,
    "AHEAD_6": 0.7054,
    # the supply
    "RETURN": 0.6669,  # fraction of a finished tower that already counts as supply
    "STRAIN": 0.0523,  # cost of an artisan that open towers lack beyond the supply
    "JAM": 1.052,  # the same if no tower at all can be finished
    # florins, cards and days
    "FLORIN": 0.4257,
    "LEVEL": 0.116,  # an artisan of a level
    "CARD": 0.0189,  # an icon of a card in hand
    "POOR": 2.499,  # icons of an average card
    "LIFT": 0.0274,  # cost of lifting a block
    "DAY": 1.805,  # cost of the day that a new price takes
    "DUSK": 5.571,  # days before the end from which days count less
    "LIBRARY": 0.1862,  # value of landing at the Grand Library
    "MOVING": 0.0479,  # minimum gain of a transfer
}
NAMES = tuple(_TABLE)
WEIGHTS = np.array(list(_TABLE.values()))

(
    PRICE, NEEDED, SHARED, DEPTH, PACE, HOPE, ASIDE, LACKS_1, _, _, _, _, _, LACKS_7, KINDS, TURN, TAIL,
    AHEAD_0, _, _, _, _, _, _, RETURN, STRAIN, JAM, FLORIN, LEVEL, CARD, POOR, LIFT, DAY, DUSK, LIBRARY, MOVING,
) = range(len(NAMES))  # fmt: skip
