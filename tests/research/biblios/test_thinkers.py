"""The batched arena of those who think plays the games of the arena, move by move; looking further ends further on."""

import json

import numpy as np
import pytest
from click.testing import CliRunner

from armarium.games.biblios import Game
from armarium.games.biblios.actions import TEXTS
from armarium.games.biblios.observation_layout import MASK_SIZE, SIZE
from armarium.games.biblios.players.kernels.imagined_worlds import apply_actions, observe_others
from armarium.games.biblios.players.learnt.abbot import LOOKAHEAD
from armarium.games.biblios.players.learnt.ahead import play_ahead
from armarium.games.biblios.players.learnt.thinking import NEXT_DECISION
from armarium.games.biblios.state import NONE
from armarium.lab.arena.deals import Setting
from armarium.lab.arena.playing import SettingGames
from armarium.players.network.network import network_of
from research.biblios.thinkers import SEED, SearchSettings, play_alone, thinkers


def test_views_in_a_batch_are_up_to_date():
    """Kernels move its state on; a view that was asked before must not shine through."""
    played, moved = Game.new(3, 7), Game.new(3, 7)
    while played.to_act is not None:
        assert moved.view(0) == played.view(0)
        text = played.legal()[0]
        played.play(text)
        apply_actions(moved.states, np.zeros(1, np.int64), np.array([TEXTS.index(text)]))


@pytest.mark.parametrize("seats", [2, pytest.param(3, marks=pytest.mark.thorough)])
def test_games_of_the_batched_arena_are_those_of_the_arena(seats):
    setting = Setting("biblios", seats, "iello", (), SEED)
    games = SettingGames(setting)
    line_up = ("abbot:worlds=18", *["prior"] * (seats - 1))
    one_by_one = [np.mean([games.play(3, line_up, r).shares[r] for r in range(seats)])]
    together = play_alone(
        network_of("biblios"), SearchSettings(LOOKAHEAD[seats], worlds=18), setting, [3]
    )
    np.testing.assert_allclose(together, one_by_one)


def test_the_command_says_what_was_found_so_far_with_both_intervals():
    asked = ["--seats", "3", "--edition", "manual", "--deals", "1", "--worlds", "1"]
    said = CliRunner().invoke(
        thinkers, [*asked, "--processes", "1", "--json"], catch_exceptions=False
    )
    result = json.loads(said.stdout)
    assert (result["seats"], result["edition"], result["against"]) == (3, "manual", "prior")
    assert result["deals"] == 1 and result["anytime"] == {"low": 0.0, "high": 1.0}


def test_who_sees_all_hands_needs_no_worlds():
    setting = Setting("biblios", 2, "iello", (), SEED)
    shares = play_alone(
        network_of("biblios"), SearchSettings(NEXT_DECISION, sees_all=True), setting, [0]
    )
    assert shares.shape == (1,) and 0 <= shares[0] <= 1


def test_looking_ahead_stops_where_the_seat_has_taken_its_turns():
    """Evaluating one decision at a time gives the same world."""
    network, turns = network_of("biblios"), 4
    for mine in (0, 1):
        game, taken = Game.new(2, 11), 0
        states = game.states.copy()
        while (seat := game.to_act) is not None and (seat != mine or taken < turns):
            taken += seat == mine
            rows = np.empty((1, SIZE // 8), np.int64)
            masks = np.empty((1, MASK_SIZE // 8), np.int64)
            here = np.zeros(1, np.int64)
            assert observe_others(game.states, NONE, here, rows, masks) == 1
            code = network.choose(rows.view(np.int8), masks.view(np.int8))[0]
            game.play(TEXTS[code])
        assert taken == turns
        play_ahead(network, states, np.array([mine]), turns)
        assert states["actor"][0] == mine
        assert states.tobytes() == game.states.tobytes()
