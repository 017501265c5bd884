"""Players by name, and strangers in processes of their own."""

import json
import subprocess
import sys
import textwrap
import time
from pathlib import Path

import pytest

from armarium.games.biblios import Game
from armarium.games.table.errors import ArmariumError, NotYourTurn
from armarium.players import PlayerFailed, UnknownPlayer, levels, load, position_of
from armarium.players.stranger import Stranger

FILE = Path(__file__).parent / "strangers.py"


def position(seats=2):
    return position_of(game := Game.new(seats, 7, first=0), game.to_act)


@pytest.fixture
def stranger():
    opened = []

    def open_one(name):
        opened.append(load(f"{FILE}:{name}"))
        return opened[-1]

    yield open_one
    for player in opened:
        player.close()


@pytest.mark.parametrize("name", [*levels("biblios"), "baseline"])
def test_the_house_plays_legal_moves(name):
    here = position()
    assert load(name, seed=3).choose(here) in here.legal


@pytest.mark.parametrize(
    "name", ["cardinal", "", "cmd:", "no/such/file.py:Player", "file.py", "monk:Class"]
)
def test_an_unknown_name_is_said_clearly(name):
    with pytest.raises(UnknownPlayer) as caught:
        load(name)
    assert isinstance(caught.value, ArmariumError)
    assert caught.value.code == "unknown-player" and caught.value.facts["asked"] == name


def test_what_is_no_name_is_said_as_clearly():
    for nonsense in (None, 5):
        with pytest.raises(UnknownPlayer):
            load(nonsense)
    with pytest.raises(PlayerFailed, match="cannot be started"):
        load("cmd:'")


def test_who_is_not_to_act_has_nothing_to_choose():
    game = Game.new(2, 7, first=0)
    for eye in (1 - game.to_act, None):
        with pytest.raises(NotYourTurn):
            load("random").choose(position_of(game, eye))


def test_a_class_from_a_file_plays_in_another_process(stranger):
    player, here = stranger("First"), position()
    assert isinstance(player, Stranger)
    assert player.choose(here) == here.legal[0]
    assert player.choose(here) == here.legal[0]


def test_a_class_is_told_of_the_start(stranger):
    player, here = stranger("Started"), position(3)
    player.start(0, 3, {"edition": "iello"}, 5)
    assert player.choose(here) == here.legal[-1]


@pytest.mark.parametrize(("name", "said"), [("Crashing", "no more ink"), ("Dying", "ended")])
def test_one_that_ends_has_failed_and_may_begin_again(stranger, name, said):
    player = stranger(name)
    for _ in range(2):
        with pytest.raises(PlayerFailed, match=said):
            player.choose(position())


def test_one_that_is_silent_has_failed():
    from armarium.players.stranger import host_command

    player = Stranger(
        host_command(str(FILE), "Silent"), "silent", move_seconds=0.2, start_seconds=0.2
    )
    with pytest.raises(PlayerFailed, match=r"no answer within 0\.2 s"):
        player.choose(position())


def test_a_command_of_any_language_gets_views_and_nothing_else(tmp_path):
    bot = tmp_path / "bot.py"
    bot.write_text(
        textwrap.dedent("""
            import json, sys
            for line in sys.stdin:
                view = json.loads(line)
                print(view["legal"][-1], flush=True)
        """)
    )
    player, here = load(f"cmd:{sys.executable} {bot}"), position()
    assert player.choose(here) == here.legal[-1]
    player.close()


def test_a_command_that_does_not_exist_has_failed():
    with pytest.raises(PlayerFailed, match="cannot be started"):
        load("cmd:./no-such-bot")


def test_who_thinks_for_ever_ends_when_nobody_asks_any_more(tmp_path):
    file = tmp_path / "thinker.py"
    file.write_text(
        textwrap.dedent(
            """
            import pathlib, time

            class Thinker:
                def choose(self, position):
                    pathlib.Path(__file__).with_name("asked").touch()
                    time.sleep(10_000)
            """
        )
    )
    command = [sys.executable, "-m", "armarium.players.host", str(file), "Thinker"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL) as process:
        assert process.stdin is not None
        process.stdin.write(json.dumps(position().view).encode() + b"\n")
        process.stdin.flush()
        while not (tmp_path / "asked").exists():
            assert process.poll() is None
            time.sleep(0.05)
        process.stdin.close()
        assert process.wait(60) == 1
