"""Episodes on disk: what was written can be played again, decision by decision."""

import json

import gymnasium
import numpy as np
import pytest
from click.testing import CliRunner

from armarium.cli import cli
from armarium.core.errors import BadOption
from armarium.core.registry import find_game
from armarium.lab.dataset import SCHEMA, SPLITS, BadDataset, collect, episodes, read_archive
from armarium.lab.dataset import collecting as plan_of_datasets
from armarium.lab.dataset.collecting import Plan, _play_from_views, play_batched
from armarium.lab.extension import lab_extension
from armarium.lab.rows import find_rows


@pytest.mark.parametrize(
    ("game", "seats", "players"),
    [
        ("biblios", 2, ["oblate", "random"]),
        ("biblios", 4, ["random"]),
        ("bibliogamo", 1, ["random"]),
    ],
)
def test_every_decision_can_be_played_again(game, seats, players):
    arrays = collect(game, seats, games=3, seed=5, players=players)
    rows = find_rows(game)
    table_of = find_game(game).game.new
    played = 0
    for each in episodes(arrays):
        table = table_of(seats=seats, seed=int(each["seeds"]))
        for row, mask, action, seat in zip(
            each["observations"], each["masks"], each["actions"], each["seats"]
        ):
            assert np.array_equal(row, rows.observation(table, int(seat)))
            assert np.array_equal(mask, rows.mask(table).astype(bool))
            table.play(rows.texts[int(action)], int(seat))
            played += 1
        assert [rows.final_reward(table.outcome(), seat) for seat in range(seats)] == each[
            "rewards"
        ].tolist()
    assert played == len(arrays["actions"])


def test_players_move_on_one_seat_after_each_game():
    arrays = collect("biblios", 2, games=8, seed=1, players=["oblate", "random"])
    winners = [int(np.argmax(each["rewards"])) for each in episodes(arrays)]
    assert winners == [0, 1] * 4  # an oblate hardly ever loses to chance
    header = json.loads(str(arrays["header"]))
    assert header["players"] == ["oblate", "random"]
    assert header["options"]["edition"] == "iello"


def run(*words):
    return CliRunner().invoke(cli, ["dataset", *map(str, words)], obj={})


def test_the_command_writes_a_plain_archive(tmp_path):
    file = tmp_path / "games.npz"
    done = run(file, "--seats", 2, "--games", 2, "--seed", 3, "--processes", 1)
    assert done.exit_code == 0 and "2 games" in done.output
    with np.load(file, allow_pickle=False) as arrays:
        assert json.loads(str(arrays["header"]))["game"] == "biblios"
        assert arrays["seeds"].tolist() == [3, 4]
        assert len(list(episodes(dict(arrays)))) == 2


def test_games_of_compiled_players_are_those_from_views():
    """The fast way and the plain way: the same decisions, byte for byte."""
    for seats, players in ((2, ("novice", "oblate")), (4, ("monk", "baseline", "novice"))):
        plan = Plan("biblios", seats, 5, 8, players, {"edition": "manual"})
        beside = lab_extension("biblios").opponents
        fast, plain = play_batched(plan, range(1, 5), beside), _play_from_views(plan, range(1, 5))
        assert fast.keys() == plain.keys()
        for name, array in fast.items():
            assert array.dtype == plain[name].dtype, name
            assert np.array_equal(array, plain[name]), name


@pytest.mark.parametrize(
    ("game", "seats", "players"), [("biblios", 2, "monk,random"), ("bibliogamo", 1, "random")]
)
def test_any_cut_into_chunks_gives_the_same_games(monkeypatch, game, seats, players):
    whole = collect(game, seats, 5, 2, players.split(","))
    monkeypatch.setattr(plan_of_datasets, "CHUNK", 2)
    cut = collect(game, seats, 5, 2, players.split(","))
    for name, array in whole.items():
        assert np.array_equal(array, cut[name]), name


