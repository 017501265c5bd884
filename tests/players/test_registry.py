"""Players by entry point, ours and others; a third-party package is never imported into this process."""

import logging
import os
import subprocess
import sys
import textwrap
from importlib.metadata import entry_points

import pytest

from armarium.core.errors import UnknownGame
from armarium.core.registry import game_names
from armarium.games.biblios import Game
from armarium.players import PlayerFailed, UnknownPlayer, levels, load, position_of, registry
from armarium.players.third_party import ThirdPartyPlayer

GUESTS = """
    import os, sys
    from armarium.players import PlayerSpec

    print("a package may say what it likes")


    class Last:
        def __init__(self, seed, settings):
            self.seed, self.settings = seed, settings

        def choose(self, position):
            print("thinking aloud")
            return position.legal[-1]


    class Telling(Last):
        def choose(self, position):
            return f"{self.settings} {self.seed} {os.getpid()}"


    def make(seed, settings):
        return None if settings else Last(seed, settings)


    def tell(seed, settings):
        return Telling(seed, settings)


    def stumble(seed, settings):
        raise RuntimeError("no ink")


    PLAYERS = [
        PlayerSpec("last", "biblios", 7, make),
        PlayerSpec("monk", "biblios", 7, make),
        PlayerSpec("telling", "biblios", None, tell, settings="depth=3"),
        PlayerSpec("stumbling", "biblios", None, stumble),
    ]
    ODD = [{"name": "odd"}]
    NAMELESS = [PlayerSpec(3, "biblios", None, make)]
"""


@pytest.fixture
def package(tmp_path, monkeypatch):
    """Register entry points of a third-party package, found like an installed one."""

    def register(**entries):
        folder = tmp_path / "strange-1.0.dist-info"
        folder.mkdir()
        (folder / "METADATA").write_text("Metadata-Version: 2.1\nName: strange\nVersion: 1.0\n")
        lines = [f"{name} = {value}" for name, value in entries.items()]
        (folder / "entry_points.txt").write_text("\n".join(["[armarium.players]", *lines, ""]))
        (tmp_path / "strange_guests.py").write_text(textwrap.dedent(GUESTS))
        monkeypatch.syspath_prepend(tmp_path)
        monkeypatch.setenv("PYTHONPATH", os.pathsep.join([str(tmp_path), *sys.path]))
        registry._third_party.cache_clear()

    yield register
    registry._third_party.cache_clear()


@pytest.fixture
def position():
    return position_of(game := Game.new(2, 7, first=0), game.to_act)


def test_built_in_players_are_registered_like_third_party_ones():
    ours = {entry.name: entry.load() for entry in entry_points(group="armarium.players")}
    assert set(ours) == set(game_names())
    for game, players in ours.items():
        assert {spec.game for spec in players} == {game}
        assert set(players) == set(registry.specs(game, third_party=False))


@pytest.mark.parametrize("game", game_names())
def test_levels_go_from_weak_to_strong_without_baselines(game):
    specs = registry.specs(game, third_party=False)
    ranked = {spec.name: spec.level for spec in specs if spec.level is not None}
    assert levels(game) == sorted(ranked, key=ranked.get)


def test_the_names_of_levels_do_not_change():
    assert levels("biblios") == ["oblate", "novice", "lector", "monk", "cellarer", "prior", "abbot"]
    assert levels("bibliogamo") == ["random", "careful", "planner", "search"]


def test_a_game_without_players_of_its_own_has_the_random_one(monkeypatch):
    monkeypatch.setattr(registry, "_built_in", lambda: ())
    assert levels("biblios") == ["random"]
    with pytest.raises(UnknownGame):
        levels("chess")


def test_a_third_party_player_is_listed_and_plays_in_another_process(package, position):
    package(strange="strange_guests:PLAYERS")
    listed = [spec.name for spec in registry.specs("biblios")]
    assert listed == [
        *levels("biblios"),
        "last",
        "monk",
        "random",
        "baseline",
        "telling",
        "stumbling",
    ]
    assert "last" not in levels("biblios") and "last" not in [
        spec.name for spec in registry.specs("bibliogamo")
    ]
    player = load("last", 1, "biblios")
    assert isinstance(player, ThirdPartyPlayer)
    player.start(0, 2, {}, 5)
    assert player.choose(position) == position.legal[-1]
    assert player.choose(position) == position.legal[-1]
    player.close()
    assert "strange_guests" not in sys.modules


