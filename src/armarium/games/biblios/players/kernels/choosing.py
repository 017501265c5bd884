"""A player of the house in every slot of a batch: what it would do for whoever is to act there, and nothing is done.

The same choices as in the arena, with the same chance.
"""

from __future__ import annotations

import numpy as np

from armarium.games.biblios.kernels import rules
from armarium.games.biblios.kernels.engine import choose_uniformly
from armarium.games.biblios.players.kernels.whole_games import choose
from armarium.games.biblios.players.weights import NAMES as WEIGHTS
from armarium.games.table.compiled import compiled, door
from armarium.games.table.kernels.bits import count
from armarium.games.table.kernels.policy import next_random

__all__ = ["choose_slots"]

_NO_WEIGHTS = np.zeros(len(WEIGHTS))


@compiled
def _has_choice(s):
    word0, word1, word2, word3 = rules.legal(s)
    return count(word0) + count(word1) + count(word2) + count(word3) > 1


@door
def choose_slots(states, low, high, who, words, features, codes):
    """A code for every slot. Where only one action is legal, nobody looks at the cards first."""
    for i in range(low, high):
        s = states[i]
        seat = int(s.actor)
        words[i, seat] = next_random(words[i, seat])
        if _has_choice(s):
            codes[i] = choose(s, who, _NO_WEIGHTS, features[0], words[i, seat], True)
        else:
            codes[i] = choose_uniformly(s, words[i, seat])
