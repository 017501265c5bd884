"""Built-in players in the slots of a batch: the same choices as at a table, from the views of the seats."""

import numpy as np
import pytest

from armarium.games import biblios
from armarium.lab.players import BatchPlayers, _CompiledChooser, _ViewChooser
from armarium.lab.vector import VectorGame
from armarium.players import UnknownPlayer, levels, position_of


@pytest.mark.parametrize("name", ["monk", "baseline"])
def test_compiled_choices_are_those_from_views(name):
    games = VectorGame("biblios", 40, 3, seed=5)
    compiled = BatchPlayers(games, name, threads=2)
    assert isinstance(compiled._choose, _CompiledChooser)
    views = _ViewChooser(games.copy_game(0), name, 0)
    for _ in range(60):
        codes = compiled.actions()
        wanted = np.arange(40) % 8 == 0
        assert np.array_equal(codes[wanted], views(games.states, wanted)[wanted])
        games.step(codes)
    compiled.close()


def test_only_some_slots_may_be_asked():
    games = VectorGame("biblios", 40, 2, seed=5)
    one, two = BatchPlayers(games, "monk", 1), BatchPlayers(games, "monk", 1)
    where = np.arange(40) % 3 == 0
    some, all_of_them = one.actions(where), two.actions()
    assert np.array_equal(some[where], all_of_them[where])
    assert not some[~where].any()


@pytest.mark.parametrize(("game", "seats"), [("biblios", 2), ("bibliogamo", 1)])
def test_every_level_plays_legal_actions_in_every_game(game, seats):
    for name in levels(game):
        games = VectorGame(game, 2, seats, seed=1)
        players = BatchPlayers(games, name, seed=3)
        for _ in range(6):
            games.step(players.actions())
        players.close()


def test_chance_follows_the_seed():
    seen = []
    for seed in (1, 1, 2):
        games = VectorGame("biblios", 32, 2, seed=5)
        players = BatchPlayers(games, "random", seed)
        seen.append([games.step(players.actions()) and games.actors.tolist() for _ in range(40)])
    assert seen[0] == seen[1] != seen[2]


def test_monks_beat_random_players_in_a_batch():
    games = VectorGame("biblios", 64, 2, seed=9)
    monks, others = BatchPlayers(games, "monk"), BatchPlayers(games, "random")
    wins = np.zeros(2)
    for _ in range(400):
        is_first = games.actors == 0
        codes = np.where(is_first, monks.actions(is_first), others.actions(~is_first))
        rewards, dones = games.step(codes)
        wins += rewards[dones].sum(0)
    assert wins.sum() > 40 and wins[0] / wins.sum() > 0.95


def test_a_player_sees_no_more_than_its_seat():
    """Two truths behind one view get one answer."""
    games = VectorGame("biblios", 1, 3, seed=5)
    for _ in range(60):
        games.step(games.masks().argmax(1))
    game = games.copy_game(0)
    other = position_of(game, game.to_act).imagine(3)
    assert other.truth() != game.truth()
    players = BatchPlayers(games, "monk")
    mine = players.actions()
    games.states[:] = other.states  # type: ignore[attr-defined]
    assert np.array_equal(players.actions(), mine)


def test_a_slot_can_be_taken_out_and_played_on():
    games = VectorGame("biblios", 3, 2, seed=5, edition="manual")
    alone = games.copy_game(2)
    real = biblios.Game.new(2, 7, "manual")
    assert alone.truth() == real.truth() and alone.options == real.options
    code = int(games.masks()[2].argmax())
    games.step(games.masks().argmax(1))
    alone.play(games.actions[code])
    assert alone.truth() == games.copy_game(2).truth()


def test_unknown_players_are_refused():
    with pytest.raises(UnknownPlayer):
        BatchPlayers(VectorGame("biblios", 1, 2), "pope")