def test_the_dataset_does_not_depend_on_the_number_of_processes(tmp_path):
    files = [tmp_path / "one.npz", tmp_path / "two.npz"]
    for processes, file in enumerate(files, 1):
        run(file, "--seats", 2, "--games", 70, "--players", "oblate", "--processes", processes)
    assert files[0].read_bytes() == files[1].read_bytes()


@pytest.mark.parametrize(("game", "seats"), [("biblios", 3), ("bibliogamo", 1)])
def test_rewards_and_next_decisions_are_those_of_the_game(game, seats):
    arrays = collect(game, seats, games=4, seed=3, players=["random"])
    for each in episodes(arrays):
        for seat in range(seats):
            own = np.flatnonzero(each["seats"] == seat)
            assert each["next_decisions"][own].tolist() == [*own[1:].tolist(), -1]
            assert each["step_rewards"][own].sum() == pytest.approx(each["rewards"][seat])
            if seats > 1:
                assert not each["step_rewards"][own[:-1]].any()
    following = arrays["next_decisions"]
    rows = arrays["observations"][following[following >= 0]]
    assert rows.shape[0] == len(following) - 4 * seats


def test_rewards_of_a_solo_game_are_those_of_the_environment():
    arrays = collect("bibliogamo", 1, games=1, seed=11, players=["planner"])
    table = gymnasium.make("armarium/Bibliogamo-v0")
    table.reset(seed=11)
    found = [float(table.step(int(action))[1]) for action in arrays["actions"]]
    assert arrays["step_rewards"].tolist() == found and any(arrays["step_rewards"][:-1])


def test_the_splits_are_by_seed_and_of_the_stated_sizes():
    whole = collect("biblios", 2, games=300, seed=50, players=["random"])
    counts = np.bincount(whole["splits"], minlength=3) / 300
    assert counts == pytest.approx([0.8, 0.1, 0.1], abs=0.06)
    part = collect("biblios", 2, games=5, seed=60, players=["random"])
    assert part["splits"].tolist() == whole["splits"][10:15].tolist()
    assert json.loads(str(whole["header"]))["splits"] == list(SPLITS)


def test_an_archive_is_read_with_its_checksum(tmp_path):
    file = tmp_path / "games.npz"
    run(file, "--seats", 2, "--games", 3, "--seed", 3, "--processes", 1)
    arrays, header = read_archive(file)
    assert header["schema"] == SCHEMA == 2 and len(header["sha256"]) == 64
    with np.load(file) as archive:
        stored = dict(archive)
    for name, number in (("actions", 5), ("step_rewards", 0), ("splits", 0), ("observations", 9)):
        changed = stored | {name: stored[name].copy()}
        changed[name].flat[number] += 1
        np.savez(file, **changed)
        with pytest.raises(BadDataset, match="checksum"):
            read_archive(file)
    old = {name: array for name, array in stored.items() if name not in NEW}
    np.savez(file, **old | {"header": np.array(json.dumps({**header, "schema": 1}))})
    again, _ = read_archive(file)
    assert all(np.array_equal(array, again[name]) for name, array in arrays.items())
    np.savez(file, **old | {"header": np.array(json.dumps({**header, "schema": 9}))})
    with pytest.raises(BadDataset, match="format is 9"):
        read_archive(file)
    file.write_bytes(b"PK and nothing else")
    with pytest.raises(BadDataset, match="not a NumPy archive"):
        read_archive(file)


NEW = ("step_rewards", "next_decisions", "splits")


def test_mistakes_are_one_line(tmp_path):
    for words, message in (
        (["x.npz", "--seats", 7], "cannot have 7 seats"),
        (["x.txt"], ".parquet"),
        (["x.npz", "--players", "pope"], "pope"),
        (["x.npz", "--option", "winter=yes"], "winter"),
        (["x.npz", "--cluster", "nowhere"], "tcp://10.0.0.5:8786"),
    ):
        done = run(tmp_path / words[0], *words[1:], "--games", 1)
        assert done.exit_code == 1 and message in done.output, done.output
        assert len(done.output.strip().splitlines()) == 1
        assert not list(tmp_path.iterdir())
    with pytest.raises(BadOption):
        collect(games=0)
