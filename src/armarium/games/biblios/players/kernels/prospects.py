"""What an action leads to, as the seat would tell it: its chances at the dice, its rivals', its gold, the dice.

The evaluation of the monk counts it from the seat's own eye, once the matter at hand is settled: a lot, a turn.
"""

from __future__ import annotations

from armarium.games.biblios.kernels import rules
from armarium.games.biblios.players.kernels.evaluation import consider, new_evaluations
from armarium.games.biblios.players.kernels.features import read_state
from armarium.games.biblios.players.weights import WEIGHTS
from armarium.games.table.compiled import compiled, door

__all__ = ["PROSPECTS", "foresee", "unsettled"]

# Of each category: my chance at its die, the best rival's, the die; then my gold.
PROSPECTS = 16


@door
def unsettled(states, before, which):
    """The games in which the lot, or the turn, that `before` shows is still going on. Returns how many."""
    n = 0
    b = before[0]
    for i in range(states.shape[0]):
        s = states[i]
        goes_on = s.lots == b.lots if s.lots > 0 else s.active == b.active
        if goes_on and s.phase == b.phase and not rules.is_over(s):
            which[n] = i
            n += 1
    return n


@door
def foresee(states, seat, features, prospects):
    for i in range(states.shape[0]):
        read_state(states[i], seat, features[0], False)
        evaluations = new_evaluations()
        _tell(features[0], evaluations, prospects[i])


@compiled
def _tell(features, evaluations, found):
    """A record does not keep its array alive: the caller holds it."""
    o = evaluations[0]
    consider(features, WEIGHTS[features.seats - 2], o)
    for c in range(5):
        found[c] = o.chance[0, c]
        found[5 + c] = 0.0
        for j in range(1, features.seats):
            found[5 + c] = max(found[5 + c], o.chance[j, c])
        found[10 + c] = o.dice[c]
    found[15] = o.gold[0]
