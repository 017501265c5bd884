"""Whole games of random legal play in compiled code: the loops of `armarium bench rules`.

The game's own `kernels/batch.py` binds them.
"""

from __future__ import annotations

from typing import Any

from armarium.core.binding import generic
from armarium.core.jit import jit

__all__ = ["next_random", "play_games", "play_on", "play_to_end", "play_watched"]

# Bound by the game: its rules, a new game from a key or a seed, a random action, the observation row and the mask of a
# seat, and the final reward of a seat.
rules: Any = None
begin = begin_with = choose_uniformly = observe = mask = reward = rules


@jit
def next_random(word):
    """Xorshift on 63 bits: the fast generator of random policies, never used for cards."""
    word ^= (word << 13) & 0x7FFFFFFFFFFFFFFF
    word ^= word >> 7
    word ^= (word << 17) & 0x7FFFFFFFFFFFFFFF
    return word


@generic
def play_on(s, word):
    """Play at random to the end; return the number of decisions and the generator's next word."""
    decisions = 0
    while not rules.is_over(s):
        word = next_random(word)
        rules.apply(s, choose_uniformly(s, word))
        decisions += 1
    return decisions, word


@generic
def play_to_end(states, i, word, rewards):
    """Play at random to the end and write the reward of each seat, for searches that evaluate a state."""
    s = states[i]
    play_on(s, word)
    for seat in range(rewards.shape[0]):
        rewards[seat] = reward(s, seat)


@generic
def play_games(states, i, template, key, first, word, games):
    """Deal and play many games in one slot, each from its own key."""
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
    """Play at random; write the observation and the mask before every decision."""
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
