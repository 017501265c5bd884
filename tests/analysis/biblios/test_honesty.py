"""The value of an action and its reason depend only on the view: games that look alike get the same answer."""

import itertools

import pytest

from armarium.analysis.analysing import find_analyst
from armarium.games.biblios.analysis.prices import fair_price
from armarium.players.network.network import network_of
from tests.players.biblios.twin_truths import iter_twins


@pytest.mark.parametrize("index", range(2))
def test_twin_truths_are_weighed_alike(index):
    analyst = find_analyst("biblios")
    compared = 0
    for _, game, twin in itertools.islice(iter_twins(index), 0, 40, 13):
        seat = game.to_act
        one, two = game.view(seat), twin.view(seat)
        action = game.legal()[0]
        assert analyst.evaluate_actions(one, action, 0.5, 1) == analyst.evaluate_actions(
            two, action, 0.5, 1
        )
        others = [other for other in game.legal() if other != action]
        if others:
            assert analyst.explain(one, action, others[-1]) == analyst.explain(
                two, action, others[-1]
            )
        if one["step"] == "bid":
            network = network_of("biblios")
            assert fair_price(network, one) == fair_price(network, two)
        compared += 1
    assert compared
