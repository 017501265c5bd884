"""Test one seat of a game in Gymnasium: its checker, masks, opponents, and rewards that sum to the score."""

import copy
import os
import pickle
import subprocess
import sys
from functools import partial

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

from armarium.cli import main
from armarium.core.errors import BadOption, BadSeats
from armarium.games import bibliogamo
from armarium.lab.adapters.gymnasium import (  # importing it registers the games
    OneSeat,
    UnknownKeyword,
)
from armarium.players import UnknownPlayer

NAME, AMONG_OTHERS = "armarium/Bibliogamo-v0", "armarium/Biblios-v0"


def test_every_game_is_registered():
    ours = [name for name in gymnasium.registry if name.startswith("armarium/")]
    assert ours == [AMONG_OTHERS, NAME]


MAKE = f"e = gymnasium.make({NAME!r}); print(e.reset(seed=1)[0].sum() > 0)"


def run_python(code, program="-c", **environment):
    """Return what a fresh interpreter prints, whatever an earlier test has left in the environment."""
    kept = {k: v for k, v in os.environ.items() if k != "ARMARIUM_GYMNASIUM"}
    done = subprocess.run(
        [sys.executable, "-c", f"import sys; sys.argv[0] = {program!r}; {code}"],
        capture_output=True, text=True, env=kept | environment,
    )  # fmt: skip
    return done.stdout.strip() or done.stderr


@pytest.mark.parametrize(
    "code",
    [
        f"import armarium, gymnasium; {MAKE}",
        f"import gymnasium, armarium; {MAKE}",
        f"import armarium, gymnasium; gymnasium.register_envs(armarium); {MAKE}",
        f"from armarium.games import bibliogamo; import gymnasium; {MAKE}",
        "import gymnasium; " + MAKE.replace("make('", "make('armarium:"),
        "import gymnasium; e = gymnasium.make_vec('armarium:armarium/Bibliogamo-v0', num_envs=2);"
        " print(e.reset(seed=1)[0].shape[0] == 2)",
    ],
    ids=["before", "after", "register_envs", "by a part", "module prefix", "vector"],
)
def test_importing_armarium_registers_the_games_in_any_order(code):
    assert run_python(code) == "True"


def test_importing_armarium_loads_no_rules_and_no_compiler():
    heavy = "[name for name in sys.modules if name == 'numba' or name.endswith('.kernels')]"
    assert run_python(f"import armarium; print({heavy})") == "[]"


@pytest.mark.parametrize("order", ["gymnasium, armarium", "armarium, gymnasium"])
def test_a_users_module_named_gymnasium_is_left_alone(tmp_path, order):
    (tmp_path / "gymnasium.py").write_text("mine = 7")
    code = f"sys.path.insert(0, {str(tmp_path)!r}); import {order}; print(gymnasium.mine)"
    assert run_python(code) == "7"


@pytest.mark.parametrize(
    ("program", "environment"),
    [("/usr/bin/armarium", {}), ("armarium.exe", {}), ("-c", {"ARMARIUM_GYMNASIUM": "0"})],
)
def test_the_command_and_its_processes_do_not_import_gymnasium(program, environment):
    heavy = "{'gymnasium', 'numpy', 'numba'} & sys.modules.keys()"
    assert (
        run_python(f"import armarium; print({heavy} or 'light')", program, **environment) == "light"
    )


def test_a_module_of_ours_that_runs_as_a_program_does_not_import_gymnasium():
    environment = {k: v for k, v in os.environ.items() if k != "ARMARIUM_GYMNASIUM"}
    done = subprocess.run(
        [sys.executable, "-X", "importtime", "-m", "armarium.cli", "--version"],
        capture_output=True, text=True, check=True, env=environment,
    )  # fmt: skip
    assert "armarium.text" in done.stderr and "gymnasium" not in done.stderr


def test_the_command_tells_the_processes_that_it_starts(monkeypatch):
    monkeypatch.delenv("ARMARIUM_GYMNASIUM", raising=False)
    monkeypatch.setattr(sys, "argv", ["armarium", "--version"])
    with pytest.raises(SystemExit):
        main()
    assert os.environ.pop("ARMARIUM_GYMNASIUM") == "0"


def test_a_specification_is_plain_text():
    spec = gymnasium.spec(NAME)
    again = gymnasium.envs.registration.EnvSpec.from_json(spec.to_json())
    assert again.entry_point == "armarium.lab.adapters.gymnasium:OneSeat"
    table = gymnasium.make(again)
    assert table.reset(seed=2)[0].tolist() == gymnasium.make(NAME).reset(seed=2)[0].tolist()


def test_masks_are_available_in_three_ways():
    table = gymnasium.make(NAME, masked=True)
    seen, info = table.reset(seed=6)
    assert table.observation_space.contains(seen)
    assert np.array_equal(seen["action_mask"], info["action_mask"])
    assert np.array_equal(table.get_wrapper_attr("action_masks")(), info["action_mask"])
    check_env(table.unwrapped)


