"""Episodes on disk: what was written can be played again, decision by decision."""

import json

import numpy as np
import pytest
from click.testing import CliRunner

from armarium.cli import cli
from armarium.games.shelf import open_book
from armarium.games.table.errors import BadOption
from armarium.lab.adapters.rows import rows_of
from armarium.lab.dataset import collect, episodes
from armarium.lab.dataset import plan as plan_of_datasets
from armarium.lab.dataset.batched import play_batched
from armarium.lab.dataset.collecting import _play_from_views
from armarium.lab.dataset.plan import Plan


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
    rows = rows_of(game)
    table_of = open_book(game).game.new
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
        assert [rows.worth(table.outcome(), seat) for seat in range(seats)] == each[
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
        beside = open_book("biblios").beside
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


def test_the_same_bytes_however_many_do_the_work(tmp_path):
    files = [tmp_path / "one.npz", tmp_path / "two.npz"]
    for processes, file in enumerate(files, 1):
        run(file, "--seats", 2, "--games", 70, "--players", "oblate", "--processes", processes)
    assert files[0].read_bytes() == files[1].read_bytes()


def test_mistakes_are_one_line(tmp_path):
    for words, told in (
        (["x.npz", "--seats", 7], "cannot have 7 seats"),
        (["x.txt"], ".parquet"),
        (["x.npz", "--players", "pope"], "pope"),
        (["x.npz", "--option", "winter=yes"], "winter"),
        (["x.npz", "--cluster", "nowhere"], "tcp://10.0.0.5:8786"),
    ):
        done = run(tmp_path / words[0], *words[1:], "--games", 1)
        assert done.exit_code == 1 and told in done.output, done.output
        assert len(done.output.strip().splitlines()) == 1
        assert not list(tmp_path.iterdir())
    with pytest.raises(BadOption):
        collect(games=0)
