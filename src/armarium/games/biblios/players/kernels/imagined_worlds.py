"""Operations on many imagined worlds: apply candidate actions, and observe what the seats see afterwards."""

from __future__ import annotations

from armarium.core.jit import jit_entry
from armarium.games.biblios.kernels import rules
from armarium.games.biblios.kernels.batch import reward
from armarium.games.biblios.kernels.observation import mask, observe, observe_all

__all__ = [
    "apply_actions",
    "branch",
    "observe_others",
    "observe_truths",
    "observe_until",
    "write_own_rewards",
    "write_rewards",
]


@jit_entry
def branch(worlds, codes, states):
    """Apply every action in every world: states[world × actions + action]."""
    for w in range(worlds.shape[0]):
        for a in range(codes.shape[0]):
            states[w * codes.shape[0] + a] = worlds[w]
            rules.apply(states[w * codes.shape[0] + a], codes[a])


@jit_entry
def observe_others(states, seat, which, rows, masks):
    """Write row and mask of each game in which a seat other than `seat` is to act. Return their number."""
    n = 0
    for i in range(states.shape[0]):
        s = states[i]
        if not rules.is_over(s) and s.actor != seat:
            which[n] = i
            observe(s, s.actor, rows[n])
            mask(s, masks[n])
            n += 1
    return n


@jit_entry
def observe_until(states, mine, left, which, rows, masks):
    """Do the same with a seat per game: the seat also makes `left` decisions, then its game stops."""
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


@jit_entry
def apply_actions(states, which, codes):
    for n in range(codes.shape[0]):
        rules.apply(states[which[n]], codes[n])


@jit_entry
def observe_truths(states, whole, actors):
    """Write the referee's row and the seat to act of each game; −1 if it is over."""
    for i in range(states.shape[0]):
        observe_all(states[i], whole[i])
        actors[i] = -1 if rules.is_over(states[i]) else states[i].actor


@jit_entry
def write_rewards(states, seat, worth):
    """Write the reward of a seat in each finished game."""
    for i in range(states.shape[0]):
        if rules.is_over(states[i]):
            worth[i] = reward(states[i], seat)


@jit_entry
def write_own_rewards(states, mine, worth):
    """Write the reward of each finished game to its own seat."""
    for i in range(states.shape[0]):
        if rules.is_over(states[i]):
            worth[i] = reward(states[i], mine[i])
