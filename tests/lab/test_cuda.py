"""The kernels of a GPU without a GPU: in Numba's simulator, thread by thread, they play what a CPU plays.

That proves what the kernels compute and where their threads wait for each other; a real GPU has its own tests.
"""

import os
import subprocess
import sys
from pathlib import Path

import pytest

SIMULATED = Path(__file__).with_name("simulated.py")


def simulate(*words):
    done = subprocess.run(
        [sys.executable, "-W", "error::RuntimeWarning", SIMULATED, *words],
        env={**os.environ, "NUMBA_ENABLE_CUDASIM": "1", "NUMBA_DISABLE_JIT": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr[-2000:]
    return done.stdout


@pytest.mark.parametrize(
    "words",
    [
        "biblios 4 3 12 eyes",
        "biblios 2 3 12 none",
        "biblios 3 34 6 eyes",  # more than a block: the last is not full
        "bibliogamo 1 34 8 none",
    ],
)
def test_a_simulated_gpu_plays_what_a_cpu_plays(words):
    assert "all equal" in simulate(*words.split())


@pytest.mark.slow
@pytest.mark.parametrize(
    "words",
    [
        "biblios 2 2 300 eyes",
        "biblios 4 2 600 eyes",
        "bibliogamo 1 2 400 none",
        "bibliogamo 1 2 400 none undealt",
    ],
)
def test_whole_games_and_those_that_follow_them(words):
    told = simulate(*words.split())
    assert "all equal" in told and not told.startswith("0 games ended")
