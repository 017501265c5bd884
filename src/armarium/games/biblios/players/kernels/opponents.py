"""Built-in players in many games at once: as opponents of another player (a network), or in every seat.

They make the same choices as in the arena, with the same random numbers (`play_game_at`).
"""

from __future__ import annotations

import numpy as np

from armarium.core.jit import jit, jit_entry
from armarium.core.kernels.bits import count
from armarium.core.kernels.random_play import next_random
from armarium.games.biblios.kernels import rules
from armarium.games.biblios.kernels.batch import reward
from armarium.games.biblios.kernels.engine import choose_uniformly
from armarium.games.biblios.kernels.observation import mask, observe
from armarium.games.biblios.players.chance_words import first_word
from armarium.games.biblios.players.kernels.features import new_features
from armarium.games.biblios.players.kernels.whole_games import COMPILED as NAMES
from armarium.games.biblios.players.kernels.whole_games import choose
from armarium.games.biblios.players.weights import NAMES as WEIGHTS

__all__ = ["NAMES", "choose_slots", "first_word", "go_on", "new_features"]

_NO_WEIGHTS = np.zeros(len(WEIGHTS))


@jit_entry
def go_on(
    states, low, high, codes, mine, who, words, features, rows, masks, is_over, shares, noted, noted_rows, noted_masks,
    noted_codes,
):  # fmt: skip
    """Apply a code in each game (−1: none), let the opponents play, then write the row of the seat `mine`.

    Finished games are skipped; `shares` holds the reward of `mine`. The opponents' rows and choices are recorded while
    there is room; `noted` counts them.
    """
    for i in range(low, high):
        s = states[i]
        if is_over[i]:
            continue
        if codes[i] >= 0:
            rules.apply(s, codes[i])
        while not rules.is_over(s) and s.actor != mine[i]:
            seat = int(s.actor)
            words[i, seat] = next_random(words[i, seat])
            code = choose(s, who, _NO_WEIGHTS, features[0], words[i, seat], True)
            if noted[i] < noted_codes.shape[1]:
                observe(s, seat, noted_rows[i, noted[i]])
                mask(s, noted_masks[i, noted[i]])
                noted_codes[i, noted[i]] = code
                noted[i] += 1
            rules.apply(s, code)
        if rules.is_over(s):
            is_over[i] = True
            shares[i] = reward(s, mine[i])
        else:
            observe(s, mine[i], rows[i])
            mask(s, masks[i])


@jit
def _has_choice(s):
    word0, word1, word2, word3 = rules.legal(s)
    return count(word0) + count(word1) + count(word2) + count(word3) > 1


@jit_entry
def choose_slots(states, low, high, who, words, features, codes):
    """Choose a code for every slot. If only one action is legal, skip the evaluation."""
    for i in range(low, high):
        s = states[i]
        seat = int(s.actor)
        words[i, seat] = next_random(words[i, seat])
        if _has_choice(s):
            codes[i] = choose(s, who, _NO_WEIGHTS, features[0], words[i, seat], True)
        else:
            codes[i] = choose_uniformly(s, words[i, seat])
