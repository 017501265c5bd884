"""The rule-based players: every edition and option, compiled as from views, repeatable, quick."""

import hashlib
import os
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import pytest

from armarium import words
from armarium.games.biblios import Game
from armarium.games.biblios.players.house import first_word
from armarium.games.biblios.players.sight import new_sights
from armarium.games.biblios.players.together import COMPILED, play_together_at
from armarium.games.biblios.players.weights import NAMES
from armarium.players import levels, load, position_of

RULED = [name for name in COMPILED if name != "random"]
BIBLIOS = Path(__file__).parents[3] / "src/armarium/games/biblios/players"
OPTIONS = [
    {"edition": "iello"},
    {"edition": "iello", "penalty": "medieval-bluff"},
    {"edition": "scripts-and-scribes", "open_collections": True},
    {"edition": "manual"},
    {"edition": "manual", "beyond_means": True},
    {"edition": "iello", "beyond_means": False, "may_refuse": True},
]


def played_from_views(game, names):
    players = [load(name) for name in names]
    for seat, player in enumerate(players):
        player.start(seat, game.seats, game.options, 100 + seat)
    while (seat := game.to_act) is not None:
        game.play(players[seat].choose(position_of(game, seat)), seat)
    return game


def played_compiled(game, names):
    who = np.array([COMPILED.index(name) for name in names], np.int64)
    chance = np.array([first_word(100 + seat) for seat in range(len(names))], np.int64)
    play_together_at(game._states, 0, new_sights(1), who, np.zeros((4, len(NAMES))), chance, True)
    return game


@pytest.mark.parametrize("options", OPTIONS, ids=str)
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_game_from_views_is_the_same_game_compiled(seats, options):
    for seed in range(2):
        names = [RULED[(seed + seat) % len(RULED)] for seat in range(seats)]
        slow = played_from_views(Game.new(seats, seed, **options), names)
        fast = played_compiled(Game.new(seats, seed, **options), names)
        assert slow.digest() == fast.digest()


INTERPRETED = """
from tests.players.biblios.test_house import Game, played_compiled
print(played_compiled(Game.new(3, 3), ["monk", "novice", "oblate"]).digest())
"""


@pytest.mark.slow
def test_a_game_interpreted_is_the_same_game_compiled():
    command = [sys.executable, "-W", "error::RuntimeWarning", "-c", INTERPRETED]
    environment = {**os.environ, "NUMBA_DISABLE_JIT": "1"}
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
    compiled = played_compiled(Game.new(3, 3), ["monk", "novice", "oblate"])
    assert done.stdout.strip() == compiled.digest()


@pytest.mark.parametrize("name", RULED)
def test_the_same_seed_plays_the_same_game(name):
    one, two = (played_from_views(Game.new(2, 5), [name, name]) for _ in range(2))
    assert one.record() == two.record()


def test_a_move_takes_about_a_millisecond():
    game = Game.new(4, 11)
    monk = load("monk", seed=1)
    here = position_of(game, game.to_act)
    monk.choose(here)
    begun = time.perf_counter()
    for _ in range(200):
        monk.choose(here)
    assert (time.perf_counter() - begun) / 200 < 0.01  # a busy machine is allowed ten


@pytest.mark.parametrize("language", ["en", "fr"])
def test_every_level_has_a_character(language):
    for level in levels("biblios"):
        assert words.say(language, f"biblios_player_{level}_character")


# The yardsticks of `armarium arena --suite v1`: a changed file is another opponent, and needs another suite.
FROZEN = {
    "baseline.py": "35a0950163886c53246e51074748f9e5ace0185237ba07814bc4e917265fc112",
    "counting.py": "6ea13d2534f0c4cb2be07815316deb77b02f6c68a2dfd4b688dda41b788bae94",
    "novice.py": "30da7ee84dedfa7e0001479186ef30aa169f68ed3733bb0148ebb099ee4bcd91",
    "oblate.py": "be5078aed0d4443865e4ad9f2782568d92bc79a73c542202d4746995c2a3f541",
    "paying.py": "e05a50af81e6a5b267efee94ef07669340a468ff9600a082928e33cb7e4f7f29",
}


@pytest.mark.parametrize("file", FROZEN)
def test_the_yardsticks_are_frozen(file):
    assert hashlib.sha256((BIBLIOS / file).read_bytes()).hexdigest() == FROZEN[file]
