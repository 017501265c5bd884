"""The games for one seat in batches by Gymnasium's convention: the same as its own vector of single environments."""

import gymnasium
import numpy as np
import pytest
from gymnasium.vector import AutoresetMode

from armarium.core.errors import BadOption, BadSeats
from armarium.lab.adapters.gymnasium_vector import SoloVectorEnv
from armarium.lab.sampling import random_legal

NAME = "armarium/Bibliogamo-v0"


def choose(masks, rng):
    """A legal action, or any where the game is over."""
    masks = masks.copy()
    masks[~masks.any(1), 0] = 1
    return random_legal(masks, rng)


def test_it_is_what_make_vec_gives():
    tables = gymnasium.make_vec(NAME, num_envs=3, redraw_chains=True)
    assert isinstance(tables, SoloVectorEnv)
    rows, info = tables.reset(seed=4)
    assert tables.observation_space.contains(rows)
    rows, rewards, over, cut, info = tables.step(
        random_legal(info["action_mask"], np.random.default_rng(1))
    )
    assert tables.observation_space.contains(rows)
    assert rewards.shape == over.shape == cut.shape == (3,) and not cut.any()


@pytest.mark.parametrize("mode", AutoresetMode)
def test_first_games_go_as_in_gymnasiums_own_vector(mode):
    """Until a second game of a slot begins: only its seed is another."""
    ours = gymnasium.make_vec(NAME, num_envs=3, autoreset_mode=mode)
    theirs = gymnasium.make_vec(
        NAME, num_envs=3, vectorization_mode="sync", vector_kwargs={"autoreset_mode": mode}
    )
    rng = np.random.default_rng(2)
    (rows, info), (wanted, _) = ours.reset(seed=9), theirs.reset(seed=9)
    assert np.array_equal(rows, wanted)
    over = np.zeros(3, bool)
    while not over.any():
        actions = choose(info["action_mask"], rng)
        rows, rewards, over, _, info = ours.step(actions)
        wanted, gains, ends, _, infos = theirs.step(actions)
        assert np.array_equal(over, ends)
        assert rewards.tolist() == gains.tolist()
        assert np.array_equal(rows[~over], wanted[~over])
    last = rows if mode != AutoresetMode.SAME_STEP else info["final_obs"]
    their_last = wanted if mode != AutoresetMode.SAME_STEP else infos["final_obs"]
    for slot in np.flatnonzero(over):
        assert np.array_equal(last[slot], their_last[slot])


def test_next_step_mode_plays_nothing_in_the_step_that_begins_a_game():
    tables = gymnasium.make_vec(NAME, num_envs=2)
    rng = np.random.default_rng(3)
    _, info = tables.reset(seed=1)
    over = np.zeros(2, bool)
    while not over.any():
        rows, _, over, _, info = tables.step(choose(info["action_mask"], rng))
    (slot,) = np.flatnonzero(over)
    assert not info["action_mask"][slot].any()
    rows, rewards, over, _, info = tables.step(choose(info["action_mask"], rng))
    assert rewards[slot] == 0 and not over[slot]
    fresh, _ = gymnasium.make(NAME).reset(seed=1 + 2 + int(slot))  # game 1 of its slot
    assert np.array_equal(rows[slot], fresh)


def test_the_rewards_of_every_game_add_up_to_its_score():
    tables = SoloVectorEnv(8, "bibliogamo", autoreset_mode="SameStep")
    rng, sums, games = np.random.default_rng(4), np.zeros(8), 0
    _, info = tables.reset(seed=2)
    while games < 10:
        _, rewards, over, _, info = tables.step(random_legal(info["action_mask"], rng))
        sums += rewards
        for slot in np.flatnonzero(over):
            assert sums[slot] == tables._games.rewards[slot, 0]
            games += 1
        sums[over] = 0


def test_without_autoreset_games_wait_for_a_reset_of_their_own():
    tables = gymnasium.make_vec(NAME, num_envs=4, autoreset_mode="Disabled")
    rng = np.random.default_rng(5)
    _, info = tables.reset(seed=1)
    over = np.zeros(4, bool)
    while not over.any():
        rows, _, over, _, info = tables.step(choose(info["action_mask"], rng))
    again, rewards, still, _, info = tables.step(choose(info["action_mask"], rng))
    assert np.array_equal(again[over], rows[over])
    assert not rewards[over].any() and not still[over].any()
    rows, info = tables.reset(options={"reset_mask": over})
    assert info["action_mask"].any(1)[~still].all()
    assert np.array_equal(rows[~over], again[~over])
    with pytest.raises(BadOption):
        tables.reset(seed=1, options={"reset_mask": over})


def test_an_illegal_action_ends_its_game_and_no_other():
    one, two = (
        SoloVectorEnv(3, "bibliogamo", autoreset_mode="SameStep"),
        SoloVectorEnv(3, "bibliogamo"),
    )
    _, info = one.reset(seed=7)
    two.reset(seed=7)
    legal = random_legal(info["action_mask"], np.random.default_rng(1))
    wrong = legal.copy()
    wrong[1] = np.flatnonzero(info["action_mask"][1] == 0)[0]
    rows, rewards, over, _, info = one.step(wrong)
    wanted, gains, *_ = two.step(legal)
    assert over.tolist() == [False, True, False] and rewards[1] == -1
    assert np.array_equal(rows[[0, 2]], wanted[[0, 2]])  # type: ignore[index]
    assert rewards[[0, 2]].tolist() == gains[[0, 2]].tolist()
    fresh, _ = gymnasium.make(NAME).reset(seed=7 + 3 + 1)
    assert np.array_equal(rows[1], fresh)  # type: ignore[index]
    for nonsense in (-5, 10**6):
        assert one.step(np.full(3, nonsense))[2].all()


def test_masks_may_come_with_the_observation():
    tables = SoloVectorEnv(2, "bibliogamo", masked=True, autoreset_mode="SameStep")
    seen, info = tables.reset(seed=1)
    assert tables.observation_space.contains(seen)
    assert np.array_equal(seen["action_mask"], info["action_mask"])


def test_an_impossible_setup_is_refused_at_once():
    with pytest.raises(BadSeats):
        SoloVectorEnv(2, "biblios")
    with pytest.raises(BadOption):
        SoloVectorEnv(2, "bibliogamo", render_mode="human")


def test_a_step_needs_a_reset_and_an_action_a_slot():
    tables = SoloVectorEnv(2, "bibliogamo")
    with pytest.raises(gymnasium.error.ResetNeeded):
        tables.step([0, 0])
    tables.reset(seed=1)
    for actions in ([0], [0, 0, 0], 0):
        with pytest.raises(BadOption):
            tables.step(actions)
