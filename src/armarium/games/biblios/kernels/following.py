"""Many actions in one call, for games that are played again from their logs: nobody is told of what is past."""

from __future__ import annotations

from armarium.games.biblios.kernels import rules
from armarium.games.table.compiled import door

__all__ = ["follow_at"]


@door
def follow_at(states, i, seats, codes):
    """Do one after the other, as long as each is legal and its seat's turn; how many. Below 0 is no code."""
    s = states[i]
    for n in range(len(codes)):
        if codes[n] < 0 or s.actor != seats[n] or not rules.is_legal(s, codes[n]):
            return n
        rules.apply(s, codes[n])
    return len(codes)