def test_settings_and_seed_reach_a_third_party_player(package, position):
    package(strange="strange_guests:PLAYERS")
    player = load("telling:depth=5", 23, "biblios")
    settings, seed, process = player.choose(position).split()
    assert (settings, seed) == ("depth=5", "23") and int(process) != os.getpid()
    player.close()


def test_a_third_party_player_never_replaces_a_built_in_one(package):
    package(strange="strange_guests:PLAYERS")
    assert not isinstance(load("monk", 1, "biblios"), ThirdPartyPlayer)


def test_third_party_packages_are_not_asked_for_a_built_in_player(package, monkeypatch):
    package(strange="strange_guests:PLAYERS")
    monkeypatch.setattr(registry, "load_specs_in_subprocess", pytest.fail)
    assert load("monk", 1, "biblios") and levels("biblios")
    assert registry.find_spec("path/to/file.py:Class", "biblios", third_party=False) is None
    with pytest.raises(UnknownPlayer):
        load("monk:fast", 1, "biblios")


@pytest.mark.parametrize(
    "name", ["last:fast", "monk:fast", "random:fast", "search:iterations=many"]
)
def test_unreadable_settings_are_refused(package, name):
    package(strange="strange_guests:PLAYERS")
    with pytest.raises(UnknownPlayer, match="There is no player") as caught:
        load(name, 1)
    assert caught.value.facts["asked"] == name


def test_an_unreadable_setting_says_what_it_looks_like():
    with pytest.raises(UnknownPlayer) as caught:
        load("search:iterations=many", 1, "bibliogamo")
    assert caught.value.facts["allowed"] == ["search:iterations=400"]


def test_the_error_for_an_unknown_player_names_third_party_players_too(package):
    package(strange="strange_guests:PLAYERS")
    with pytest.raises(UnknownPlayer) as caught:
        load("first", 1, "biblios")
    assert {"random", "monk", "last", "telling:depth=3"} <= set(caught.value.facts["allowed"])


@pytest.mark.parametrize(
    ("entry", "reason"),
    [
        ("no_such_module:PLAYERS", "No module named 'no_such_module'"),
        ("strange_guests:NOBODY", "NOBODY"),
        ("strange_guests:ODD", "its process ended"),
        ("strange_guests:NAMELESS", "its registration cannot be read"),
    ],
)
def test_a_broken_package_is_reported_and_the_others_load(package, position, caplog, entry, reason):
    package(broken=entry, strange="strange_guests:PLAYERS")
    with caplog.at_level(logging.WARNING, "armarium.players"):
        listed = [spec.name for spec in registry.specs("biblios")]
    assert {"monk", "last"} <= set(listed)
    (said,) = caplog.messages
    assert f"The player {entry!r} failed: " in said and reason in said
    assert [error.facts["asked"] for error in registry.list_failures()] == [entry]
    player = load("last", 1, "biblios")
    assert player.choose(position) == position.legal[-1]
    player.close()


def test_a_player_that_cannot_be_made_has_failed_before_its_first_move(package):
    package(strange="strange_guests:PLAYERS")
    with pytest.raises(PlayerFailed, match="no ink"):
        load("stumbling", 1, "biblios")


def test_a_package_that_does_not_answer_is_reported(package, monkeypatch):
    monkeypatch.setattr("armarium.players.third_party.LOAD_SECONDS", 0.05)
    package(strange="strange_guests:PLAYERS")
    assert "monk" in [spec.name for spec in registry.specs("biblios")]
    (error,) = registry.list_failures()
    assert "no answer within 0.05 s" in str(error)


def test_a_third_party_player_meets_a_built_in_one_in_the_arena(package):
    from armarium.lab.arena.deals import Setting
    from armarium.lab.arena.match import Match
    from armarium.lab.arena.running import run

    package(strange="strange_guests:PLAYERS")
    match = Match(Setting("biblios", 2, "iello", (), 1), ("last", "oblate"), 1)
    run([match], processes=1)
    (result,) = match.list_completed()
    assert result.faults == [] and len(result.shares) == 2


def test_the_host_prints_its_usage():
    done = subprocess.run(
        [sys.executable, "-m", "armarium.players.host", "--nonsense"],
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode != 0 and "--list ENTRY" in done.stderr
