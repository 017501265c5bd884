"""Datasets as others read them: Parquet by pandas, polars and torch, episodes by Minari."""

import json

import numpy as np
import pytest
from click.testing import CliRunner

from armarium.cli import cli
from armarium.core.registry import find_game
from armarium.lab.dataset import SPLITS, collect, episodes
from armarium.lab.dataset.parquet import COLUMNS
from armarium.lab.rows import find_rows

pytestmark = [pytest.mark.third_party, pytest.mark.filterwarnings("ignore")]


@pytest.fixture(scope="module")
def file(tmp_path_factory):
    path = tmp_path_factory.mktemp("data") / "games.parquet"
    words = ["dataset", path, "--seats", 2, "--games", 70, "--seed", 5, "--players", "monk,novice"]
    done = CliRunner().invoke(cli, [*map(str, words), "--processes", "1", "--json"], obj={})
    assert done.exit_code == 0, done.output
    assert json.loads(done.stdout)["games"] == 70
    return path


def test_parquet_has_every_decision_and_can_be_played_again(file):
    import pyarrow.parquet as parquet

    table, arrays = parquet.read_table(file), collect("biblios", 2, 70, 5, ["monk", "novice"])
    assert table.column_names == list(COLUMNS)
    for column, name in (
        ("action", "actions"),
        ("seat", "seats"),
        ("observation", "observations"),
        ("mask", "masks"),
        ("reward", "step_rewards"),
    ):
        assert np.array_equal(np.array(table[column].to_pylist()), arrays[name]), column
    header = json.loads(table.schema.metadata[b"armarium"])
    checksum = parquet.ParquetFile(file).metadata.metadata[b"armarium_sha256"].decode()
    assert checksum == json.loads(str(arrays["header"]))["sha256"]
    assert checksum in file.with_suffix(".md").read_text(encoding="utf-8")
    following = arrays["next_decisions"].tolist()
    steps, next_steps = table["step"].to_pylist(), table["next_step"].to_pylist()
    for number, after in enumerate(following):
        assert next_steps[number] == (-1 if after < 0 else steps[number] + after - number)
    games = np.repeat(arrays["splits"], np.diff([*arrays["starts"], len(following)]))
    assert table["split"].to_pylist() == [SPLITS[number] for number in games]
    rows = find_rows("biblios")
    first = table.filter(np.array(table["seed"]) == 7).to_pylist()
    game = find_game("biblios").deal(2, 7, **header["options"])
    for number, row in enumerate(first):
        assert row["step"] == number and row["is_last"] == (number == len(first) - 1)
        assert row["observation"] == rows.observation(game, row["seat"]).tolist()
        game.play(header["actions"][row["action"]], row["seat"])
    assert [rows.final_reward(game.outcome(), row["seat"]) for row in first] == [
        row["outcome"] for row in first
    ]


def test_pandas_polars_and_torch_read_it(file):
    import pandas
    import polars
    import torch

    frame = pandas.read_parquet(file, columns=["seed", "seat", "action", "outcome", "is_last"])
    assert frame["seed"].nunique() == frame["is_last"].sum() == 70
    lazy = polars.scan_parquet(file).filter(polars.col("outcome") > 0.5).group_by("seat").len()
    assert lazy.collect()["len"].sum() == (frame["outcome"] > 0.5).sum()
    some = polars.read_parquet(file, n_rows=64)
    observations = torch.as_tensor(some["observation"].to_numpy().copy())
    masks = torch.as_tensor(some["mask"].to_numpy().copy())
    actions = torch.as_tensor(some["action"].to_numpy().copy())
    assert observations.shape == (64, find_rows("biblios").size)
    assert masks.gather(1, actions[:, None].long()).all()


def test_the_card_says_what_is_in_the_file(file):
    card = file.with_suffix(".md").read_text(encoding="utf-8")
    frame_rows = len(__import__("pandas").read_parquet(file, columns=["seed"]))
    assert f"{frame_rows} decisions" in card and "license: cc0-1.0" in card
    assert f"armarium dataset {file.name} --game biblios --seats 2 --games 70 --seed 5" in card
    assert all(f"| `{column}` |" in card for column in COLUMNS)


