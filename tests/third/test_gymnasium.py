"""Gymnasium's own checker with every option of the game for one; tests/lab has a short run of it."""

import gymnasium
import pytest
from gymnasium.utils.env_checker import check_env

import armarium.lab.adapters.gymnasium  # noqa: F401 (registers the game)

pytestmark = pytest.mark.third

OPTIONS = [
    {"redraw_chains": True},
    {"block_scope": "any"},
    {"transfer_keeps_type": False},
    {"count_when": "finished"},
    {"landing": "every-stop", "redraw_chains": True},
]


@pytest.mark.parametrize("options", OPTIONS)
def test_the_checker_passes(options):
    check_env(gymnasium.make("armarium/Bibliogamo-v0", **options).unwrapped)
