"""The command `armarium`: lazy imports, one-line errors, whole games through a pipe."""

import json
import os
import subprocess
import sys
from importlib.metadata import entry_points
from pathlib import Path

import click
import pytest
from click.testing import CliRunner

from armarium.cli import cli
from armarium.core.registry import find_game, game_names
from armarium.games.biblios import Game
from armarium.games.biblios.naming import BibliosNames
from armarium.text.catalogue import choose_language
from armarium.text.errors import describe_error

from .test_play import find_cards
from .test_verify import play_record, seal

COMMAND = [sys.executable, "-m", "armarium.cli"]
# The same sources as this process has, where they are not the installed ones.
SOURCES = {name: os.environ[name] for name in ("PYTHONPATH",) if name in os.environ}
# Whatever is asked, one of these answers it; the others are refused and asked again.
KEYS = "\n".join(["", "1", "2", "3"] * 2000)


def run(*arguments, language="C.UTF-8"):
    environment = {"LC_ALL": language, "COLUMNS": "80", "TERMINAL_WIDTH": "80"}
    return CliRunner(env=environment).invoke(cli, [str(a) for a in arguments], obj={})


def run_piped(typed, *arguments, **environment):
    return subprocess.run(
        [*COMMAND, *map(str, arguments)],
        input=typed.encode(),
        capture_output=True,
        check=False,
        env={"PATH": "", "HOME": str(Path.home()), "COLUMNS": "80", **SOURCES, **environment},
        timeout=300,
    )


def test_the_help_is_light():
    code = (
        "import sys\n"
        "sys.argv = ['armarium']  # as the command has it\n"
        "import armarium.cli\n"
        "for arguments in (['--help'], ['play', '--help'], ['verify', '--help'], ['serve', '--help']):\n"
        "    try: armarium.cli.cli(arguments)\n"
        "    except SystemExit as done: assert done.code == 0\n"
        "heavy = {'numba', 'numpy', 'rich.console', 'starlette', 'uvicorn'} & sys.modules.keys()\n"
        "print('light' if not heavy else heavy)\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip().splitlines()[-1] == "light"


def test_the_help_names_every_command():
    names = cli.list_commands(click.Context(cli))
    assert len(names) == len(set(names)) >= 14
    output = run("--help").output
    for name in names:
        assert f"\n  {name} " in output, name
        assert run(name, "--help").exit_code == 0, name


def test_the_help_names_the_commands_of_the_books():
    output = run("--help").output
    commands = entry_points(group="armarium.commands")
    assert commands
    for command in commands:
        assert f"\n  {command.name} " in output
        assert run(command.name, "--help").exit_code == 0


def test_the_help_of_play_lists_every_option_of_every_book():
    output = run("play", "--help").output
    for name in game_names():
        definition = find_game(name)
        table = output.partition(f"Tables of {name}:")[2].partition("Tables of ")[0]
        assert ", ".join(map(str, definition.seats)) in table
        assert all(edition in table for edition in definition.editions)
        for option in definition.options:
            line = table.partition(f"--option {option.name}=…")[2].partition("--option ")[0]
            assert f"default {option.text(option.default)}" in " ".join(line.split())
            assert all(str(choice) in line for choice in option.choices)


def test_a_game_through_a_pipe_in_english_with_its_record(tmp_path):
    file = tmp_path / "game.txt"
    done = run_piped(
        KEYS, "play", "--yes", "--seats", 2, "--you", "Ada", "--seed", 3, "--record", file
    )
    output = done.stdout.decode()
    assert done.returncode == 0, done.stderr.decode()
    assert done.stderr == b""
    assert "Results" in output and "won the game" in output and "Game record saved" in output
    assert "\x1b" not in output, "a pipe gets no control codes"
    assert run("verify", file).exit_code == 0


def test_a_hot_seat_game_through_a_pipe_in_french_until_the_end_of_the_input(tmp_path):
    file = tmp_path / "partie.txt"
    typed = "\n".join(["", "1", "", "3", "Zoé", "Léon", "", "1"])
    done = run_piped(typed, "play", "--people", 2, "--record", file, "--opponents", "random",
                 LANG="fr_FR.UTF-8", NO_COLOR="1", PYTHONIOENCODING="utf-8")  # fmt: skip
    output = done.stdout.decode()
    assert done.returncode == 0, done.stderr.decode()
    assert "Passez l’appareil à" in output
    assert "Au revoir." in output and "Le relevé de la partie est enregistré" in output
    assert Game.replay(file.read_text(encoding="utf-8")).seats == 3


def test_a_terminal_without_our_letters_does_not_stop_the_game():
    done = run_piped("", "play", "--yes", "--lang", "fr", "--people", 0, "--seed", 1,
                 PYTHONIOENCODING="ascii")  # fmt: skip
    assert done.returncode == 0, done.stderr.decode()
    assert b"R?sultats" in done.stdout


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["--edition", "frog"], "There is no edition “frog”. Choose one of: iello, scripts-and-scribes, manual."),
        (["--option", "penalty=frog"], "The option “penalty” cannot be “frog”"),
        (["--seats", "5"], "A game cannot have 5 seats. Choose one of: 2, 3, 4."),
        (["--option", "frog=1"], "There is no option “frog”"),
        (["--option", "frog"], "The option “frog” cannot be “”. Allowed: NAME=VALUE."),
        (["--option", "first=7"], "The option “first” cannot be “7”"),
        (["--option", "may_refuse=perhaps"], "The option “may_refuse” cannot be “perhaps”"),
        (["--seed", "frog"], "The option “seed” cannot be “frog”"),
        (["--seed", "-1"], "The option “seed” cannot be “-1”"),
        (["--people", "3", "--seats", "2"], "The option “people” cannot be “3”"),
        (["--opponents", "frog"], "There is no player “frog”. Choose one of: "),
        (["--record", "no/such/folder/x"], "The option “record” cannot be “no/such/folder/x”"),
        (["--lang", "la"], "'la' is not one of 'en', 'fr'"),
        (["whist"], "'whist' is not one of 'biblios', 'bibliogamo'"),
    ],
)  # fmt: skip
def test_a_mistake_is_one_clear_line(arguments, sentence):
    done = run("play", "--yes", *arguments)
    assert done.exit_code != 0
    assert sentence in done.output
    assert "Traceback" not in done.output
    assert done.exception is None or isinstance(done.exception, SystemExit)


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["arena", "monk", "novice", "--results", "no/x"], "“no/x”. Allowed: a file in an existing folder."),
        (["arena", "monk", "novice", "--csv", "no/x"], "The option “csv” cannot be “no/x”"),
        (["arena", "monk", "novice", "--svg", "no/x"], "The option “svg” cannot be “no/x”"),
        (["arena", "cmd:'", "novice"], "The player “cmd:'” failed: it cannot be started"),
        (["arena", "monk", "novice", "--move-seconds", "nan"], "'nan' is not a finite number"),
        (["dataset", "no/x.npz", "--games", "1"], "The option “file” cannot be “no/x.npz”"),
        (["practice", "make", "biblios", "--out", "no/p.json"], "The option “out” cannot be “no/p.json”"),
        (["analyse", __file__, "--effort", "nan"], "'nan' is not a finite number"),
        (["train", "--folder", "tr", "--minutes", "inf"], "'inf' is not a finite number"),
    ],
)  # fmt: skip
def test_a_mistake_of_the_laboratory_is_one_clear_line_too(arguments, sentence):
    done = run(*arguments)
    assert done.exit_code != 0
    assert sentence in done.output
    assert isinstance(done.exception, SystemExit)