def test_the_dataset_does_not_depend_on_the_number_of_processes(file, tmp_path):
    other = tmp_path / "games.parquet"
    words = ["dataset", other, "--seats", 2, "--games", 70, "--seed", 5, "--players", "monk,novice"]
    CliRunner().invoke(cli, [*map(str, words), "--processes", "2"], obj={})
    assert other.read_bytes() == file.read_bytes()


def test_minari_loads_what_was_written(tmp_path, monkeypatch):
    monkeypatch.setenv("MINARI_DATASETS_PATH", str(tmp_path))
    import minari

    name = "armarium/biblios/oblate-v0"
    words = ["dataset", f"minari:{name}", "--seats", "3", "--games", "3", "--players", "oblate"]
    done = CliRunner().invoke(cli, [*words, "--processes", "1"], obj={})
    assert done.exit_code == 0, done.output
    found, arrays = minari.load_dataset(name), collect("biblios", 3, 3, 0, ["oblate"])
    assert found.total_episodes == 9 and found.total_steps == len(arrays["actions"])
    games = list(episodes(arrays))
    for number, episode in enumerate(found.iterate_episodes()):
        game, seat = games[number // 3], number % 3
        mine = game["seats"] == seat
        assert episode.actions.tolist() == game["actions"][mine].tolist()
        assert np.array_equal(episode.observations["observation"][:-1], game["observations"][mine])
        assert np.array_equal(episode.observations["action_mask"][:-1], game["masks"][mine])
        assert episode.rewards[-1] == game["rewards"][seat] and not episode.rewards[:-1].any()
        assert episode.terminations[-1] and not episode.terminations[:-1].any()


@pytest.mark.parametrize(
    ("words", "id_", "kwargs"),
    [
        (["--seats", "3", "--players", "oblate", "--option", "edition=manual"], "Biblios",
         {"seats": 3, "opponents": "oblate", "edition": "manual"}),
        (["--seats", "2", "--players", "monk,random"], "Biblios", {"seats": 2}),
        (["--game", "bibliogamo", "--option", "redraw_chains=yes"], "Bibliogamo", {"redraw_chains": True}),
    ],
)  # fmt: skip
def test_minari_recovers_the_environment(tmp_path, monkeypatch, words, id_, kwargs):
    monkeypatch.setenv("MINARI_DATASETS_PATH", str(tmp_path))
    import minari

    name = "armarium/some/games-v0"
    done = CliRunner().invoke(
        cli, ["dataset", f"minari:{name}", *words, "--games", "2", "--processes", "1"], obj={}
    )
    assert done.exit_code == 0, done.output
    found = minari.load_dataset(name)
    table = found.recover_environment()
    assert table.spec.id == f"armarium/{id_}-v0"
    wanted = {"game": id_.lower(), "masked": True, **kwargs}
    assert {key: table.spec.kwargs[key] for key in wanted} == wanted
    assert "opponents" in kwargs or "opponents" not in table.spec.kwargs
    row, _ = table.reset(seed=1)
    assert table.observation_space == found.observation_space and row in table.observation_space


def test_minari_collects_from_the_environment_itself(tmp_path, monkeypatch):
    monkeypatch.setenv("MINARI_DATASETS_PATH", str(tmp_path))
    import gymnasium
    import minari

    table = minari.DataCollector(gymnasium.make("armarium/Bibliogamo-v0", masked=True))
    _, info = table.reset(seed=1)
    is_over = False
    while not is_over:
        _, _, is_over, _, info = table.step(table.action_space.sample(mask=info["action_mask"]))
    table.create_dataset("armarium/bibliogamo/random-v0", algorithm_name="random")
    again = minari.load_dataset("armarium/bibliogamo/random-v0").recover_environment()
    assert again.spec.id == "armarium/Bibliogamo-v0"
