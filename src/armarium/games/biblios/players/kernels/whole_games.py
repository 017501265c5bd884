"""Whole games between the compiled players. Each reads only what its seat knows (`read_state`).

The choices are the same as from views (a test compares them), but some hundred times faster.
"""

from __future__ import annotations

import numpy as np

from armarium.core.jit import jit, jit_entry
from armarium.core.kernels.random_play import next_random
from armarium.games.biblios.kernels import engine, rules
from armarium.games.biblios.players.kernels import baseline, monk, novice, oblate
from armarium.games.biblios.players.kernels.features import FEATURES, read_state
from armarium.games.biblios.players.weights import NAMES
from armarium.games.biblios.state import PAY

__all__ = ["COMPILED", "MEMORY", "WEIGHTED", "choose_at", "play_game_at"]

COMPILED = ("random", "oblate", "novice", "monk", "baseline")
RANDOM, OBLATE, NOVICE, MONK, BASELINE = range(5)
WEIGHTED = -1  # a monk with its own weights, for tuning
MEMORY = FEATURES  # the record in which these players work
_NO_WEIGHTS = np.zeros(len(NAMES))


@jit
def choose(s, who, weights, features, word, exactly):
    if who == RANDOM:
        return engine.choose_uniformly(s, word)
    if s.step == PAY and s.owed == 0:  # B-3.14: no player overpays
        return rules.PASS
    read_state(s, s.actor, features, exactly)
    if who == OBLATE:
        return oblate.choose(features, word)
    if who == NOVICE:
        return novice.choose(features, word)
    if who == MONK:
        return monk.choose(features, word)
    if who == WEIGHTED:
        return monk.decide(features, weights)
    return baseline.choose(features, word)


@jit
def choose_at(states, who, word, memory):
    """Return the choice of a player in the first game of an array, for WebAssembly."""
    return choose(states[0], who, _NO_WEIGHTS, memory[0], word, True)


@jit_entry
def play_game_at(states, i, features, who, weights, words, exactly):
    """Play a game to its end and return the number of decisions. `who` and `words` hold player and random word by seat.

    With `exactly`, players know all that a view shows. Tuning omits what only sizes imply.
    """
    s = states[i]
    decisions = 0
    while not rules.is_over(s):
        seat = int(s.actor)
        words[seat] = next_random(words[seat])
        rules.apply(s, choose(s, who[seat], weights[seat], features[0], words[seat], exactly))
        decisions += 1
    return decisions
