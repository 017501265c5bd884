"""`armarium bench server` measures a running server from the client side."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest

from armarium.core.registry import DEFAULT_GAME, find_game, game_names


def run_bench(*arguments):
    command = [sys.executable, "-m", "armarium.cli", "bench", "server", "--json"]
    done = subprocess.run([*command, *arguments], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


@pytest.mark.thorough
def test_a_short_benchmark_prints_every_figure():
    few = ["--tables", "2", "--spectators", "1", "--many", "0", "--unfinished", "3"]
    received = run_bench("--seconds", "1.5", *few)
    assert [(run["tables"], run["patches"]) for run in received["runs"]] == [(2, False), (2, True)]
    for run in received["runs"]:
        assert run["actions"] > 0
        assert 0 < run["p50_ms"] <= run["p99_ms"]
        # One frame per viewer, and the acknowledgement; sometimes a round ends.
        assert 2.9 + run["spectators"] < run["frames_per_action"] < 4 + run["spectators"]
    whole, patches = received["runs"]
    assert patches["bytes_per_action_and_viewer"] < whole["bytes_per_action_and_viewer"] / 3
    assert received["back_after_s"] > 0
    assert received["profile"]["looks"] > 0


@pytest.mark.thorough
@pytest.mark.parametrize("game", [name for name in game_names() if name != DEFAULT_GAME])
def test_the_benchmark_uses_the_fewest_seats_of_a_game(game):
    few = ["--tables", "2", "--many", "0", "--unfinished", "0", "--no-profile"]
    received = run_bench("--game", game, "--seconds", "1.5", *few)
    seats = min(find_game(game).seats)
    for run in received["runs"]:
        assert run["actions"] > 0
        assert seats + 0.9 < run["frames_per_action"] < seats + 2
