"""`armarium bench server` measures a server that runs: its figures are counted at the other end of the wire."""

from __future__ import annotations

import json
import subprocess
import sys


def test_a_short_measurement_has_every_figure():
    command = [
        sys.executable,
        "-m",
        "armarium.cli",
        "bench",
        "server",
        "--json",
        "--seconds",
        "0.4",
    ]
    few = ["--tables", "2", "--spectators", "1", "--many", "3", "--unfinished", "3"]
    done = subprocess.run([*command, *few], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    told = json.loads(done.stdout)
    assert [(run["tables"], run["patches"]) for run in told["runs"]] == [
        (2, False), (2, True), (3, False), (3, True),
    ]  # fmt: skip
    for run in told["runs"]:
        assert run["actions"] > 0
        assert 0 < run["p50_ms"] <= run["p99_ms"]
        # One frame for every eye, and the acknowledgement; now and then a round ends.
        assert 2.9 + run["spectators"] < run["frames_per_action"] < 4 + run["spectators"]
    whole, patches = told["runs"][:2]
    assert patches["bytes_per_action_and_eye"] < whole["bytes_per_action_and_eye"] / 3
    assert told["back_after_s"] > 0
    assert told["profile"]["looks"] > 0
