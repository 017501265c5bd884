# mypy: disallow-untyped-defs=False, disallow-untyped-calls=False, disallow-incomplete-defs=False
"""Whole games between players of the house, compiled: each sees the state through its own eye (`look`).

The same choices as from views, move for move (a test compares them), some hundred times faster.
"""

from __future__ import annotations

from armarium.games.biblios import engine, rules
from armarium.games.biblios.players import baseline, monk, novice, oblate
from armarium.games.biblios.players.sight import look
from armarium.games.table.compiled import compiled, door
from armarium.games.table.policy import next_random

__all__ = ["COMPILED", "WEIGHTED", "play_together_at"]

COMPILED = ("random", "oblate", "novice", "monk", "baseline")
RANDOM, OBLATE, NOVICE, MONK, BASELINE = range(5)
WEIGHTED = -1  # a monk with the weights of its seat's row, for tuning


@compiled
def choose(s, who, weights, sight, word, exactly):
    if who == RANDOM:
        return engine.choose_uniformly(s, word)
    look(s, s.actor, sight, exactly)
    if who == OBLATE:
        return oblate.choose(sight, word)
    if who == NOVICE:
        return novice.choose(sight, word)
    if who == MONK:
        return monk.choose(sight, word)
    if who == WEIGHTED:
        return monk.decide(sight, weights)
    return baseline.choose(sight, word)


@door
def play_together_at(states, i, sights, who, weights, words, exactly):
    """Play a game to its end; `who` sits in each seat, with its own chance. Returns the number of decisions.

    Exactly: with all that a view tells. Tuning does without what only sizes imply, and is twice as fast.
    """
    s = states[i]
    decisions = 0
    while not rules.is_over(s):
        seat = int(s.actor)
        words[seat] = next_random(words[seat])
        rules.apply(s, choose(s, who[seat], weights[seat], sights[0], words[seat], exactly))
        decisions += 1
    return decisions
