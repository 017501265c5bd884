"""armarium bench: what it prints can be trusted to be what was asked for; the GPU's plot is the plot of its figures."""

import json
from pathlib import Path

import pytest

from armarium.cli import cli
from bench.gpu.curves import draw_figures
from tests.lab.test_vector import find_gpu_error

DOCS = Path(__file__).parents[2] / "docs"


def run_bench(runner, *arguments):
    return runner.invoke(cli, ["bench", "rules", "--seconds", "0.05", *arguments])


@pytest.fixture
def runner():
    from click.testing import CliRunner

    return CliRunner()


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        ([], {"game": "biblios", "seats": 4, "edition": "iello", "observe": False}),
        (["--observe", "--seats", "2"], {"seats": 2, "observe": True, "knowledge": True}),
        (["--edition", "manual", "--no-knowledge"], {"edition": "manual", "knowledge": False}),
        (["--game", "bibliogamo"], {"seats": 1, "edition": None}),
        (["--game", "bibliogamo", "--observe"], {"seats": 1, "observe": True}),
    ],
)
def test_figures_name_their_settings(runner, arguments, expected):
    done = run_bench(runner, "--json", *arguments)
    assert done.exit_code == 0, done.output
    figures = json.loads(done.stdout)
    assert {name: figures[name] for name in expected} == expected
    assert 0 < figures["slowest"] <= figures["median"] <= figures["fastest"]
    assert 100 < figures["decisions_per_game"] < 1000
    assert figures["device"] == "cpu"


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        ([], {"game": "biblios", "player": "monk", "seats": 4}),
        (["--game", "bibliogamo", "--player", "careful"], {"player": "careful", "seats": 1}),
    ],
)
def test_players_are_measured_beside_a_loop(runner, arguments, expected):
    done = runner.invoke(
        cli, ["bench", "players", "--slots", "2", "--seconds", "0.01", "--json", *arguments]
    )
    assert done.exit_code == 0, done.output
    figures = json.loads(done.stdout)
    assert {name: figures[name] for name in expected} == expected
    assert 0 < figures["slowest"] <= figures["median"] <= figures["fastest"]
    assert 0 < figures["share_of_rules"] < 1 and figures["loop_s"] > 0


def test_both_ways_to_play_at_random_play_games_of_the_same_length(runner):
    plain, watched = (
        json.loads(run_bench(runner, "--json", "--seconds", "0.5", *more).stdout)[
            "decisions_per_game"
        ]
        for more in ([], ["--observe"])
    )
    assert plain == pytest.approx(watched, rel=0.1)


@pytest.mark.parametrize(
    ("arguments", "line"),
    [
        (["--no-knowledge", "--observe"], "keep_knowledge"),
        (["--game", "bibliogamo", "--seats", "2"], "2 seats"),
        (["--game", "bibliogamo", "--edition", "iello"], "iello"),
        (["--edition", "chess"], "chess"),
    ],
)
def test_a_mistake_is_one_clear_line(runner, arguments, line):
    done = run_bench(runner, *arguments)
    assert done.exit_code == 1
    assert line in done.output and done.output.count("\n") == 1


def test_without_a_gpu_the_bench_says_so(runner):
    if find_gpu_error() is None:
        pytest.skip("there is a GPU here")
    done = run_bench(runner, "--device", "cuda")
    assert done.exit_code == 1
    assert done.output.count("\n") == 1 and "No CUDA device can be used here" in done.output


@pytest.mark.parametrize(("name", "decisions"), [("gpu-launches", 64), ("gpu-steps", 1)])
def test_the_plots_are_those_of_the_figures(name, decisions):
    figures = json.loads((DOCS / "figures" / "gpu.json").read_text("utf-8"))
    drawn = draw_figures(figures, decisions)
    assert (DOCS / "pictures" / f"{name}.svg").read_text("utf-8") == drawn


def test_the_docs_show_the_measured_figures():
    figures = json.loads((DOCS / "figures" / "gpu.json").read_text("utf-8"))
    page = (DOCS / "evidence" / "speed.md").read_text("utf-8")
    for row in figures["rows"]:
        rates = [f"{row[name] / 1e6:,.0f}" for name in ("decisions_per_s", "slowest", "fastest")]
        assert f" | {rates[0]} | {rates[1]}–{rates[2]} | " in page, row


@pytest.mark.parametrize(
    "arguments",
    [
        *(["rules", "--seconds", seconds] for seconds in ("0", "-1", "nan", "inf")),
        ["rules", "--threads", "-1"],
        ["play", "--seconds", "-3"],
        ["players", "--seconds", "0", "--slots", "4"],
    ],
)
def test_what_cannot_be_measured_is_refused(runner, arguments):
    done = runner.invoke(cli, ["bench", *arguments])
    assert done.exit_code == 2 and "Invalid value" in done.output


def test_however_short_something_is_measured(runner):
    assert run_bench(runner, "--seconds", "1e-9").exit_code == 0
    assert runner.invoke(cli, ["bench", "play", "--seconds", "1e-9"]).exit_code == 0
