"""PettingZoo's own suites, at every number of seats; tests/lab has a short run of them."""

import pytest
from pettingzoo.test import api_test, seed_test

from armarium.lab.adapters.pettingzoo import env

# What api_test says of every environment whose observations carry a mask, PettingZoo's own games excepted by name.
pytestmark = [
    pytest.mark.third_party,
    pytest.mark.filterwarnings(
        "ignore:Observation is not a NumPy array:UserWarning",
        "ignore:Observation space for each agent probably should be:UserWarning",
        "ignore:Action mask numpy array is all zeros:UserWarning",
    ),
]
TABLES = [
    ("biblios", 2, {}),
    ("biblios", 3, {"edition": "manual"}),
    ("biblios", 4, {"penalty": "medieval-bluff"}),
    ("biblios", 4, {"open_collections": True}),
    ("bibliogamo", 1, {}),
    ("bibliogamo", 1, {"landing": "every-stop"}),
]


@pytest.mark.parametrize(("game", "seats", "options"), TABLES)
def test_api(game, seats, options, capsys):
    api_test(env(game, seats, **options), num_cycles=4000)
    assert "Passed" in capsys.readouterr().out


@pytest.mark.parametrize(("game", "seats", "options"), TABLES)
def test_seed(game, seats, options):
    seed_test(lambda: env(game, seats, **options), num_cycles=1000)
