"""Episodes on disk: what was written can be played again, decision by decision."""

import json

import numpy as np
import pytest
from click.testing import CliRunner

from armarium.games.shelf import open_book
from armarium.games.table.errors import BadOption
from armarium.lab.adapters.rows import rows_of
from armarium.lab.dataset import collect, episodes, main


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


def test_the_command_writes_a_plain_archive(tmp_path):
    file = tmp_path / "games.npz"
    done = CliRunner().invoke(main, [str(file), "--seats", "2", "--games", "2", "--seed", "3"])
    assert done.exit_code == 0 and "2 games" in done.output
    with np.load(file, allow_pickle=False) as arrays:
        assert json.loads(str(arrays["header"]))["game"] == "biblios"
        assert arrays["seeds"].tolist() == [3, 4]
        assert len(list(episodes(dict(arrays)))) == 2


def test_mistakes_are_one_line(tmp_path):
    done = CliRunner().invoke(main, [str(tmp_path / "x"), "--seats", "7"])
    assert done.exit_code == 1 and done.output.startswith("Error: 7 seats cannot be played")
    with pytest.raises(BadOption):
        collect(games=0)
