"""The monk's weights: what they mean, and what self-play made of them for 2, 3 and 4 seats (docs/players.md)."""

from __future__ import annotations

import numpy as np

__all__ = ["NAMES", "WEIGHTS"]

_TABLE: dict[str, tuple[float, float, float]] = {
    # how the categories may end
    "HIDDEN_BIAS": (1.85, 1.9, 1.9),  # hidden cards are kept for a reason
    "SPREAD": (1.5, 1.0, 1.0),  # of the doubt about hidden cards and those to come
    "LETTER": (0.4, 0.4, 0.4),  # a better letter, in totals
    # what counts
    "OTHERS": (1.0, 1.0, 1.0),  # a point of the others against one of mine
    "LEADER": (0.15, 0.15, 0.15),  # how much more the leader's points hurt
    # gold
    "GOLD_STAKE": (0.4, 0.4, 0.4),  # points that a lot brings to the purses
    "GOLD_CALM": (6.4, 5.0, 5.0),  # gold that contests nothing
    "TIE_GOLD": (0.06, 0.04, 0.03),  # a gold left over
    # the gift phase
    "PILE": (0.5, 0.8, 0.8),  # of a card's worth, what is left of it in the auction pile
    "PICKY": (0.3, 0.3, 0.3),  # the public space serves whom it helps most
    # bidding
    "FEAR": (0.6, 0.6, 0.6),  # of what a rival would gain by the lot
    "THRIFT": (2.3, 2.6, 3.1),  # the price of gold spent
    "CARD_THRIFT": (1.0, 0.6, 0.65),  # the price of cards paid for gold
    "BLUFF": (0.35, 0.1, 0.1),  # how likely a bid beyond my means is to be called
}
NAMES = tuple(_TABLE)
WEIGHTS = np.array(list(_TABLE.values())).T.copy()  # row seats − 2

(
    HIDDEN_BIAS, SPREAD, LETTER, OTHERS, LEADER, GOLD_STAKE, GOLD_CALM, TIE_GOLD,
    PILE, PICKY, FEAR, THRIFT, CARD_THRIFT, BLUFF,
) = range(len(NAMES))  # fmt: skip
