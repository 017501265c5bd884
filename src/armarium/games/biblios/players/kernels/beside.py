"""Built-in players beside one from elsewhere (a network) in many games at once: they move until it is to act.

The same choices as in the arena, with the same chance (`play_game_at`).
"""

from __future__ import annotations

import numpy as np

from armarium.games.biblios.kernels import rules
from armarium.games.biblios.kernels.batch import reward
from armarium.games.biblios.kernels.observation import mask, observe
from armarium.games.biblios.players.chance_words import first_word
from armarium.games.biblios.players.kernels.choosing import choose_slots
from armarium.games.biblios.players.kernels.features import new_features
from armarium.games.biblios.players.kernels.whole_games import COMPILED as NAMES
from armarium.games.biblios.players.kernels.whole_games import choose
from armarium.games.biblios.players.weights import NAMES as WEIGHTS
from armarium.games.table.compiled import door
from armarium.games.table.kernels.policy import next_random

__all__ = ["NAMES", "choose_slots", "first_word", "go_on", "new_features"]

_NO_WEIGHTS = np.zeros(len(WEIGHTS))


@door
def go_on(
    states, low, high, codes, mine, who, words, features, rows, masks, is_over, shares, noted, noted_rows, noted_masks,
    noted_codes,
):  # fmt: skip
    """In each game: play the code (−1: none), let them answer, then show what the seat `mine` sees.

    A game that is over stays so; `shares` has what it was worth to `mine`. What they saw and chose is noted, as
    far as there is room: `noted` says how many lines.
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
