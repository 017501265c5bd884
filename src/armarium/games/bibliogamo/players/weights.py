"""The planner's weights: what they mean, and what self-play made of them (docs/players.md). All is told in points."""

from __future__ import annotations

import numpy as np

__all__ = ["NAMES", "WEIGHTS"]

_TABLE: dict[str, float] = {
    # what a book is worth
    "PRICE": 2.086,  # the florins of a sale
    "NEEDED": 0.5211,  # of the collection's points, shared by the books that it still needs
    "SHARED": 2.603,  # the more books are missing, the less each of them counts
    "DEPTH": 0.1284,  # more, for each further copy of the same book: a tower makes one at a time
    "PACE": 0.7086,  # books a day, to tell whether the collection can still be reached
    "HOPE": 1.556,  # times that pace: here the collection is given up
    "ASIDE": 0.4292,  # lost of a book that is not needed while others are
    # a tower that lacks 1 … 7 artisans, as a part of its book
    "LACKS_1": 0.5551,
    "LACKS_2": 0.4507,
    "LACKS_3": 0.3637,
    "LACKS_4": 0.2922,
    "LACKS_5": 0.214,
    "LACKS_6": 0.1623,
    "LACKS_7": 0.0987,
    "KINDS": 0.0134,  # lost for each type that it lacks
    "TURN": 0.3725,  # days that a missing artisan takes
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
    "RETURN": 0.6669,  # how much of a finished tower counts as supply already
    "STRAIN": 0.0523,  # an artisan that open towers lack beyond the supply
    "JAM": 1.052,  # the same where not even one tower can be finished
    # florins, cards and days
    "FLORIN": 0.4257,
    "LEVEL": 0.116,  # an artisan of a level
    "CARD": 0.0189,  # an icon of a card in hand
    "POOR": 2.499,  # icons of a card that is as good as the next one
    "LIFT": 0.0274,  # a block lifted in vain
    "DAY": 1.805,  # that a new price costs
    "DUSK": 5.571,  # days before the end from which on they count less
    "LIBRARY": 0.1862,  # to land at the Grand Library
    "MOVING": 0.0479,  # what a transfer must bring at least
}
NAMES = tuple(_TABLE)
WEIGHTS = np.array(list(_TABLE.values()))

(
    PRICE, NEEDED, SHARED, DEPTH, PACE, HOPE, ASIDE, LACKS_1, _, _, _, _, _, LACKS_7, KINDS, TURN, TAIL,
    AHEAD_0, _, _, _, _, _, _, RETURN, STRAIN, JAM, FLORIN, LEVEL, CARD, POOR, LIFT, DAY, DUSK, LIBRARY, MOVING,
) = range(len(NAMES))  # fmt: skip
