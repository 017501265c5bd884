"""Built-in players in OpenSpiel: as bots, and as an evaluator for its searches."""

from collections import Counter

import numpy as np
import pyspiel
import pytest
from open_spiel.python.algorithms import evaluate_bots, ismcts, mcts

import armarium.lab.adapters.openspiel  # noqa: F401 (registers the games)
from armarium.lab.adapters.openspiel_players import Rollouts, bot

TABLES = ["armarium_biblios(players=3,first=0)", "armarium_bibliogamo"]


def begin_game(table, decisions, seed=1):
    rng = np.random.default_rng(seed)
    state = pyspiel.load_game(table).new_initial_state()
    while decisions or state.is_chance_node():
        if state.is_chance_node():
            results, odds = zip(*state.chance_outcomes())
            state.apply_action(int(rng.choice(results, p=odds)))
        else:
            state.apply_action(int(rng.choice(state.legal_actions())))
            decisions -= 1
    return state


def test_monks_beat_random_bots():
    game = pyspiel.load_game("armarium_biblios(players=2)")
    bots = [bot("monk", game), bot("random", game, 3)]
    rng = np.random.RandomState(1)
    won = sum(evaluate_bots.evaluate_bots(game.new_initial_state(), bots, rng)[0] for _ in range(3))
    assert won > 2


def test_a_bot_sees_no_more_than_its_seat():
    state = begin_game(TABLES[0], 30)
    player = bot("monk", state.get_game())
    seat = state.current_player()
    other = state.resample_from_infostate(seat, lambda: 0.3)
    assert str(other) != str(state)
    assert player.step(other) == player.step(state)


@pytest.mark.parametrize("table", TABLES)
@pytest.mark.parametrize("decisions", [0, 12, 60])
def test_a_world_played_out_differs_only_in_what_nobody_has_seen(table, decisions):
    state = begin_game(table, decisions)
    game, rng = state.get_game().table, np.random.default_rng(1)
    before = game.make_game(state.states).truth()
    world = game.redeal(state.states, rng)
    after = game.make_game(world).truth()
    hidden = {"draw", "box", "auction"}
    assert {k: v for k, v in after.items() if k not in hidden} == {
        k: v for k, v in before.items() if k not in hidden
    }
    if "auction" in before and before["phase"] == "auction":
        assert sorted(after["auction"]) == sorted(before["auction"])
        assert after["box"] == before["box"]
        return
    lying = [sorted([*truth["draw"], *truth.get("box", ())]) for truth in (before, after)]
    assert lying[0] == lying[1]
    assert len(after["draw"]) == len(before["draw"])
    assert after["draw"] != before["draw"]


def test_the_card_below_the_first_is_any_that_nobody_has_seen():
    """Each kind is as likely as its share of the draw pile and the box, as in a chance node."""
    state = begin_game(TABLES[0], 0)
    game, rng = state.get_game().table, np.random.default_rng(2)
    truth = game.make_game(state.states).truth()
    looked_at, removed = truth["draw"][0], Counter({"gold-1": 1, "gold-2": 1, "gold-3": 1})
    hidden = Counter([*truth["draw"][1:], *truth["box"]]) - removed
    found = Counter(
        game.make_game(game.redeal(state.states, rng)).truth()["draw"][1] for _ in range(3000)
    )
    assert set(found) <= set(hidden)
    for card, copies in hidden.items():
        expected = 3000 * copies / hidden.total()
        assert abs(found[card] - expected) < 5 * np.sqrt(expected)
    assert game.make_game(game.redeal(state.states, rng)).truth()["draw"][0] == looked_at


@pytest.mark.parametrize(
    "table", [pytest.param(TABLES[0], marks=pytest.mark.thorough), *TABLES[1:]]
)
def test_rollouts_agree_with_openspiels_own(table):
    """Near the end, where games are short enough to walk them node by node."""
    state = begin_game(table, 0)
    rng = np.random.default_rng(5)
    path = []
    while not state.is_terminal():
        path.append(state.clone())
        if state.is_chance_node():
            results, odds = zip(*state.chance_outcomes())
            state.apply_action(int(rng.choice(results, p=odds)))
        else:
            state.apply_action(int(rng.choice(state.legal_actions())))
    late = path[-24]
    theirs = mcts.RandomRolloutEvaluator(60, np.random.RandomState(1)).evaluate(late)
    ours = Rollouts(3000, 1).evaluate(late)
    spread = max(1.0, np.abs(theirs).max()) / np.sqrt(60)
    assert np.allclose(ours, theirs, atol=4 * spread * 0.6)
    if len(ours) > 1:
        assert ours.sum() == pytest.approx(1)


def test_searches_take_it():
    state = begin_game(TABLES[0], 8)
    game, rng = state.get_game(), np.random.RandomState(1)
    search = ismcts.ISMCTSBot(game, Rollouts(2), 2.0, 20, random_state=rng)
    assert search.step(state) in state.legal_actions()
    state = begin_game(TABLES[1], 8)
    search = mcts.MCTSBot(state.get_game(), 2.0, 20, Rollouts(2), random_state=rng)
    assert search.step(state) in state.legal_actions()


def test_the_prior_is_even_and_a_finished_game_is_worth_what_it_is():
    state = begin_game(TABLES[0], 3)
    prior = dict(Rollouts().prior(state))
    assert list(prior) == state.legal_actions() and sum(prior.values()) == pytest.approx(1)
    chance = pyspiel.load_game(TABLES[0]).new_initial_state()
    assert Rollouts().prior(chance) == chance.chance_outcomes()
    assert Rollouts(3).evaluate(chance).sum() == pytest.approx(1)
