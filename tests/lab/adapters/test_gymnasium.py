"""One seat of a game in Gymnasium: its own checker, masks, opponents, and rewards that add up to the score."""

import copy
import pickle
import subprocess
import sys
from pathlib import Path

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

import armarium
from armarium.games import bibliogamo
from armarium.games.table.errors import BadOption, BadSeats
from armarium.lab.adapters.gymnasium import OneSeat  # importing it registers the games
from armarium.players import UnknownPlayer

NAME, AMONG_OTHERS = "armarium/Bibliogamo-v0", "armarium/Biblios-v0"
SOURCES = str(Path(armarium.__file__).parents[1])


def test_every_game_is_registered():
    ours = [name for name in gymnasium.registry if name.startswith("armarium/")]
    assert ours == [AMONG_OTHERS, NAME]


def test_gymnasium_finds_the_games_without_an_import_of_ours():
    """As the line in the environment (tools/site) does it at the start of Python."""
    start = "from armarium.lab.adapters.gymnasium_ids import when_imported; when_imported(); "
    asked = f"import gymnasium; e = gymnasium.make({NAME!r}); print(e.reset(seed=1)[0].sum() > 0)"
    told = subprocess.run([sys.executable, "-c", start + asked], capture_output=True, text=True)
    assert told.stdout.strip() == "True", told.stderr


def test_the_line_at_the_start_of_python_loads_next_to_nothing():
    heavy = "{'gymnasium', 'numpy', 'numba', 'typing', 'importlib.util'} & sys.modules.keys()"
    line = "from armarium.lab.adapters.gymnasium_ids import when_imported; when_imported()"
    asked = f"import sys; {line}; print({heavy} or 'light')"
    # Without the environment's own packages, whose start may load anything.
    told = subprocess.run(
        [sys.executable, "-S", "-c", f"import sys; sys.path.insert(0, {SOURCES!r}); {asked}"],
        capture_output=True, text=True, check=True,
    )  # fmt: skip
    assert told.stdout.strip() == "light"


def test_a_specification_is_plain_text():
    spec = gymnasium.spec(NAME)
    again = gymnasium.envs.registration.EnvSpec.from_json(spec.to_json())
    assert again.entry_point == "armarium.lab.adapters.gymnasium:OneSeat"
    table = gymnasium.make(again)
    assert table.reset(seed=2)[0].tolist() == gymnasium.make(NAME).reset(seed=2)[0].tolist()


def test_masks_are_told_in_three_ways():
    table = gymnasium.make(NAME, masked=True)
    seen, info = table.reset(seed=6)
    assert table.observation_space.contains(seen)
    assert np.array_equal(seen["action_mask"], info["action_mask"])
    assert np.array_equal(table.get_wrapper_attr("action_masks")(), info["action_mask"])
    check_env(table.unwrapped)


@pytest.mark.parametrize("options", [{}, {"seats": 4, "opponents": "monk", "edition": "manual"}])
def test_a_seat_among_players_of_the_house_passes_the_checker(options):
    check_env(gymnasium.make(AMONG_OTHERS, **options).unwrapped)


def test_it_acts_only_in_its_own_seat_and_every_seat_gets_its_turn():
    table, seats, won = (
        gymnasium.make(AMONG_OTHERS, seats=3, opponents="novice").unwrapped,
        set(),
        0,
    )
    for seed in range(30):
        _, info = table.reset(seed=seed)
        seats.add(table._seat)
        is_over = seed >= 5
        while not is_over:
            assert table._game.to_act == table._seat
            _, reward, is_over, _, info = table.step(np.flatnonzero(info["action_mask"])[0])
            won += reward
    assert seats == {0, 1, 2}
    assert 0 <= won <= 5
    assert gymnasium.make(AMONG_OTHERS, seat=1).unwrapped._seat == 1


def test_stronger_opponents_win_more():
    """The first legal action always, against both."""
    won = {}
    for name in ("random", "monk"):
        table = gymnasium.make(AMONG_OTHERS, opponents=name)
        won[name] = sum(played(table, seed)[0] for seed in range(12))
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
        assert np.array_equal(row, other[0]) and (reward, is_over) == other[1:3]


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
    for nonsense in (9999, -1):
        table.reset(seed=1)
        _, reward, terminated, truncated, info = table.unwrapped.step(nonsense)
        assert (reward, terminated, truncated) == (-1, True, False)
        assert f"'{nonsense}' is not allowed now" in info["illegal"]


def test_a_game_can_be_drawn_as_text(capsys, monkeypatch):
    monkeypatch.delenv("DISPLAY", raising=False)  # without a screen people read text
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
        OneSeat("bibliogamo", render_mode="oil on canvas")
    with pytest.raises(BadSeats):
        OneSeat("biblios", seats=1)
    with pytest.raises(BadOption):
        OneSeat("biblios", seats=3, seat=3)
    with pytest.raises(UnknownPlayer):
        OneSeat("biblios", opponents="pope")
