"""A game without its own terminal UI is played, replayed and verified in the plain one, through a pipe."""

import json
import re

import pytest

from armarium.terminal.extension import PlayRequest
from armarium.text import catalogue
from tests.terminal.fakes import FakeScreen, make_typist

ARMARIUM = ("-m", "armarium.cli")
GRIND = "\n".join(["1"] * 40)


@pytest.fixture
def record(mill, tmp_path):
    file = tmp_path / "mill.txt"
    file.write_text(_play_game(), encoding="utf-8")
    return file


def _play_game(until=100):
    from armarium.core.registry import find_game

    game = find_game("mill").game.new(3, seed=4)
    while game.to_act is not None and len(game.actions) < until:
        game.play(game.legal()[0])
    return game.record()


def test_a_game_against_a_third_party_player_with_its_record(python, tmp_path):
    file = tmp_path / "mill.txt"
    done = python(
        *ARMARIUM, "play", "mill", "--yes", "--seats", 2, "--you", "Ada", "--opponents", "miller",
        "--option", "ties=carry", "--seed", 3, "--record", file, typed=GRIND,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert "Armarium: Mill" in done.stdout and "[1] Grind the sack of" in done.stdout
    assert "Ada laid a sack." in done.stdout and "Miller laid a sack." in done.stdout
    assert "Results" in done.stdout and "won with flour" in done.stdout
    assert "options: ties=carry may_rest=yes first=random" in file.read_text("utf-8")
    output = python(*ARMARIUM, "verify", file, "--json")
    checks = {row["check"]: row["ok"] for row in json.loads(output.stdout)["checks"]}
    assert output.returncode == 0
    assert checks == {
        "text": True, "commitment": True, "deal": None, "actions": True, "state": True,
        "outcome": None,
    }  # fmt: skip


def test_verify_says_what_it_did_not_check(python, record):
    done = python(*ARMARIUM, "verify", record, "--lang", "fr")
    assert done.returncode == 0 and done.stdout.count("Non vérifié") == 2
    record.write_text(record.read_text("utf-8").replace("grind", "rest", 1), encoding="utf-8")
    assert python(*ARMARIUM, "verify", record).returncode == 1


def test_replay_shows_all_cards_or_one_seats_view(python, record):
    done = python(*ARMARIUM, "replay", record)
    assert done.returncode == 0, done.stderr
    assert "Mill: 12 actions, 3 seats" in done.stdout and "With all cards visible." in done.stdout
    assert done.stdout.count("laid a sack") == 12
    output = json.loads(python(*ARMARIUM, "replay", record, "--seat", 1, "--json").stdout)
    laid = [e for step in output["steps"] for e in step["events"] if e["event"] == "sack-laid"]
    assert all(("sack" in event) == (event["seat"] == 1) for event in laid)
    steps = python(*ARMARIUM, "replay", record, "--step", "--lang", "fr", typed="\n" * 20)
    assert steps.stdout.count("Sacs dans la grange") == 12


def test_the_help_lists_its_table_and_a_mistake_is_one_line(python):
    output = python(*ARMARIUM, "play", "--help").stdout
    table = output.partition("Tables of mill:")[2]
    assert re.search(r"--seats\s+2, 3, 5\n", table)
    assert re.search(r"--option ties=…\s+spill, carry; default spill\n", table)
    assert re.search(r"--option may_rest=…\s+yes, no; default yes\n", table)
    done = python(*ARMARIUM, "play", "mill", "--yes", "--option", "ties=frog")
    assert done.returncode == 1 and done.stderr.count("\n") == 1
    assert "The option “ties” cannot be “frog”. Allowed: spill, carry." in done.stderr
    done = python(*ARMARIUM, "play", "mill", "--yes", "--seats", 4)
    assert "Choose one of: 2, 3, 5." in done.stderr
    done = python(*ARMARIUM, "play", "mill", "--edition", "iello")
    assert "mill has no such option" in done.stderr


def test_the_questions_come_from_its_tables(mill):
    from armarium.terminal.plain import terminal_ui

    answers = ["2", "2", "3", "1", "Zoé", "", "miller", "?", "l", "frog", "1", "q", "oui"]
    fake = FakeScreen(make_typist(answers))
    terminal_ui("mill").play(PlayRequest(seed=1, options={"first": 0}), "en", fake.screen)
    for text in (
        "Sacs les plus lourds à égalité (1–2) [1]",
        " [2] Reportée – La farine s’ajoute à celle du vent suivant.",
        "Nombre de joueurs (2–5) [3]",
        "random, miller",
        "«\u202ffrog\u202f» n’est pas un des choix",
        "Tapez le numéro entre crochets",
        "Au revoir.",
    ):
        assert text in fake.text, text


def test_a_shared_screen_has_a_curtain_and_shows_nobodys_sacks(mill):
    from armarium.terminal.plain import terminal_ui

    fake = FakeScreen(make_typist(["", "1"] * 20))
    asked = PlayRequest("en", seats=2, people=2, you=("Ada", "Bo"), seed=1, ask=False)
    terminal_ui("mill").play(asked, "en", fake.screen)
    turns = re.split(r"Hand the device to (\w+), then press Enter\.", fake.text)
    assert len(turns) > 8 and "won with flour" in fake.text
    hands = {
        name: re.findall(r"Your sacks\s+([\d, ]+)", text)
        for name, text in zip(turns[1::2], turns[2::2])
    }
    assert set(hands) == {"Ada", "Bo"} and hands["Ada"] != hands["Bo"]


def test_without_a_catalogue_raw_names_are_shown(mill, monkeypatch):
    from armarium.terminal.plain import terminal_ui

    monkeypatch.setattr(catalogue, "load_game_catalogue", lambda game, language: {})
    catalogue._catalogue.cache_clear()
    fake = FakeScreen(make_typist(["grind 9", "1"] * 20))
    asked = PlayRequest("en", seats=2, people=1, opponents=("random",), seed=1, ask=False)
    terminal_ui("mill").play(asked, "en", fake.screen)
    catalogue._catalogue.cache_clear()
    assert "Armarium: Mill" in fake.text and "winds left" in fake.text
    assert "[1] grind " in fake.text and "sack laid: Player 1, sack " in fake.text
    assert "“grind 9” is not a choice" in fake.text and "winners" in fake.text
