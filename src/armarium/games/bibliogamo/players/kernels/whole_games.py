"""Whole games of the compiled players, from the state. The choices are the same as from views."""

from __future__ import annotations

import numpy as np

from armarium.core.game import BaseGame
from armarium.core.jit import jit, jit_entry
from armarium.core.kernels.random_play import next_random
from armarium.core.state_game import StateGame
from armarium.games.bibliogamo.kernels import engine, rules
from armarium.games.bibliogamo.players.kernels import careful, planner
from armarium.games.bibliogamo.players.kernels.evaluation import (
    EVALUATION,
    load_weights,
    new_evaluations,
)
from armarium.games.bibliogamo.players.weights import WEIGHTS

__all__ = ["COMPILED", "MEMORY", "choose_at", "first_word", "play_game", "play_whole_game"]

COMPILED = ("random", "careful", "planner")
RANDOM, CAREFUL, PLANNER = range(3)
MEMORY = EVALUATION  # the record in which the planner works


def first_word(seed: int) -> int:
    """Return the first random word for a seed. It is never 0, because 0 would stay 0."""
    return (seed * 0x9E3779B97F4A7C15 + 1) & 0x7FFFFFFFFFFFFFFF or 1


@jit
def _choose(s, who, word, evaluation):
    if who == RANDOM:
        return engine.choose_uniformly(s, word)
    if who == CAREFUL:
        return careful.choose(s)
    return planner.decide(s, evaluation, planner.BREADTH)


@jit
def choose_at(states, who, word, memory):
    """Return the choice of a player in the first game of an array, for WebAssembly."""
    load_weights(states[0], memory[0], WEIGHTS)
    return _choose(states[0], who, word, memory[0])


@jit_entry
def _play_at(states, i, who, word, evaluations):
    """Play a game to its end. Return the number of decisions."""
    s = states[i]
    load_weights(s, evaluations[0], WEIGHTS)
    decisions = 0
    while not rules.is_over(s):
        word = next_random(word)
        rules.apply(s, _choose(s, who, word, evaluations[0]))
        decisions += 1
    return decisions


def play_game(states: np.ndarray, who: int, word: int) -> int:
    """Play the only game of an array to its end. Return the number of decisions."""
    return int(_play_at(states, 0, who, word, new_evaluations()))


def play_whole_game(game: BaseGame, number: int, seed: int) -> int:
    assert isinstance(game, StateGame)
    return play_game(game._states, number, first_word(seed))
