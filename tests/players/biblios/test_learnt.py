"""The network's players of Biblios: rows from views, the float network beside the packaged one."""

import json
from pathlib import Path

import numpy as np
import pytest

from armarium.games.biblios.actions import TEXTS
from armarium.games.biblios.players.learnt.drawing import draw
from armarium.games.biblios.players.learnt.seeing import row_of, seen_by
from armarium.lab.train.prior import Prior as FloatPrior
from armarium.players import load, position_of
from armarium.players.network.network import NEVER, network_of
from tests.golden.networks.choices import positions
from tests.laws.watching import ordinary

ROOT = Path(__file__).parents[3]


@pytest.mark.parametrize("index", range(12))
def test_a_row_is_the_same_from_the_game_and_from_its_view(index):
    game, players = ordinary(index)
    while game.to_act is not None:
        for seat in range(game.seats):
            view = json.loads(json.dumps(game.view(seat)))
            row, mask = row_of(view)
            assert row.tobytes() == seen_by(game._states, seat)[0].tobytes()
            if seat == game.to_act:
                assert [TEXTS[code] for code in np.flatnonzero(mask[0])] == game.legal()
        game.play(players[game.to_act](game.legal(), game.truth, game.to_act))


def test_the_packaged_network_chooses_what_the_trained_one_does():
    rows, masks = positions("biblios")
    trained, ours = FloatPrior(ROOT / "training", "biblios"), network_of("biblios")
    agree = np.mean(trained.choose(rows, masks) == ours.choose(rows, masks))
    assert agree > 0.995, agree
    apart = np.abs(trained.chances(rows, 2) - ours.chances(rows, 2))
    assert apart.mean() < 0.005


def test_drawing_follows_the_odds_and_never_the_silly():
    logits = np.array([0, -4096, -5 * 4096, NEVER])
    words = np.random.default_rng(1).integers(1, 2**62, 4000)
    drawn = np.bincount([draw(logits, 1.0, 0.0, int(word)) for word in words], minlength=4)
    odds = np.exp([0, -1, -5, -np.inf])
    np.testing.assert_allclose(drawn / 4000, odds / odds.sum(), atol=0.03)
    assert {draw(logits, 1.0, 0.1, int(word)) for word in words} == {0, 1}
    assert {draw(logits, 0.0, 0.0, int(word)) for word in words} == {0}


def test_a_warm_player_draws_the_same_game_again():
    for seed in (1, 2):
        records = []
        for _ in range(2):
            game, _ = ordinary(3)
            player = load("prior:warmth=1", seed)
            for _ in range(60):
                game.play(player.choose(position_of(game, game.to_act)))
            records.append(game.record())
        assert records[0] == records[1]
