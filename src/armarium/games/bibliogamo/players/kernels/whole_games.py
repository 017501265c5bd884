"""Whole games of the compiled players, straight from the state: the choices that they make from views."""

from __future__ import annotations

import numpy as np

from armarium.games.bibliogamo.kernels import engine, rules
from armarium.games.bibliogamo.players.kernels import careful, planner
from armarium.games.bibliogamo.players.kernels.evaluation import learn, new_evaluations
from armarium.games.bibliogamo.players.weights import WEIGHTS
from armarium.games.table.compiled import door
from armarium.games.table.game import Game
from armarium.games.table.kernels.policy import next_random
from armarium.games.table.state_game import StateGame

__all__ = ["COMPILED", "first_word", "play_game", "play_whole_game"]

COMPILED = ("random", "careful", "planner")
RANDOM, CAREFUL, PLANNER = range(3)


def first_word(seed: int) -> int:
    """A seed as the first word of random play; never 0, which would stay 0."""
    return (seed * 0x9E3779B97F4A7C15 + 1) & 0x7FFFFFFFFFFFFFFF or 1


@door
def _play_at(states, i, who, word, evaluations):
    """Play a game to its end; returns the number of decisions."""
    s = states[i]
    learn(s, evaluations[0], WEIGHTS)
    decisions = 0
    while not rules.is_over(s):
        word = next_random(word)
        if who == RANDOM:
            code = engine.choose_uniformly(s, word)
        elif who == CAREFUL:
            code = careful.choose(s)
        else:
            code = planner.decide(s, evaluations[0], planner.BREADTH)
        rules.apply(s, code)
        decisions += 1
    return decisions


def play_game(states: np.ndarray, who: int, word: int) -> int:
    """The one game of an array, to its end."""
    return int(_play_at(states, 0, who, word, new_evaluations()))


def play_whole_game(game: Game, number: int, seed: int) -> None:
    assert isinstance(game, StateGame)
    play_game(game._states, number, first_word(seed))
