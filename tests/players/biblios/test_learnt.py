"""The network's players of Biblios: rows from views, the float network beside the packaged one."""

from pathlib import Path

import numpy as np

from armarium.lab.train.numpy_network import CheckpointNetwork as FloatPrior
from armarium.players import load, position_of
from armarium.players.network.network import NEVER, network_of, sample_action
from tests.golden.networks.choices import collect_positions
from tests.laws.watching import make_ordinary_game

ROOT = Path(__file__).parents[3]


def test_the_packaged_network_chooses_what_the_trained_one_does():
    rows, masks = collect_positions("biblios")
    trained, ours = FloatPrior(ROOT / "training", "biblios"), network_of("biblios")
    agree = np.mean(trained.choose(rows, masks) == ours.choose(rows, masks))
    assert agree > 0.995, agree
    apart = np.abs(trained.win_probabilities(rows, 2) - ours.win_probabilities(rows, 2))
    assert apart.mean() < 0.005


def test_sampling_follows_the_policy_and_excludes_unlikely_actions():
    logits = np.array([0, -4096, -5 * 4096, NEVER])
    words = np.random.default_rng(1).integers(1, 2**62, 4000)
    drawn = np.bincount([sample_action(logits, 1.0, 0.0, int(word)) for word in words], minlength=4)
    odds = np.exp([0, -1, -5, -np.inf])
    np.testing.assert_allclose(drawn / 4000, odds / odds.sum(), atol=0.03)
    assert {sample_action(logits, 1.0, 0.1, int(word)) for word in words} == {0, 1}
    assert {sample_action(logits, 0.0, 0.0, int(word)) for word in words} == {0}


def test_a_sampling_player_is_repeatable():
    for seed in (1, 2):
        records = []
        for _ in range(2):
            game, _ = make_ordinary_game(3)
            player = load("prior:warmth=1", seed)
            for _ in range(60):
                game.play(player.choose(position_of(game, game.to_act)))
            records.append(game.record())
        assert records[0] == records[1]
