"""Many imagined worlds side by side: every candidate action in each of them, and what the seats see afterwards."""

from __future__ import annotations

from armarium.games.biblios.kernels import rules
from armarium.games.biblios.kernels.batch import reward
from armarium.games.biblios.kernels.observation import mask, observe, observe_all
from armarium.games.table.compiled import door

__all__ = ["act", "branch", "look", "look_at_all", "look_until", "settle", "settle_each"]


@door
def branch(worlds, codes, states):
    """Every action in every world: states[world × actions + action]."""
    for w in range(worlds.shape[0]):
        for a in range(codes.shape[0]):
            states[w * codes.shape[0] + a] = worlds[w]
            rules.apply(states[w * codes.shape[0] + a], codes[a])


@door
def look(states, seat, which, rows, masks):
    """In each game where another seat than `seat` is to act: its row and its mask. Returns how many there are."""
    n = 0
    for i in range(states.shape[0]):
        s = states[i]
        if not rules.is_over(s) and s.actor != seat:
            which[n] = i
            observe(s, s.actor, rows[n])
            mask(s, masks[n])
            n += 1
    return n


@door
def look_until(states, mine, left, which, rows, masks):
    """The same for games that each have a seat of their own: it takes the decisions `left` too, then its game stops."""
    n = 0
    for i in range(states.shape[0]):
        s = states[i]
        if rules.is_over(s) or (s.actor == mine[i] and left[i] == 0):
            continue
        if s.actor == mine[i]:
            left[i] -= 1
        which[n] = i
        observe(s, s.actor, rows[n])
        mask(s, masks[n])
        n += 1
    return n


@door
def act(states, which, codes):
    for n in range(codes.shape[0]):
        rules.apply(states[which[n]], codes[n])


@door
def look_at_all(states, whole, actors):
    """The referee's row of each game, and the seat that acts; −1 where it is over."""
    for i in range(states.shape[0]):
        observe_all(states[i], whole[i])
        actors[i] = -1 if rules.is_over(states[i]) else states[i].actor


@door
def settle(states, seat, worth):
    """What a finished game was worth to the seat."""
    for i in range(states.shape[0]):
        if rules.is_over(states[i]):
            worth[i] = reward(states[i], seat)


@door
def settle_each(states, mine, worth):
    """What each finished game was worth to its own seat."""
    for i in range(states.shape[0]):
        if rules.is_over(states[i]):
            worth[i] = reward(states[i], mine[i])
