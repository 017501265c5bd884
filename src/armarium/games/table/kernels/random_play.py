"""Whole games of random legal play, compiled as one: the loops of `armarium bench rules`.

The game's own `kernels/batch.py` binds them.
"""

from __future__ import annotations

from typing import Any

from armarium.games.table.binding import generic
from armarium.games.table.kernels.policy import next_random

__all__ = ["play_games", "play_on", "play_watched"]

# The game's: its rules, a new game from a key or a seed, a random action, and what a seat sees and may do as rows.
rules: Any = None
begin = begin_with = choose_uniformly = observe = mask = rules


@generic
def play_on(s, word):
    """Play at random to the end; returns the number of decisions and the generator's next word."""
    decisions = 0
    while not rules.is_over(s):
        word = next_random(word)
        rules.apply(s, choose_uniformly(s, word))
        decisions += 1
    return decisions, word


@generic
def play_games(states, i, template, key, first, word, games):
    """Deal and play out many games in one place, each from its own key."""
    total = 0
    for _ in range(games):
        states[i] = template[0]
        key[0] += 1
        begin(states[i], key, first)
        decisions, word = play_on(states[i], word)
        total += decisions
    return total, word


@generic
def play_watched(states, words, i, blank, seed, first, word, games, observations, masks):
    """Random play in which every decision first gets its observation and its mask."""
    total = 0
    for n in range(games):
        begin_with(states, words, i, blank, seed + n, first)
        s = states[i]
        while not rules.is_over(s):
            observe(s, s.actor, observations[i])
            mask(s, masks[i])
            word = next_random(word)
            rules.apply(s, choose_uniformly(s, word))
            total += 1
    return total, word
