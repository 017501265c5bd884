"""Games for one seat in Gymnasium: its own checker, masks, and rewards that add up to the score."""

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

from armarium.games import bibliogamo
from armarium.games.table.errors import BadOption, BadSeats
from armarium.lab.adapters.gymnasium import OneSeat  # importing it registers the games

NAME = "armarium/Bibliogamo-v0"


def test_every_game_for_one_seat_is_registered_and_no_other():
    ours = [name for name in gymnasium.registry if name.startswith("armarium/")]
    assert ours == [NAME]


def test_many_at_once():
    tables = gymnasium.make_vec(NAME, num_envs=2, vectorization_mode="sync")
    rows, info = tables.reset(seed=4)
    assert rows.shape == (2, tables.single_observation_space.shape[0])
    legal = [int(np.flatnonzero(mask)[0]) for mask in info["action_mask"]]
    assert tables.step(np.array(legal))[1].shape == (2,)
    tables.close()


@pytest.mark.parametrize("options", [{}, {"landing": "every-stop", "redraw_chains": True}])
def test_gymnasiums_own_checker_passes(options):
    check_env(gymnasium.make(NAME, **options).unwrapped)


def played(table, seed):
    """A random game with masked sampling: its reward, and its rows."""
    row, info = table.reset(seed=seed)
    table.action_space.seed(1)
    total, rows, is_over = 0.0, [row], False
    while not is_over:
        action = table.action_space.sample(mask=info["action_mask"])
        row, reward, is_over, truncated, info = table.step(action)
        assert not truncated
        assert table.observation_space.contains(row)
        total += reward
        rows.append(row)
    return total, np.array(rows)


def test_the_rewards_of_a_game_add_up_to_its_score():
    table = gymnasium.make(NAME)
    for seed in range(5):
        total, _ = played(table, seed)
        assert total == table.unwrapped._game.outcome()["score"]


def test_the_same_seed_gives_the_same_games_in_a_row():
    first, second = gymnasium.make(NAME), gymnasium.make(NAME)
    for seed in (3, None, None):
        ours, theirs = played(first, seed), played(second, seed)
        assert ours[0] == theirs[0]
        assert np.array_equal(ours[1], theirs[1])


def test_the_first_game_of_a_seed_is_the_rulebooks():
    table = gymnasium.make(NAME)
    _, info = table.reset(seed=12)
    real = bibliogamo.Game.new(seed=12)
    legal = [bibliogamo.Game.codes[text] for text in real.legal()]
    assert np.flatnonzero(info["action_mask"]).tolist() == legal


def test_an_illegal_action_ends_the_game_and_says_why():
    table = gymnasium.make(NAME)
    _, info = table.reset(seed=1)
    illegal = np.flatnonzero(info["action_mask"] == 0)[0]
    _, reward, terminated, truncated, info = table.step(illegal)
    assert (reward, terminated, truncated) == (-1, True, False)
    assert "is not allowed now" in info["illegal"]


def test_a_game_can_be_drawn_as_text(capsys):
    table = gymnasium.make(NAME, render_mode="ansi")
    table.reset(seed=1)
    assert "librarian:" in table.render()
    table = gymnasium.make(NAME, render_mode="human")
    _, info = table.reset(seed=1)
    table.step(np.flatnonzero(info["action_mask"])[0])
    assert "florins:" in capsys.readouterr().out


def test_what_cannot_be_played_is_said_at_once():
    with pytest.raises(BadOption):
        gymnasium.make(NAME, block_scope="everything")
    with pytest.raises(BadOption):
        OneSeat("bibliogamo", render_mode="rgb_array")
    with pytest.raises(BadSeats):
        OneSeat("biblios")
