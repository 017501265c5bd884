"""Random play from any state to its end, for searches that ask what a state is worth."""

from __future__ import annotations

from armarium.games.biblios.kernels.batch import play_on, reward
from armarium.games.table.compiled import door

__all__ = ["random_end"]


@door
def random_end(states, i, word, rewards):
    """Whoever sits where; what each seat wins is written to `rewards`."""
    s = states[i]
    play_on(s, word)
    for seat in range(rewards.shape[0]):
        rewards[seat] = reward(s, seat)
