"""Bibliogamo in Gymnasium: its own checker, masks, and rewards that add up to the score."""

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

from armarium.games import bibliogamo
from armarium.games.table.errors import BadOption
from armarium.lab.adapters.gymnasium import Bibliogamo  # importing it registers the game

NAME = "armarium/Bibliogamo-v0"


@pytest.mark.parametrize("options", [{}, {"landing": "every-stop", "redraw_chains": True}])
def test_gymnasiums_own_checker_passes(options):
    check_env(gymnasium.make(NAME, **options).unwrapped)


def played(city, seed):
    """A random game with masked sampling: its reward, and its rows."""
    row, info = city.reset(seed=seed)
    city.action_space.seed(1)
    total, rows, is_over = 0.0, [row], False
    while not is_over:
        action = city.action_space.sample(mask=info["action_mask"])
        row, reward, is_over, truncated, info = city.step(action)
        assert not truncated
        assert city.observation_space.contains(row)
        total += reward
        rows.append(row)
    return total, np.array(rows)


def test_the_rewards_of_a_game_add_up_to_its_score():
    city = gymnasium.make(NAME)
    for seed in range(5):
        total, _ = played(city, seed)
        assert total == city.unwrapped._game.outcome()["score"]


def test_the_same_seed_gives_the_same_games_in_a_row():
    first, second = gymnasium.make(NAME), gymnasium.make(NAME)
    for seed in (3, None, None):
        ours, theirs = played(first, seed), played(second, seed)
        assert ours[0] == theirs[0]
        assert np.array_equal(ours[1], theirs[1])


def test_the_first_game_of_a_seed_is_the_rulebooks():
    city = gymnasium.make(NAME)
    _, info = city.reset(seed=12)
    real = bibliogamo.Game.new(seed=12)
    legal = [bibliogamo.Game.codes[text] for text in real.legal()]
    assert np.flatnonzero(info["action_mask"]).tolist() == legal


def test_an_illegal_action_ends_the_game_and_says_why():
    city = gymnasium.make(NAME)
    _, info = city.reset(seed=1)
    illegal = np.flatnonzero(info["action_mask"] == 0)[0]
    _, reward, terminated, truncated, info = city.step(illegal)
    assert (reward, terminated, truncated) == (-1, True, False)
    assert "is not allowed now" in info["illegal"]


def test_a_city_can_be_drawn_as_text(capsys):
    city = gymnasium.make(NAME, render_mode="ansi")
    city.reset(seed=1)
    assert "librarian:" in city.render()
    city = gymnasium.make(NAME, render_mode="human")
    _, info = city.reset(seed=1)
    city.step(np.flatnonzero(info["action_mask"])[0])
    assert "florins:" in capsys.readouterr().out


def test_what_cannot_be_played_is_said_at_once():
    with pytest.raises(BadOption):
        gymnasium.make(NAME, block_scope="everything")
    with pytest.raises(BadOption):
        Bibliogamo(render_mode="rgb_array")
