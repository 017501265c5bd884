"""Gymnasium's own checker with every option of the game for one; tests/lab has a short run of it."""

import os
import subprocess
import sys

import gymnasium
import pytest
from gymnasium.utils.env_checker import check_env

import armarium  # noqa: F401 (registers the game)

pytestmark = pytest.mark.third_party

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
def test_an_installed_package_is_found_by_its_name(name):
    name = f"armarium:{name}"
    asked = f"import gymnasium; print(gymnasium.make({name!r}).reset(seed=1)[0].any())"
    # Another test may have called the command, which tells its processes to leave Gymnasium alone.
    environment = {k: v for k, v in os.environ.items() if k != "ARMARIUM_GYMNASIUM"}
    done = subprocess.run(
        [sys.executable, "-c", asked], capture_output=True, text=True, cwd="/", env=environment
    )
    assert done.stdout.strip() == "True", done.stderr
