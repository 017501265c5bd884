"""Many games at once: what a slot of a batch does in a step, and the loops over slots for a CPU.

The game's own `kernels/batch.py` binds these kernels. lab/vector.py runs the loops in threads; lab/cuda runs the same
functions on a GPU, one thread per slot. The n-th game of slot i (both from 0) in a batch of `count` slots has the seed
`seed + n × count + i`, as in `Game.new`.
"""

from __future__ import annotations

from typing import Any

from armarium.core.binding import generic
from armarium.core.kernels.batch_key import set_seed

__all__ = [
    "begin_slots",
    "begin_with",
    "first_illegal",
    "is_allowed",
    "observe_all_slots",
    "observe_slots",
    "turn",
    "turn_slots",
]

# Bound by the game: its rules, a new game from a key and the seat that starts, the number of seats of a state, the
# final reward of a seat, and the rows for the seat to act, for a seat, and of the full state.
rules: Any = None
begin = seats_of = reward = show = observe = observe_all = rules


@generic
def begin_with(states, words, i, blank, seed, first):
    """Start a new game in a slot.

    `words` are the bytes of `states`, and `blank` those of a game with its options. They are copied as words, because a
    GPU would copy a record byte by byte.
    """
    width = blank.shape[0]
    for word in range(width):
        words[i * width + word] = blank[word]
    s = states[i]
    set_seed(s, seed, seats_of(s))
    begin(s, s.key, first)


@generic
def is_allowed(s, code):
    """Return True if the number is a code and legal now."""
    return 0 <= code < rules.ACTIONS and rules.is_legal(s, code)


@generic
def turn(s, i, code, rewards, dones):
    """Play an action in slot i; return True if it ended the game."""
    rules.apply(s, code)
    ended = rules.is_over(s)
    if ended or dones[i]:  # clear the rewards of the previous step
        for seat in range(rewards.shape[1]):
            rewards[i, seat] = reward(s, seat)
    dones[i] = ended
    return ended


@generic
def begin_slots(
    states, low, high, words, blank, numbers, seed, first, rewards, dones, actors, observations, masks,
):  # fmt: skip
    for i in range(low, high):
        begin_with(states, words, i, blank, seed + numbers[i] * states.shape[0] + i, first)
        dones[i] = False
        for seat in range(rewards.shape[1]):
            rewards[i, seat] = 0.0
        show(states[i], states[i], i, actors, observations, masks)


@generic
def turn_slots(
    states, low, high, actions, words, blank, numbers, seed, first, rewards, dones, actors,
    observations, masks,
):  # fmt: skip
    for i in range(low, high):
        if turn(states[i], i, actions[i], rewards, dones):
            numbers[i] += 1
            begin_with(states, words, i, blank, seed + numbers[i] * states.shape[0] + i, first)
        show(states[i], states[i], i, actors, observations, masks)


@generic
def first_illegal(states, low, high, actions):
    """Return the first slot whose action is illegal; −1 if all are legal."""
    for i in range(low, high):
        if not is_allowed(states[i], actions[i]):
            return i
    return -1


@generic
def observe_slots(states, low, high, seats, observations):
    """Write the observation of one seat per slot."""
    for i in range(low, high):
        observe(states[i], seats[i], observations[i])


@generic
def observe_all_slots(states, low, high, observations):
    for i in range(low, high):
        observe_all(states[i], observations[i])
