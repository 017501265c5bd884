"""Games between players of the house, each stopped at one of its moments: what who acts saw there, and who won."""

from __future__ import annotations

from armarium.games.biblios.kernels import rules
from armarium.games.biblios.kernels.batch import reward
from armarium.games.biblios.kernels.observation import observe
from armarium.games.biblios.players.kernels.whole_games import choose
from armarium.games.table.compiled import door
from armarium.games.table.kernels.policy import next_random

__all__ = ["play_noted"]


@door
def play_noted(states, i, features, who, weights, words, share, row, shares):
    """The row of who acts at that part (in 256ths) of the game's decisions, and the seats' shares counted from it.

    The game is played twice, the same both times: first to know how long it is.
    """
    first = states[i : i + 1].copy()
    chance = words.copy()
    length = 0
    while not rules.is_over(states[i]):
        _move(states, i, features, who, weights, words)
        length += 1
    end = states[i : i + 1].copy()
    states[i] = first[0]
    words[:] = chance
    for _ in range(length * share // 256):
        _move(states, i, features, who, weights, words)
    actor, seats = int(states[i].actor), who.shape[0]
    observe(states[i], actor, row)
    for steps in range(seats):
        shares[steps] = reward(end[0], (actor + steps) % seats)
    return length


@door
def _move(states, i, features, who, weights, words):
    s = states[i]
    seat = int(s.actor)
    words[seat] = next_random(words[seat])
    rules.apply(s, choose(s, who[seat], weights[seat], features[0], words[seat], True))
