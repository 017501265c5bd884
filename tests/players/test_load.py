"""Players by name, and third-party players in their own processes."""

import json
import os
import signal
import subprocess
import sys
import textwrap
import threading
import time
from pathlib import Path

import pytest

from armarium.core.errors import ArmariumError, NotYourTurn
from armarium.games.biblios import Game
from armarium.players import PlayerFailed, UnknownPlayer, levels, load, position_of
from armarium.players.third_party import ThirdPartyPlayer

FILE = Path(__file__).parent / "third_party_bots.py"


def make_position(seats=2):
    return position_of(game := Game.new(seats, 7, first=0), game.to_act)


@pytest.fixture
def third_party_player():
    opened = []

    def open_one(name):
        opened.append(load(f"{FILE}:{name}"))
        return opened[-1]

    yield open_one
    for player in opened:
        player.close()


@pytest.mark.parametrize("name", [*levels("biblios"), "baseline"])
def test_built_in_players_play_legal_moves(name):
    here = make_position()
    assert load(name, seed=3).choose(here) in here.legal


@pytest.mark.parametrize(
    "name", ["cardinal", "", "cmd:", "no/such/file.py:Player", "file.py", "monk:Class"]
)
def test_an_unknown_name_gives_a_clear_error(name):
    with pytest.raises(UnknownPlayer) as caught:
        load(name)
    assert isinstance(caught.value, ArmariumError)
    assert caught.value.code == "unknown-player" and caught.value.facts["asked"] == name


def test_a_name_of_the_wrong_type_gives_a_clear_error():
    for nonsense in (None, 5):
        with pytest.raises(UnknownPlayer):
            load(nonsense)  # type: ignore[arg-type]
    with pytest.raises(PlayerFailed, match="cannot be started"):
        load("cmd:'")


def test_a_position_out_of_turn_has_no_choice():
    game = Game.new(2, 7, first=0)
    for viewer in (1 - game.to_act, None):
        with pytest.raises(NotYourTurn):
            load("random").choose(position_of(game, viewer))


def test_a_class_from_a_file_plays_in_another_process(third_party_player):
    player, here = third_party_player("First"), make_position()
    assert isinstance(player, ThirdPartyPlayer)
    assert player.choose(here) == here.legal[0]
    assert player.choose(here) == here.legal[0]


def test_a_class_is_notified_of_the_start(third_party_player):
    player, here = third_party_player("Started"), make_position(3)
    player.start(0, 3, {"edition": "iello"}, 5)
    assert player.choose(here) == here.legal[-1]


@pytest.mark.parametrize(("name", "said"), [("Crashing", "no more ink"), ("Dying", "ended")])
def test_a_player_that_ends_fails_and_can_restart(third_party_player, name, said):
    player = third_party_player(name)
    for _ in range(2):
        with pytest.raises(PlayerFailed, match=said):
            player.choose(make_position())


def test_a_player_that_does_not_answer_fails():
    from armarium.players.third_party import host_command

    player = ThirdPartyPlayer(
        host_command(str(FILE), "Silent"),
        "silent",
        is_hosted=True,
        move_seconds=0.2,
        start_seconds=0.2,
    )
    with pytest.raises(PlayerFailed, match=r"no answer within 0\.2 s"):
        player.choose(make_position())


def test_a_player_whose_child_holds_its_output_fails_in_time_and_both_end(tmp_path):
    bot = tmp_path / "bot.py"
    bot.write_text(
        textwrap.dedent("""
            import pathlib, subprocess, sys, time
            helper = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(10_000)"])
            pathlib.Path(__file__).with_name("helper").write_text(str(helper.pid))
            time.sleep(10_000)
        """)
    )
    player = ThirdPartyPlayer([sys.executable, str(bot)], "wrapped", start_seconds=1.0)
    while not (helper := tmp_path / "helper").exists() or not helper.read_text():
        time.sleep(0.01)
    failed: list[Exception] = []

    def ask() -> None:
        try:
            player.choose(make_position())
        except PlayerFailed as error:
            failed.append(error)

    asking = threading.Thread(target=ask, daemon=True)
    asking.start()
    asking.join(timeout=30)
    is_blocked = asking.is_alive()
    if is_blocked:
        os.kill(int(helper.read_text()), signal.SIGKILL)
    assert not is_blocked and "no answer within" in str(failed[0])
    while _is_running(int(helper.read_text())):
        time.sleep(0.01)


def _is_running(pid: int) -> bool:
    """Return True if the process runs; a zombie does not count."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


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
    player, here = load(f"cmd:{sys.executable} {bot}"), make_position()
    assert player.choose(here) == here.legal[-1]
    player.close()


def test_a_command_that_does_not_exist_has_failed():
    with pytest.raises(PlayerFailed, match="cannot be started"):
        load("cmd:./no-such-bot")


def test_a_hanging_player_ends_with_its_caller(tmp_path):
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
        process.stdin.write(json.dumps(make_position().view).encode() + b"\n")
        process.stdin.flush()
        while not (tmp_path / "asked").exists():
            assert process.poll() is None
            time.sleep(0.05)
        process.stdin.close()
        assert process.wait(60) == 1
