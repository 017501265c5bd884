# mypy: disallow-untyped-defs=False, disallow-untyped-calls=False, disallow-incomplete-defs=False
"""The monk: the best rule-based player of the house. It asks of every choice how it changes the chances of the dice."""

from __future__ import annotations

import numpy as np

from armarium.games.biblios.players.bidding import pay, speak
from armarium.games.biblios.players.counting import best_choice
from armarium.games.biblios.players.giving import allocate, take
from armarium.games.biblios.players.outlook import consider, die_stake, new_outlooks
from armarium.games.biblios.players.weights import WEIGHTS
from armarium.games.biblios.state import ALLOCATE, BID, CHURCH_STEP, TAKE
from armarium.games.table.compiled import compiled, door

__all__ = ["choose", "choose_at", "decide"]


@compiled
def choose(sight, word):
    return decide(sight, WEIGHTS[sight.seats - 2])


@compiled
def decide(sight, w):
    """The same with any weights, for tuning."""
    outlooks = new_outlooks()
    return _weigh(sight, w, outlooks)


@compiled
def _weigh(sight, w, outlooks):
    """A record does not keep its array alive: the caller holds it until the choice is made."""
    o = outlooks[0]
    consider(sight, w, o)
    if sight.step == ALLOCATE:
        return allocate(sight, w, o)
    if sight.step == TAKE:
        return take(sight, o)
    if sight.step == CHURCH_STEP:
        stake = np.zeros(5)
        for c in range(5):
            stake[c] = die_stake(o, c)
        return best_choice(sight, stake)
    return speak(sight, w, o) if sight.step == BID else pay(sight, o)


@door
def choose_at(sights, i, word):
    return choose(sights[i], word)
