"""Gymnasium's own checker with every option of the game for one; tests/lab has a short run of it."""

import subprocess
import sys

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


@pytest.mark.parametrize("name", ["armarium/Bibliogamo-v0", "armarium/Biblios-v0"])
def test_an_installed_package_is_found_without_an_import(name):
    asked = f"import gymnasium; print(gymnasium.make({name!r}).reset(seed=1)[0].any())"
    told = subprocess.run([sys.executable, "-c", asked], capture_output=True, text=True, cwd="/")
    assert told.stdout.strip() == "True", told.stderr
