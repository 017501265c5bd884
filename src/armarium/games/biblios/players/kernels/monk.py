"""The monk: the best rule-based player. It asks of every choice how it changes the chances of the dice."""

from __future__ import annotations

import numpy as np

from armarium.core.jit import jit, jit_entry
from armarium.games.biblios.players.kernels.bidding import bid_or_pass, pay
from armarium.games.biblios.players.kernels.counting import best_choice
from armarium.games.biblios.players.kernels.evaluation import consider, die_stake, new_evaluations
from armarium.games.biblios.players.kernels.giving import allocate, take
from armarium.games.biblios.players.weights import WEIGHTS
from armarium.games.biblios.state import ALLOCATE, BID, CHURCH_STEP, TAKE

__all__ = ["choose", "choose_at", "decide"]


@jit
def choose(features, word):
    return decide(features, WEIGHTS[features.seats - 2])


@jit
def decide(features, w):
    """The same with any weights, for tuning."""
    evaluations = new_evaluations()
    return _weigh(features, w, evaluations)


@jit
def _weigh(features, w, evaluations):
    """A record does not keep its array alive: the caller holds it until the choice is made."""
    o = evaluations[0]
    consider(features, w, o)
    if features.step == ALLOCATE:
        return allocate(features, w, o)
    if features.step == TAKE:
        return take(features, o)
    if features.step == CHURCH_STEP:
        stake = np.zeros(5)
        for c in range(5):
            stake[c] = die_stake(o, c)
        return best_choice(features, stake)
    return bid_or_pass(features, w, o) if features.step == BID else pay(features, o)


@jit_entry
def choose_at(features, i, word):
    return choose(features[i], word)
