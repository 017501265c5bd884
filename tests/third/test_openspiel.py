"""OpenSpiel's own simulation with serialisation at every table, and its algorithms; tests/lab has a short run."""

import random

import numpy as np
import pyspiel
import pytest
from open_spiel.python.algorithms import ismcts, mcts

import armarium.lab.adapters.openspiel  # noqa: F401 (registers the games)

pytestmark = pytest.mark.third_party

TABLES = [
    "armarium_biblios(players=2)",
    "armarium_biblios(players=3,edition=manual,first=1)",
    "armarium_biblios(players=4,penalty=medieval-bluff)",
    "armarium_biblios(seats=3,open_collections=yes)",
    "armarium_bibliogamo",
    "armarium_bibliogamo(redraw_chains=True,transfer_keeps_type=False,landing=every-stop)",
]


@pytest.mark.parametrize("table", TABLES)
def test_the_simulation_passes(table):
    pyspiel.random_sim_test(
        pyspiel.load_game(table), num_sims=2, serialize=True, verbose=False, mask_test=True
    )


def begin_game(table, seed, decisions):
    rng = random.Random(seed)
    state = pyspiel.load_game(table).new_initial_state()
    while decisions or state.is_chance_node():
        if state.is_chance_node():
            results, odds = zip(*state.chance_outcomes())
            state.apply_action(rng.choices(results, odds)[0])
        else:
            state.apply_action(rng.choice(state.legal_actions()))
            decisions -= 1
    return state


@pytest.mark.parametrize("table", TABLES[:4])
def test_search_over_information_sets_plays(table):
    rng = np.random.RandomState(4)
    evaluator = mcts.RandomRolloutEvaluator(1, rng)
    bot = ismcts.ISMCTSBot(pyspiel.load_game(table), evaluator, 2.0, 8, random_state=rng)
    for decisions in (5, 70):
        state = begin_game(table, 1, decisions)
        assert bot.step(state) in state.legal_actions()


@pytest.mark.parametrize("table", TABLES[4:])
def test_search_for_one_plays(table):
    rng = np.random.RandomState(4)
    evaluator = mcts.RandomRolloutEvaluator(1, rng)
    bot = mcts.MCTSBot(pyspiel.load_game(table), 2.0, 8, evaluator, random_state=rng)
    for decisions in (5, 20):
        state = begin_game(table, 1, decisions)
        assert bot.step(state) in state.legal_actions()
