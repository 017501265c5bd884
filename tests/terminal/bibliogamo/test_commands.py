"""The command `armarium` with Bibliogamo: whole cities through a pipe, resumed, told again and proved."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from armarium.cli import cli
from armarium.games.bibliogamo import Game
from armarium.games.bibliogamo.terminal.event_sentences import brief
from armarium.games.bibliogamo.terminal.naming import Reader
from armarium.games.biblios import Game as Biblios
from armarium.games.shelf import names, open_book
from tests.rulebook.bibliogamo.scenes import FILE
from tests.terminal.test_commands import piped, run
from tests.terminal.test_verify import played as played_biblios
from tests.terminal.test_verify import sealed

from .test_verify import played


def test_every_game_of_the_shelf_has_its_room():
    assert all(open_book(name).room is not None for name in names())


@pytest.fixture
def record(tmp_path: Path) -> Path:
    file = tmp_path / "city.txt"
    file.write_text(played(), encoding="utf-8")
    return file


@pytest.mark.parametrize(
    ("language", "words"),
    [
        pytest.param("en_GB.UTF-8", ["Results", "Your rank:", "The record is saved"], marks=pytest.mark.slow),
        pytest.param("fr_FR.UTF-8", ["Résultats", "Votre rang"], marks=pytest.mark.at_length),
    ],
)  # fmt: skip
def test_a_city_through_a_pipe_with_its_record(tmp_path, language, words):
    file = tmp_path / "city.txt"
    typed = "\n".join(action for _, action in Game.replay(played(seed=3)).actions)
    done = piped(typed, "play", "bibliogamo", "--yes", "--seed", 3, "--record", file,
                 LANG=language, PYTHONIOENCODING="utf-8")  # fmt: skip
    told = done.stdout.decode()
    assert done.returncode == 0, done.stderr.decode()
    assert done.stderr == b"" and "\x1b" not in told
    for word in words:
        assert word in told
    assert file.read_text("utf-8") == played(seed=3)


def invoked(typed, *arguments):
    environment = {"LC_ALL": "C.UTF-8", "COLUMNS": "80"}
    return CliRunner(env=environment).invoke(
        cli, [str(argument) for argument in arguments], input=typed, obj={}
    )


def test_a_city_that_was_left_goes_on_with_resume(tmp_path):
    file = tmp_path / "city.txt"
    invoked("d\nf\nq\nyes\n", "play", "bibliogamo", "--yes", "--seed", 3, "--record", file)
    assert len(Game.replay(file.read_text("utf-8")).actions) == 1  # f comes too late: hires
    done = invoked("d\nf\nq\nyes\n", "play", "--resume", file, "--yes")  # the game is in the record
    assert done.exit_code == 0, done.output
    actions = [action for _, action in Game.replay(file.read_text("utf-8")).actions]
    assert actions == ["done", "done", "forward"]


def test_a_table_of_biblios_goes_on_too(tmp_path):
    file = tmp_path / "biblios.txt"
    file.write_text(played_biblios(seed=3, until=12, seats=2, edition="manual"), encoding="utf-8")
    done = invoked(
        "q\nyes\n", "play", "--resume", file, "--yes", "--opponents", "random", "--you", "Ada"
    )
    assert done.exit_code == 0, done.output
    assert len(Biblios.replay(file.read_text("utf-8")).actions) >= 12
    assert "Goodbye." in done.output


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["--edition", "iello"], "The option “edition” cannot be “iello”; it can be: nothing"),
        (["--opponents", "random"], "The option “opponents” cannot be"),
        (["--option", "landing=sometimes"], "The option “landing” cannot be “sometimes”"),
        (["--option", "frog=1"], "The option “frog” cannot be “1”"),
        (["--components", str(Path(__file__))], "The components cannot be used, the file: it is not TOML"),
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
def test_a_set_of_ones_own_has_a_flag_and_is_an_option(tmp_path, asked):
    file = tmp_path / "own.toml"
    file.write_text(FILE.read_text(encoding="utf-8").replace('"History"', '"Chronicles"'), "utf-8")
    given = [part.format(file) for part in asked] + ([file] if len(asked) == 1 else [])
    done = invoked("q\nyes\n", "play", "bibliogamo", "--yes", "--seed", 3, *given)
    assert done.exit_code == 0 and "Chronicles" in done.output


def test_components_belong_to_bibliogamo():
    done = run("play", "biblios", "--yes", "--components", FILE)
    assert done.exit_code != 0 and "The option “components”" in done.output


def test_verify_answers_and_exits(record):
    done = run("verify", record)
    assert done.exit_code == 0 and "The record holds." in done.output
    told = json.loads(run("verify", record, "--json").output)
    assert told["ok"] and told["checks"][-1]["score"] == Game.replay(played()).outcome()["score"]
    record.write_text(sealed(played().replace(" done", " forward", 1)), "utf-8")
    done = run("verify", record, "--lang", "fr")
    assert done.exit_code == 1 and "Le relevé n’est pas bon." in done.output


@pytest.mark.parametrize("language", ["en", "fr"])
def test_replay_tells_the_whole_city(record, language):
    done = run("replay", record, "--lang", language)
    assert done.exit_code == 0, done.output
    assert {"en": "Day 40 began.", "fr": "Le jour 40 a commencé."}[language] in done.output
    assert {"en": "Your rank:", "fr": "Votre rang"}[language] in done.output


@pytest.mark.parametrize("language", ["en", "fr"])
def test_a_city_begins_with_its_first_card(record, tmp_path, language):
    """Turned before anybody acted; told by replay, at the table and in its log, also of a city that was left."""
    fresh = Game.new(seed=3)
    reader = Reader.of(language, fresh.components)
    opening = " ".join(f"· {brief(fresh.seen(0), reader)[1]}".split())
    told = in_one_line(run("replay", record, "--lang", language))
    assert told.index(opening) < told.index(reader.say("bibliogamo_term_event_day", day=2))
    file = tmp_path / "left.txt"
    asked = ("--yes", "--lang", language, "--record", file)
    sure = reader.say("play_yes")
    first = invoked(f"d\nq\n{sure}\n", "play", "bibliogamo", "--seed", 3, *asked)
    assert opening in in_one_line(first)
    again = invoked(f"l\nq\n{sure}\n", "play", "--resume", file, *asked)
    assert in_one_line(again).count(opening) == 1


def in_one_line(done):
    return " ".join(done.output.split())


def test_replay_step_by_step_shows_the_table_after_each_action(record):
    steps = 30
    done = invoked("\n" * steps + "q\n", "replay", record, "--step", "--seat", 0)
    assert done.exit_code == 0, done.output
    assert done.output.count("Enter: next") == steps + 1
    assert done.output.count("Grand Library") >= steps


def test_replay_as_json_and_of_no_such_seat(record):
    told = json.loads(run("replay", record, "--json").output)
    assert told["outcome"]["score"] == Game.replay(played()).outcome()["score"]
    assert told["steps"][0]["action"] == Game.replay(played()).actions[0][1]
    assert [event["event"] for event in told["opening"]][-1] == "card-turned"
    assert run("replay", record, "--seat", 1).exit_code == 1


def test_an_unfinished_city_is_told_as_far_as_it_goes(record):
    record.write_text(played(until=10), encoding="utf-8")
    done = run("replay", record)
    assert done.exit_code == 0 and "The game was left before its end." in done.output
