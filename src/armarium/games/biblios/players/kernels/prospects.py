"""The prospects of a seat after an action: its chances at the dice, its rivals', its gold, and the dice.

The monk's evaluation computes them from the seat's knowledge, after the lot or turn is settled.
"""

from __future__ import annotations

from armarium.core.jit import jit, jit_entry
from armarium.games.biblios.kernels import rules
from armarium.games.biblios.players.kernels.evaluation import consider, new_evaluations
from armarium.games.biblios.players.kernels.features import read_state
from armarium.games.biblios.players.weights import WEIGHTS

__all__ = ["PROSPECTS", "foresee", "list_unsettled"]

# For each category: own chance at its die, the best rival's chance, the die; then the own gold.
PROSPECTS = 16


@jit_entry
def list_unsettled(states, before, which):
    """List the games in which the lot or turn of `before` is not settled. Return their number."""
    n = 0
    b = before[0]
    for i in range(states.shape[0]):
        s = states[i]
        goes_on = s.lots == b.lots if s.lots > 0 else s.active == b.active
        if goes_on and s.phase == b.phase and not rules.is_over(s):
            which[n] = i
            n += 1
    return n


@jit_entry
def foresee(states, seat, features, prospects):
    for i in range(states.shape[0]):
        read_state(states[i], seat, features[0], False)
        evaluations = new_evaluations()
        _write_prospects(features[0], evaluations, prospects[i])


@jit
def _write_prospects(features, evaluations, found):
    """Write the prospects. The caller keeps the array alive, because a record does not."""
    o = evaluations[0]
    consider(features, WEIGHTS[features.seats - 2], o)
    for c in range(5):
        found[c] = o.chance[0, c]
        found[5 + c] = 0.0
        for j in range(1, features.seats):
            found[5 + c] = max(found[5 + c], o.chance[j, c])
        found[10 + c] = o.dice[c]
    found[15] = o.gold[0]