@pytest.mark.parametrize("options", [{}, {"seats": 4, "opponents": "monk", "edition": "manual"}])
def test_a_seat_among_built_in_players_passes_the_checker(options):
    check_env(gymnasium.make(AMONG_OTHERS, **options).unwrapped)


def test_it_acts_only_in_its_own_seat_and_every_seat_gets_its_turn():
    table, seats, won = (
        gymnasium.make(AMONG_OTHERS, seats=3, opponents="novice").unwrapped,
        set(),
        0,
    )
    for seed in range(30):
        _, info = table.reset(seed=seed)
        seats.add(table._seat)  # type: ignore[attr-defined]
        is_over = seed >= 5
        while not is_over:
            assert table._game.to_act == table._seat  # type: ignore[attr-defined]
            _, reward, is_over, _, info = table.step(np.flatnonzero(info["action_mask"])[0])
            won += reward  # type: ignore[operator]
    assert seats == {0, 1, 2}
    assert 0 <= won <= 5
    assert gymnasium.make(AMONG_OTHERS, seat=1).unwrapped._seat == 1  # type: ignore[attr-defined]


def test_stronger_opponents_win_more():
    """The first legal action always, against both."""
    won = {}
    for name in ("random", "monk"):
        table = gymnasium.make(AMONG_OTHERS, opponents=name)
        won[name] = sum(play(table, seed)[0] for seed in range(12))
    assert won["random"] > won["monk"]


@pytest.mark.parametrize("kept", [copy.deepcopy, lambda table: pickle.loads(pickle.dumps(table))])
@pytest.mark.parametrize(
    ("game", "options"),
    [
        ("bibliogamo", {"redraw_chains": True}),
        ("biblios", {"seats": 3, "opponents": "random"}),
        ("biblios", {"opponents": "monk"}),
    ],
)
def test_a_copy_plays_on_to_the_same_result(game, options, kept):
    table = OneSeat(game, **options)
    _, info = table.reset(seed=3)
    for _ in range(15):
        info = table.step(np.flatnonzero(info["action_mask"])[-1])[4]
    twin = kept(table)
    is_over = False
    while not is_over:
        action = np.flatnonzero(info["action_mask"])[-1]
        row, reward, is_over, _, info = table.step(action)
        other = twin.step(action)
        assert np.array_equal(row, other[0]) and (reward, is_over) == other[1:3]  # type: ignore[arg-type]


@pytest.mark.parametrize("options", [{}, {"landing": "every-stop", "redraw_chains": True}])
def test_gymnasiums_own_checker_passes(options):
    check_env(gymnasium.make(NAME, **options).unwrapped)


def play(table, seed):
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
        total, _ = play(table, seed)
        assert total == table.unwrapped._game.outcome()["score"]  # type: ignore[attr-defined]


def test_the_same_seed_gives_the_same_games_in_a_row():
    first, second = gymnasium.make(NAME), gymnasium.make(NAME)
    for seed in (3, None, None):
        ours, theirs = play(first, seed), play(second, seed)
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
    for nonsense in (9999, -1):
        table.reset(seed=1)
        _, reward, terminated, truncated, info = table.unwrapped.step(nonsense)
        assert (reward, terminated, truncated) == (-1, True, False)
        assert f"'{nonsense}' is not allowed now" in info["illegal"]


def test_a_game_can_be_drawn_as_text():
    table = gymnasium.make(NAME, render_mode="ansi")
    table.reset(seed=1)
    assert "librarian:" in table.render()


def test_an_impossible_setup_is_refused_at_once():
    with pytest.raises(BadOption):
        gymnasium.make(NAME, block_scope="everything")
    with pytest.raises(BadOption):
        OneSeat("bibliogamo", render_mode="oil on canvas")
    with pytest.raises(BadSeats):
        OneSeat("biblios", seats=1)
    with pytest.raises(BadOption):
        OneSeat("biblios", seats=3, seat=3)
    with pytest.raises(UnknownPlayer):
        OneSeat("biblios", opponents="pope")


def test_an_unknown_keyword_is_refused_by_name_and_the_closest_is_first():
    for make in (gymnasium.make, partial(gymnasium.make_vec, num_envs=2)):
        for name in ("armarium/Bibliogamo-v0", "armarium/Biblios-v0"):
            if make is not gymnasium.make and "Biblios" in name:
                continue
            with pytest.raises(TypeError, match="unexpected keyword argument 'frameskip'"):
                make(name, frameskip=1)
    with pytest.raises(UnknownKeyword) as caught:
        OneSeat("biblios", opponent="monk")
    assert caught.value.facts["allowed"][0] == "opponents"
    assert "It accepts: opponents," in str(caught.value)
    gymnasium.make(
        "armarium/Biblios-v0", opponents="monk", penalty="medieval-bluff", edition="manual"
    )
