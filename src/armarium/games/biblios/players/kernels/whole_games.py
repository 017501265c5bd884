"""Whole games between the compiled players: each sees the state through its own eye (`read_state`).

The same choices as from views, move for move (a test compares them), some hundred times faster.
"""

from __future__ import annotations

from armarium.games.biblios.kernels import engine, rules
from armarium.games.biblios.players.kernels import baseline, monk, novice, oblate
from armarium.games.biblios.players.kernels.features import read_state
from armarium.games.table.compiled import compiled, door
from armarium.games.table.kernels.policy import next_random

__all__ = ["COMPILED", "WEIGHTED", "play_game_at"]

COMPILED = ("random", "oblate", "novice", "monk", "baseline")
RANDOM, OBLATE, NOVICE, MONK, BASELINE = range(5)
WEIGHTED = -1  # a monk with the weights of its seat's row, for tuning


@compiled
def choose(s, who, weights, features, word, exactly):
    if who == RANDOM:
        return engine.choose_uniformly(s, word)
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


@door
def play_game_at(states, i, features, who, weights, words, exactly):
    """Play a game to its end; `who` sits in each seat, with its own chance. Returns the number of decisions.

    Exactly: with all that a view tells. Tuning does without what only sizes imply.
    """
    s = states[i]
    decisions = 0
    while not rules.is_over(s):
        seat = int(s.actor)
        words[seat] = next_random(words[seat])
        rules.apply(s, choose(s, who[seat], weights[seat], features[0], words[seat], exactly))
        decisions += 1
    return decisions
