"""The command `armarium` with Bibliogamo: whole games through a pipe, resumed, replayed and verified."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from armarium.cli import cli
from armarium.core.registry import find_extension, game_names
from armarium.games.bibliogamo import Game
from armarium.games.bibliogamo.naming import BibliogamoNames
from armarium.games.biblios import Game as Biblios
from armarium.terminal.extension import TerminalUI
from tests.rulebook.bibliogamo.scenes import FILE
from tests.terminal.test_commands import run, run_piped
from tests.terminal.test_verify import play_record as played_biblios
from tests.terminal.test_verify import seal

from .test_verify import play_record


def test_every_game_has_a_terminal_ui_of_its_own():
    assert all(
        find_extension("armarium.terminal", name, TerminalUI) is not None for name in game_names()
    )


@pytest.fixture
def record(tmp_path: Path) -> Path:
    file = tmp_path / "city.txt"
    file.write_text(play_record(), encoding="utf-8")
    return file


@pytest.mark.parametrize(
    ("language", "words"),
    [
        pytest.param("en_GB.UTF-8", ["Results", "Your rank:", "Game record saved"], marks=pytest.mark.slow),
        pytest.param("fr_FR.UTF-8", ["Résultats", "Votre rang"], marks=pytest.mark.thorough),
    ],
)  # fmt: skip
def test_a_city_through_a_pipe_with_its_record(tmp_path, language, words):
    file = tmp_path / "city.txt"
    typed = "\n".join(action for _, action in Game.replay(play_record(seed=3)).actions)
    done = run_piped(typed, "play", "bibliogamo", "--yes", "--seed", 3, "--record", file,
                 LANG=language, PYTHONIOENCODING="utf-8")  # fmt: skip
    output = done.stdout.decode()
    assert done.returncode == 0, done.stderr.decode()
    assert done.stderr == b"" and "\x1b" not in output
    for word in words:
        assert word in output
    assert file.read_text("utf-8") == play_record(seed=3)


def invoke(typed, *arguments):
    environment = {"LC_ALL": "C.UTF-8", "COLUMNS": "80"}
    return CliRunner(env=environment).invoke(
        cli, [str(argument) for argument in arguments], input=typed, obj={}
    )


def test_an_unfinished_bibliogamo_game_can_be_resumed(tmp_path):
    file = tmp_path / "city.txt"
    invoke("d\nf\nq\nyes\n", "play", "bibliogamo", "--yes", "--seed", 3, "--record", file)
    assert len(Game.replay(file.read_text("utf-8")).actions) == 1  # f comes too late: hires
    done = invoke("d\nf\nq\nyes\n", "play", "--resume", file, "--yes")  # the game is in the record
    assert done.exit_code == 0, done.output
    actions = [action for _, action in Game.replay(file.read_text("utf-8")).actions]
    assert actions == ["done", "done", "forward"]


def test_an_unfinished_biblios_game_can_be_resumed(tmp_path):
    file = tmp_path / "biblios.txt"
    file.write_text(played_biblios(seed=3, until=12, seats=2, edition="manual"), encoding="utf-8")
    done = invoke(
        "q\nyes\n", "play", "--resume", file, "--yes", "--opponents", "random", "--you", "Ada"
    )
    assert done.exit_code == 0, done.output
    assert len(Biblios.replay(file.read_text("utf-8")).actions) >= 12
    assert "Goodbye." in done.output


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["--edition", "iello"], "The option “edition” cannot be “iello”. Allowed: nothing"),
        (["--opponents", "random"], "The option “opponents” cannot be"),
        (["--option", "landing=sometimes"], "The option “landing” cannot be “sometimes”"),
        (["--option", "frog=1"], "There is no option “frog”"),
        (["--components", str(Path(__file__))], "The components cannot be used. The file: it is not TOML"),
        (["--components", "no/such/file"], "does not exist"),
        (["--resume", str(Path(__file__))], "line 1"),
    ],
)  # fmt: skip
def test_a_mistake_is_one_clear_line(arguments, sentence):
    done = run("play", "bibliogamo", "--yes", *arguments)
    assert done.exit_code != 0
    assert sentence in " ".join(done.output.split())
    assert "Traceback" not in done.output


@pytest.mark.parametrize("asked", [("--components",), ("--option", "components={}")])
def test_custom_components_have_a_flag_and_an_option(tmp_path, asked):
    file = tmp_path / "own.toml"
    file.write_text(FILE.read_text(encoding="utf-8").replace('"History"', '"Chronicles"'), "utf-8")
    given = [part.format(file) for part in asked] + ([file] if len(asked) == 1 else [])
    done = invoke("q\nyes\n", "play", "bibliogamo", "--yes", "--seed", 3, *given)
    assert done.exit_code == 0 and "Chronicles" in done.output


def test_components_belong_to_bibliogamo():
    done = run("play", "biblios", "--yes", "--components", FILE)
    assert done.exit_code != 0 and "There is no option “components”" in done.output


def test_verify_answers_and_exits(record):
    done = run("verify", record)
    assert done.exit_code == 0 and "The record is valid." in done.output
    output = json.loads(run("verify", record, "--json").output)
    assert (
        output["ok"]
        and output["checks"][-1]["score"] == Game.replay(play_record()).outcome()["score"]
    )
    record.write_text(seal(play_record().replace(" done", " forward", 1)), "utf-8")
    done = run("verify", record, "--lang", "fr")
    assert done.exit_code == 1 and "Le relevé n’est pas authentique." in done.output


@pytest.mark.parametrize("language", ["en", "fr"])
def test_replay_shows_the_whole_bibliogamo_game(record, language):
    done = run("replay", record, "--lang", language)
    assert done.exit_code == 0, done.output
    assert {"en": "· Day 40.", "fr": "· Jour 40."}[language] in done.output
    assert {"en": "Your rank:", "fr": "Votre rang"}[language] in done.output


@pytest.mark.parametrize("language", ["en", "fr"])
def test_a_city_begins_with_its_first_card(record, tmp_path, language):
    """The first card is shown by replay, at the table and in the log, also for a resumed game."""
    fresh = Game.new(seed=3)
    reader = BibliogamoNames.of(language, fresh.components)
    opening = " ".join(f"· {reader.format_log(fresh.seen(0))[1]}".split())
    output = join_lines(run("replay", record, "--lang", language))
    assert output.index(opening) < output.index(
        reader.translate("bibliogamo_event_day_begun", day=2)
    )
    file = tmp_path / "left.txt"
    asked = ("--yes", "--lang", language, "--record", file)
    sure = reader.translate("play_yes")
    first = invoke(f"d\nq\n{sure}\n", "play", "bibliogamo", "--seed", 3, *asked)
    assert opening in join_lines(first)
    again = invoke(f"l\nq\n{sure}\n", "play", "--resume", file, *asked)
    assert join_lines(again).count(opening) == 1


def join_lines(done):
    return " ".join(done.output.split())


def test_replay_step_by_step_shows_the_table_after_each_action(record):
    steps = 30
    done = invoke("\n" * steps + "q\n", "replay", record, "--step", "--seat", 0)
    assert done.exit_code == 0, done.output
    assert done.output.count("Enter: next") == steps + 1
    assert done.output.count("Grand Library") >= steps


def test_replay_as_json_and_of_no_such_seat(record):
    output = json.loads(run("replay", record, "--json").output)
    assert output["outcome"]["score"] == Game.replay(play_record()).outcome()["score"]
    assert output["steps"][0]["action"] == Game.replay(play_record()).actions[0][1]
    assert [event["event"] for event in output["opening"]][-1] == "card-turned"
    assert run("replay", record, "--seat", 1).exit_code == 1


def test_an_unfinished_city_is_shown_as_far_as_it_goes(record):
    record.write_text(play_record(until=10), encoding="utf-8")
    done = run("replay", record)
    assert done.exit_code == 0 and "The game was left unfinished." in done.output
