"""A network in a file plays under the name of the file, alone or in many games at once."""

import json

import numpy as np
import pytest

from armarium.core.errors import ArmariumError
from armarium.games import bibliogamo, biblios
from armarium.lab.arena.deals import Setting
from armarium.lab.arena.match import Match
from armarium.lab.arena.provenance import describe_player
from armarium.lab.arena.running import run
from armarium.players import UnknownPlayer, load, position_from, position_of
from armarium.players.network.network import BadNetwork, network_file
from armarium.players.network.tensors import write_tensors

FILE = str(network_file("biblios"))


def play(*entrants):
    one = Match(Setting("biblios", 2, "iello", (), 7), entrants, 2)
    run([one], processes=1)
    return [(result.shares, result.points, result.faults) for result in one.list_completed()]


def test_the_packaged_file_plays_like_the_greedy_level():
    assert play(FILE, "novice") == play("prior:warmth=0", "novice")


def test_it_chooses_from_views_and_rows_alike():
    player = load(FILE)
    assert player.takes_rows
    for seed in range(5):
        game = biblios.Game.new(seats=3, seed=seed)
        here = position_of(game, game.to_act)
        (code,) = player.choose_batch(here.row[None], here.mask[None])
        read = position_from(json.loads(json.dumps(game.view(game.to_act))))
        assert player.choose(here) == player.choose(read) == list(game.codes)[code]


def test_its_hash_is_that_of_the_file():
    described = describe_player(FILE, "biblios")
    assert (described["kind"], described["name"]) == ("network", "network.safetensors")
    assert len(described["sha256"]) == 64


def test_a_file_that_does_not_fit_is_refused(tmp_path):
    with pytest.raises(UnknownPlayer, match="does not exist"):
        load(str(tmp_path / "gone.safetensors"))
    with pytest.raises(BadNetwork):
        load(FILE, game="bibliogamo")
    bare = tmp_path / "bare.safetensors"
    write_tensors(bare, {"a": np.zeros(3, np.float32)})
    with pytest.raises(ArmariumError):
        load(str(bare))
    with pytest.raises(BadNetwork):
        load(str(bare), game="biblios")
    broken = tmp_path / "broken.safetensors"
    broken.write_bytes(b"nothing")
    with pytest.raises(ArmariumError):
        load(str(broken), game="biblios")


def test_it_does_not_play_another_game():
    other = bibliogamo.Game.new(seed=1)
    with pytest.raises(ArmariumError):
        load(FILE).choose(position_of(other, other.to_act))
