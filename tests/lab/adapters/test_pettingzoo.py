"""The games in PettingZoo: its own suites, for every number of seats."""

import copy
import pickle
import random
import re

import numpy as np
import pytest
from pettingzoo.test import api_test, seed_test

from armarium.core.errors import BadOption, BadSeats, IllegalAction, UnknownGame
from armarium.games import biblios
from armarium.lab.adapters.pettingzoo import GameEnv, env, player
from armarium.lab.extension import lab_extension
from armarium.lab.rows import NoRows
from armarium.lab.vector import VectorGame

# What api_test says of every environment whose observations carry a mask, PettingZoo's own games excepted by name.
masked = pytest.mark.filterwarnings(
    "ignore:Observation is not a NumPy array:UserWarning",
    "ignore:Observation space for each agent probably should be:UserWarning",
    "ignore:Action mask numpy array is all zeros:UserWarning",
)
TABLES = [("biblios", 2), ("biblios", 3), ("biblios", 4), ("bibliogamo", 1)]


@masked
@pytest.mark.parametrize(("game", "seats"), TABLES[::3])  # the others: make test-all
def test_api(game, seats, capsys):
    api_test(env(game, seats), num_cycles=1500)
    assert "Passed" in capsys.readouterr().out


@pytest.mark.parametrize(("game", "seats"), TABLES[::3])
def test_seed(game, seats):
    seed_test(lambda: env(game, seats), num_cycles=400)


def play(table, seed):
    """A random game: the rewards of each agent, and what was observed on the way."""
    rng = random.Random(seed)
    table.reset(seed=seed)
    rewards = dict.fromkeys(table.agents, 0.0)
    rows = []
    for agent in table.agent_iter():
        row, reward, terminated, truncated, _ = table.last()
        rewards[agent] += reward
        rows.append(row["observation"])
        is_over = terminated or truncated
        table.step(None if is_over else rng.choice(np.flatnonzero(row["action_mask"]).tolist()))
    return rewards, rows


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_winners_share_one_point(seats):
    table = env(seats=seats)
    for seed in range(6):
        rewards, _ = play(table, seed)
        assert sum(rewards.values()) == pytest.approx(1)
        winners = [agent for agent, reward in rewards.items() if reward]
        assert all(rewards[agent] == 1 / len(winners) for agent in winners)


def test_a_solo_game_is_worth_its_score():
    table = env("bibliogamo", 1)
    for seed in range(4):
        rewards, _ = play(table, seed)
        assert rewards == {"seat_0": table.unwrapped._game.outcome()["score"]}


def test_the_first_game_of_a_seed_is_the_rulebooks():
    table = GameEnv(seats=3, edition="manual")
    table.reset(seed=11)
    real = biblios.Game.new(seats=3, seed=11, edition="manual")
    assert table.agent_selection == f"seat_{real.to_act}"
    legal = [biblios.Game.codes[text] for text in real.legal()]
    assert np.flatnonzero(table.last()[0]["action_mask"]).tolist() == legal


def test_only_the_agent_to_act_has_a_mask():
    table = GameEnv(seats=4)
    table.reset(seed=1)
    for agent in table.agents:
        has_choice = table.observe(agent)["action_mask"].any()
        assert has_choice == (agent == table.agent_selection)


def test_an_illegal_action_ends_the_game_for_its_agent(caplog):
    table = env(seats=2)
    table.reset(seed=2)
    agent = table.agent_selection
    illegal = int(np.flatnonzero(table.last()[0]["action_mask"] == 0)[0])
    table.step(illegal)
    assert "Illegal move" in caplog.text
    assert table.rewards[agent] == -1
    assert all(table.terminations.values())


@pytest.mark.parametrize("nonsense", [9999, -1])
def test_a_number_that_is_no_action_is_refused_and_changes_nothing(nonsense):
    table = GameEnv(seats=2)
    table.reset(seed=2)
    before = table._game.view(None)
    with pytest.raises(IllegalAction, match=f"'{nonsense}' is not allowed now"):
        table.step(nonsense)
    assert table._game.view(None) == before


def test_a_table_can_be_drawn_as_text_and_pickled():
    table = pickle.loads(pickle.dumps(GameEnv(seats=2, render_mode="ansi", may_refuse=True)))
    table.reset(seed=4)
    text = table.render()
    assert re.search(r"^drawn: \S+$", text, re.MULTILINE)
    assert "'may_refuse': True" in text


@pytest.mark.parametrize("kept", [copy.deepcopy, lambda table: pickle.loads(pickle.dumps(table))])
@pytest.mark.parametrize(("game", "seats"), TABLES[::3])
def test_a_copy_keeps_the_game_and_plays_on_to_the_same_result(game, seats, kept):
    table = env(game, seats)
    table.reset(seed=8)
    for _ in range(25):
        table.step(int(np.flatnonzero(table.last()[0]["action_mask"])[-1]))
    twin = kept(table)
    while not any(table.terminations.values()):
        seen, other = table.last()[0], twin.last()[0]
        assert np.array_equal(seen["observation"], other["observation"])
        action = int(np.flatnonzero(seen["action_mask"])[0])
        table.step(action)
        twin.step(action)
    assert table.rewards == twin.rewards and any(table.rewards.values())
    table.reset()  # chance goes on the same, too
    twin.reset()
    assert np.array_equal(table.state(), twin.state())


@pytest.mark.parametrize(("game", "seats"), TABLES)
def test_the_state_is_the_referees_row(game, seats):
    table = env(game, seats)
    table.reset(seed=5)
    batch = VectorGame(game, 1, seats, seed=5)
    assert table.unwrapped.state_space.contains(table.state())
    assert np.array_equal(table.state(), batch.observe_all()[0])


def test_a_drawing_shows_what_the_seat_sees_and_no_more():
    table = GameEnv(seats=2, render_mode="ansi")
    table.reset(seed=4)
    table.step(0)
    shown = table.render()
    assert f"you: {table._game.to_act}" in shown
    assert "truth" not in shown and "box:" not in shown


def test_a_game_without_rows_is_refused(monkeypatch):
    monkeypatch.setattr(type(lab_extension("bibliogamo")), "rows", None)
    with pytest.raises(NoRows, match="bibliogamo has no observations for training") as caught:
        env("bibliogamo", 1)
    assert caught.value.facts["allowed"] == ["biblios"]


@pytest.mark.parametrize(
    ("asked", "error"),
    [
        ({"game": "chess"}, UnknownGame),
        ({"seats": 1}, BadSeats),
        ({"render_mode": "oil on canvas"}, BadOption),
        ({"winter": True}, BadOption),
    ],
)
def test_an_impossible_setup_is_refused_at_once(asked, error):
    with pytest.raises(error):
        env(**asked)


def test_any_built_in_player_can_be_an_agent():
    table = env(seats=3)
    monk, others = player("monk", table), player("random", table, seed=4)
    won = 0.0
    for seed in range(3):
        table.reset(seed=seed)
        for agent in table.agent_iter():
            won += table.last()[1] if agent == "seat_1" else 0
            table.step((monk if agent == "seat_1" else others).action())
    assert won > 2
    monk.close()