def test_an_operating_system_error_is_one_line(tmp_path):
    done = run("arena", "monk", "novice", "--results", str(tmp_path / ("x" * 300)))
    assert done.exit_code == 1 and isinstance(done.exception, SystemExit)
    assert "The operating system refused it: " in done.output and len(done.output.splitlines()) == 1


def test_an_unwritable_file_is_refused_before_the_work(tmp_path, monkeypatch):
    monkeypatch.setattr("os.access", lambda path, mode: False)
    done = run("arena", "monk", "novice", "--results", str(tmp_path / "x"))
    assert done.exit_code == 1 and "a writable file" in done.output


def test_training_without_torch_says_how_to_install_it(monkeypatch):
    monkeypatch.setitem(sys.modules, "torch", None)
    done = run("train", "--folder", "tr", "--minutes", "0")
    assert done.exit_code == 1 and "This needs torch" in done.output


def test_errors_are_in_french_too():
    done = run("play", "--yes", "--edition", "frog", language="fr_FR.UTF-8")
    assert "L’édition" in done.output
    done = run("play", "--yes", "--opponents", "frog", "--lang", "fr")
    assert "Le robot «" in done.output


def test_commands_of_missing_packages_say_so(monkeypatch):
    from armarium import cli as module

    monkeypatch.setitem(module._COMMANDS, "bench", ("armarium.no_such_room:bench", "…"))
    done = run("bench", "rules")
    assert done.exit_code == 1
    assert "bench needs armarium.no_such_room" in done.output


