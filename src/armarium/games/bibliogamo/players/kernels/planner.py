"""The player `planner`: it evaluates hires, lifts, paid steps, sales and transfers in points, one at a time."""

from __future__ import annotations

import numpy as np

from armarium.core.jit import jit, jit_entry
from armarium.games.bibliogamo.kernels import rules
from armarium.games.bibliogamo.players.kernels.evaluation import (
    evaluate,
    load_weights,
    new_evaluations,
)
from armarium.games.bibliogamo.players.kernels.hiring import plan_hires, plan_pay
from armarium.games.bibliogamo.players.kernels.moving import (
    choose_craft,
    choose_library,
    choose_transfer,
)
from armarium.games.bibliogamo.players.kernels.walking import (
    choose_give_back,
    choose_price,
    choose_walk,
)
from armarium.games.bibliogamo.players.weights import WEIGHTS
from armarium.games.bibliogamo.state import (
    GIVE_BACK,
    HIRE,
    LIBRARY_STEP,
    MOVE,
    PAY,
    PLACE,
    PRICE,
    RETRAIN,
    SELL,
)

__all__ = ["code_of", "decide", "finish", "scores_of"]

BREADTH = 8  # first hires of a turn that are combined with a second one


@jit
def decide(s, o, breadth):
    """Return the planner's action. Weights and components are already loaded."""
    step = s.step
    if step == SELL:
        return rules.SELL_BOOK
    evaluate(s, o)
    if step == MOVE:
        return choose_walk(s, o)
    if step == PRICE:
        return choose_price(s, o)
    if step == HIRE:
        plan_hires(s, o, breadth)
        return o.code[0]
    if step == PAY:
        return plan_pay(s, o)
    if step == GIVE_BACK:
        return choose_give_back(s, o)
    if step == PLACE:
        return choose_craft(s, o, s.hired_tower, False)
    if step == RETRAIN:
        return choose_craft(s, o, s.target, True)
    if step == LIBRARY_STEP:
        return choose_library(s, o)
    return choose_transfer(s, o)


@jit
def finish(s, o, breadth):
    """Play to the end. The hires of a turn are planned once."""
    while not rules.is_over(s):
        if s.step == HIRE:
            evaluate(s, o)
            plan_hires(s, o, breadth)
            for i in range(o.codes):
                while s.step == PLACE:
                    rules.apply(s, choose_craft(s, o, s.hired_tower, False))
                rules.apply(s, o.code[i])
        else:
            rules.apply(s, decide(s, o, breadth))


@jit_entry
def choose_at(states, i, evaluations):
    load_weights(states[i], evaluations[0], WEIGHTS)
    return decide(states[i], evaluations[0], BREADTH)


def code_of(states: np.ndarray) -> int:
    """Return the planner's choice in the only game of an array."""
    return int(choose_at(states, 0, new_evaluations()))


@jit_entry
def finish_all(states, games, weights, breadth, scores, scratch, evaluations):
    """Play copies of many games to the end, to evaluate weights."""
    load_weights(states[0], evaluations[0], weights)
    for i in range(len(games)):
        scratch[0] = states[games[i]]
        evaluations[0].days = -1
        finish(scratch[0], evaluations[0], breadth)
        scores[i] = scratch[0].score


def scores_of(
    states: np.ndarray, games: np.ndarray, weights: np.ndarray, breadth: int = BREADTH
) -> np.ndarray:
    """Return the planner's scores in these games. The states are not changed."""
    scores = np.zeros(len(games), np.int64)
    finish_all(states, games, weights, breadth, scores, states[:1].copy(), new_evaluations())
    return scores
