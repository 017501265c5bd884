"""The rule-based players: every edition and option, compiled as from views, repeatable, quick."""

import os
import subprocess
import sys
import time

import numpy as np
import pytest

from armarium.games.biblios import Game
from armarium.games.biblios.players.chance_words import first_word
from armarium.games.biblios.players.kernels.features import new_features
from armarium.games.biblios.players.kernels.whole_games import COMPILED, play_game_at
from armarium.games.biblios.players.weights import NAMES
from armarium.players import levels, load, position_of
from armarium.text import catalogue

RULED = [name for name in COMPILED if name != "random"]
OPTIONS = [
    {"edition": "iello"},
    {"edition": "iello", "penalty": "medieval-bluff"},
    {"edition": "scripts-and-scribes", "open_collections": True},
    {"edition": "manual"},
    {"edition": "manual", "beyond_means": True},
    {"edition": "iello", "beyond_means": False, "may_refuse": True},
]


def play_from_views(game, names):
    players = [load(name) for name in names]
    for seat, player in enumerate(players):
        player.start(seat, game.seats, game.options, 100 + seat)
    while (seat := game.to_act) is not None:
        game.play(players[seat].choose(position_of(game, seat)), seat)
    return game


def play_compiled(game, names):
    who = np.array([COMPILED.index(name) for name in names], np.int64)
    chance = np.array([first_word(100 + seat) for seat in range(len(names))], np.int64)
    play_game_at(game.states, 0, new_features(1), who, np.zeros((4, len(NAMES))), chance, True)
    return game


@pytest.mark.parametrize("options", OPTIONS, ids=str)
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_game_from_views_is_the_same_game_compiled(seats, options):
    for seed in range(2):
        names = [RULED[(seed + seat) % len(RULED)] for seat in range(seats)]
        slow = play_from_views(Game.new(seats, seed, **options), names)
        fast = play_compiled(Game.new(seats, seed, **options), names)
        assert slow.digest() == fast.digest()


INTERPRETED = """
from tests.players.biblios.test_rule_players import Game, play_compiled
print(play_compiled(Game.new(3, 3), ["monk", "novice", "oblate"]).digest())
"""


@pytest.mark.slow
def test_a_game_interpreted_is_the_same_game_compiled():
    command = [sys.executable, "-W", "error::RuntimeWarning", "-c", INTERPRETED]
    environment = {**os.environ, "NUMBA_DISABLE_JIT": "1"}
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
    compiled = play_compiled(Game.new(3, 3), ["monk", "novice", "oblate"])
    assert done.stdout.strip() == compiled.digest()


@pytest.mark.parametrize("name", RULED)
def test_the_same_seed_plays_the_same_game(name):
    one, two = (play_from_views(Game.new(2, 5), [name, name]) for _ in range(2))
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
        assert catalogue.translate(language, f"biblios_player_{level}_character")
