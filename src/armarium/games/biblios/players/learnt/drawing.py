"""Drawing an action by its odds, in whole numbers: the same seed draws the same action on every processor."""

from __future__ import annotations

import numpy as np

from armarium.players.network.network import NEVER, powers

__all__ = ["COLD", "draw"]

COLD = 0.0  # no drawing: the likeliest action
_HUNDREDTHS = 100


def draw(logits: np.ndarray, warmth: float, least: float, word: int) -> int:
    """An action code by one line of logits (4096ths), a temperature and a random word.

    What is less likely than `least` times the likeliest is never chosen: who is warm is careless, not silly.
    """
    if warmth == COLD:
        return int(logits.argmax())
    hundredths = round(warmth * _HUNDREDTHS)
    below = logits.max() - logits
    parts = powers(-(below * _HUNDREDTHS // hundredths))
    parts[logits == NEVER] = 0
    parts[parts < round(least * (1 << 40))] = 0
    sums = parts.cumsum()
    return int(np.searchsorted(sums, word % int(sums[-1]), side="right"))
