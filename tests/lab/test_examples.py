"""The example of the research guide that goes from training to the arena, in a short version."""

import json
import os
import subprocess
import sys
from pathlib import Path

import numpy as np
from click.testing import CliRunner

from armarium.lab.arena.command import arena

EXAMPLE = Path(__file__).parents[2] / "examples" / "clone.py"


def test_a_policy_is_trained_saved_loaded_and_wins(tmp_path, monkeypatch):
    done = subprocess.run(
        [sys.executable, EXAMPLE, "--steps", "150", "--deals", "3"],
        cwd=tmp_path, capture_output=True, text=True, check=False, env={**os.environ, "OMP_NUM_THREADS": "1"},
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert "3 duplicate deals, 6 games" in done.stdout
    assert np.load(tmp_path / "build/clone/policy.npz")["weights"].any()
    monkeypatch.chdir(tmp_path)  # the saved policy can be entered again
    again = CliRunner().invoke(
        arena, [f"{EXAMPLE}:ClonedPolicy", "random", "--deals", "10", "--json", "--processes", "1"]
    )
    report = json.loads(again.stdout[again.stdout.index("{") :])["matches"][0]
    assert report["faults"]["number"] == 0
    assert report["entrants"][0]["win_share"]["mean"] > 0.8
