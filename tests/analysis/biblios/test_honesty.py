"""What an action is worth to a seat, and why, follows from its view: two truths that look alike, one answer."""

import itertools

import pytest

from armarium.analysis.analysing import analyst_of
from armarium.games.biblios.analysis.prices import fair_price
from armarium.players.network.network import network_of
from tests.players.biblios.twin_truths import twin_positions


@pytest.mark.parametrize("index", range(2))
def test_twin_truths_are_weighed_alike(index):
    analyst = analyst_of("biblios")
    compared = 0
    for _, game, twin in itertools.islice(twin_positions(index), 0, 40, 13):
        seat = game.to_act
        one, two = game.view(seat), twin.view(seat)
        action = game.legal()[0]
        assert analyst.weigh(one, action, 0.5, 1) == analyst.weigh(two, action, 0.5, 1)
        others = [other for other in game.legal() if other != action]
        if others:
            assert analyst.reason(one, action, others[-1]) == analyst.reason(
                two, action, others[-1]
            )
        if one["step"] == "bid":
            network = network_of("biblios")
            assert fair_price(network, one) == fair_price(network, two)
        compared += 1
    assert compared
