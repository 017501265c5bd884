"""`armarium bench server` measures a server that runs: its figures are counted at the other end of the wire."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest

from armarium.games.shelf import DEFAULT, names, open_book


def measured(*arguments):
    command = [sys.executable, "-m", "armarium.cli", "bench", "server", "--json"]
    done = subprocess.run([*command, *arguments], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


@pytest.mark.at_length
def test_a_short_measurement_has_every_figure():
    few = ["--tables", "2", "--spectators", "1", "--many", "0", "--unfinished", "3"]
    told = measured("--seconds", "1.5", *few)
    assert [(run["tables"], run["patches"]) for run in told["runs"]] == [(2, False), (2, True)]
    for run in told["runs"]:
        assert run["actions"] > 0
        assert 0 < run["p50_ms"] <= run["p99_ms"]
        # One frame for every eye, and the acknowledgement; now and then a round ends.
        assert 2.9 + run["spectators"] < run["frames_per_action"] < 4 + run["spectators"]
    whole, patches = told["runs"]
    assert patches["bytes_per_action_and_eye"] < whole["bytes_per_action_and_eye"] / 3
    assert told["back_after_s"] > 0
    assert told["profile"]["looks"] > 0


@pytest.mark.parametrize("game", [name for name in names() if name != DEFAULT])
def test_another_game_has_tables_of_as_few_as_it_allows(game):
    few = ["--tables", "2", "--many", "0", "--unfinished", "0", "--no-profile"]
    told = measured("--game", game, "--seconds", "1.5", *few)
    seats = min(open_book(game).seats)
    for run in told["runs"]:
        assert run["actions"] > 0
        assert seats + 0.9 < run["frames_per_action"] < seats + 2
