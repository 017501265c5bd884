"""Compiled games between built-in players, each sampled at one decision: the observation there, and the result."""

from __future__ import annotations

from armarium.core.jit import jit_entry
from armarium.core.kernels.random_play import next_random
from armarium.games.biblios.kernels import rules
from armarium.games.biblios.kernels.batch import reward
from armarium.games.biblios.kernels.observation import observe
from armarium.games.biblios.players.kernels.whole_games import choose

__all__ = ["play_sampled"]


@jit_entry
def play_sampled(states, i, features, who, weights, words, share, row, shares):
    """Write the row of the acting seat at a given share (in 256ths) of the game's decisions, and the rewards from that
    seat on.

    The game is played twice in the same way: the first time to find its length.
    """
    first = states[i : i + 1].copy()
    first_words = words.copy()
    length = 0
    while not rules.is_over(states[i]):
        _move(states, i, features, who, weights, words)
        length += 1
    end = states[i : i + 1].copy()
    states[i] = first[0]
    words[:] = first_words
    for _ in range(length * share // 256):
        _move(states, i, features, who, weights, words)
    actor, seats = int(states[i].actor), who.shape[0]
    observe(states[i], actor, row)
    for steps in range(seats):
        shares[steps] = reward(end[0], (actor + steps) % seats)
    return length


@jit_entry
def _move(states, i, features, who, weights, words):
    s = states[i]
    seat = int(s.actor)
    words[seat] = next_random(words[seat])
    rules.apply(s, choose(s, who[seat], weights[seat], features[0], words[seat], True))