def test_without_a_command_the_table_is_served(monkeypatch):
    served = []
    fake = type(sys)("armarium.server.serve")
    fake.serve = lambda start, **options: served.append(options)  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "armarium.server.serve", fake)
    assert run("--port", "9000").exit_code == 0
    guests = ("--player", "a", "--player", "b")
    lan = ("serve", "--lan", "--no-browser", "--db", "sqlite:///x.db", *guests)
    assert run(*lan).exit_code == 0
    plain = {
        "host": "127.0.0.1", "lan": False, "public_url": None, "player": (), "db": None, "trusted_proxy": (),
        "metrics_token": None, "admin_token": None, "keep_days": None, "log": "text", "peer_host": "127.0.0.1",
    }  # fmt: skip
    assert served == [
        {**plain, "port": 9000, "browser": True},
        {
            **plain,
            "port": None,
            "lan": True,
            "db": "sqlite:///x.db",
            "browser": False,
            "player": ("a", "b"),
        },
    ]


def test_an_unavailable_port_is_one_line(monkeypatch):
    def refuse(**_):
        raise OSError(98, "no free port from 1 to 100")

    fake = type(sys)("armarium.server.serve")
    fake.serve = refuse  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "armarium.server.serve", fake)
    done = run("serve")
    assert done.exit_code == 1
    assert "no free port from 1 to 100" in done.output


@pytest.fixture
def record(tmp_path):
    file = tmp_path / "game.txt"
    file.write_text(play_record(seats=3, edition="manual"), encoding="utf-8")
    return file


def test_verify_answers_and_exits(record):
    done = run("verify", record)
    assert done.exit_code == 0
    assert "The record is valid." in done.output
    done = run("verify", record, "--json", "--commitment", "00")
    assert done.exit_code == 1
    output = json.loads(done.output)
    assert not output["ok"]
    assert {row["check"]: row["ok"] for row in output["checks"]}["published"] is False


def test_verify_on_a_tampered_record_exits_with_1(record):
    record.write_text(seal(record.read_text("utf-8").replace("keep", "public", 1)), "utf-8")
    done = run("verify", record, "--lang", "fr")
    assert done.exit_code == 1
    assert "Le relevé n’est pas authentique." in done.output
    record.write_bytes(b"\xff\xfe\x00")
    assert run("verify", record).exit_code == 1
    assert run("verify", record.parent / "nowhere").exit_code == 2


def test_replay_shows_the_whole_game_with_open_cards(record):
    done = run("replay", record)
    assert done.exit_code == 0
    assert "With all cards visible." in done.output
    assert (
        "Player 1 won" in done.output
        or "Player 2 won" in done.output
        or "Player 3 won" in done.output
    )
    assert " a card." not in done.output


def test_replay_from_a_seat_shows_what_that_seat_saw(record):
    done = run("replay", record, "--seat", 1, "--lang", "fr")
    assert done.exit_code == 0
    assert "Du point de vue de Joueur 2." in done.output
    assert "Vous avez" in done.output
    assert "Joueur 1 a gardé une carte." in done.output
    output = json.loads(run("replay", record, "--seat", 1, "--json").output)
    kept = [e for step in output["steps"] for e in step["events"] if e["event"] == "card-kept"]
    assert all(("card" in event) == (event["seat"] == 1) for event in kept)
    assert all(step["seat"] == 1 for step in output["steps"] if "action" in step)


def test_replay_step_by_step_from_a_seat_shows_no_more_than_its_view(record):
    steps = 60
    done = CliRunner(env={"LC_ALL": "C", "COLUMNS": "80"}).invoke(
        cli, ["replay", str(record), "--seat", "0", "--step"], input="\n" * steps + "q\n", obj={}
    )
    assert done.exit_code == 0
    screens = done.output.split("Enter: next")
    game = Game.replay(record.read_text("utf-8"))
    again = Game.new(seats=3, seed=3, edition="manual")
    reader = BibliosNames("en", "manual", ("Player 1", "Player 2", "Player 3"), 0)
    for screen, (seat, action) in zip(screens, game.actions[:steps]):
        again.play(action, seat)
        rows = again.view(0)["knowledge"]["you"]
        secret = {card for row in rows if "box" in row["at"] for card in row["cards"]}
        assert find_cards(screen, reader) & secret == set()
    assert len(screens) == steps + 2


def test_replay_refuses_what_it_cannot_replay(record):
    assert run("replay", record, "--seat", 3).exit_code == 1
    record.write_text("frog", "utf-8")
    done = run("replay", record)
    assert done.exit_code == 1
    assert "line 1" in done.output


def test_the_language_of_the_environment(monkeypatch):
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)
    assert choose_language(None) == "en"
    monkeypatch.setenv("LANG", "fr_CA.UTF-8")
    assert choose_language(None) == "fr"
    monkeypatch.setenv("LC_ALL", "de_DE")
    assert choose_language(None) == "en"
    assert choose_language("fr") == "fr"


def test_an_error_without_a_translation_shows_its_own_sentence():
    from armarium.core.errors import ArmariumError

    assert describe_error(ArmariumError(), "fr") == "Something is wrong."
