"""The benchmark's loop: whole games of random legal play, compiled as one."""

from __future__ import annotations

from armarium.games.biblios.kernels import rules
from armarium.games.biblios.kernels.engine import choose_uniformly
from armarium.games.table.compiled import compiled, door
from armarium.games.table.kernels.policy import next_random

__all__ = ["play_games"]


@compiled
def play_on(s, word):
    """Play at random to the end; returns the number of decisions and the generator's next word."""
    decisions = 0
    while not rules.is_over(s):
        word = next_random(word)
        rules.apply(s, choose_uniformly(s, word))
        decisions += 1
    return decisions, word


@door
def play_games(states, i, template, key, first, word, games):
    """Deal and play out many games in one place, each from its own key; the benchmark's loop."""
    total = 0
    for _ in range(games):
        states[i] = template[0]
        key[0] += 1
        rules.begin(states[i], key, first)
        decisions, word = play_on(states[i], word)
        total += decisions
    return total, word
