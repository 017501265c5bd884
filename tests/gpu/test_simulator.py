"""The kernels of a GPU without a GPU: in Numba's simulator, thread by thread, they play what a CPU plays.

That proves what the kernels compute and where their threads wait for each other; a real GPU has its own tests.
"""

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


def simulate(script, *words):
    done = subprocess.run(
        [sys.executable, "-W", "error::RuntimeWarning", "-m", f"tests.gpu.{script}", *words],
        cwd=ROOT,
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
        "biblios 4 3 12 knowledge",
        pytest.param("biblios 2 3 12 none", marks=pytest.mark.slow),
        # More than a block: the last is not full.
        pytest.param("biblios 3 34 6 knowledge", marks=pytest.mark.slow),
        "bibliogamo 1 33 6 none",
    ],
)
def test_a_simulated_gpu_plays_what_a_cpu_plays(words):
    assert "all equal" in simulate("simulated", *words.split())


@pytest.mark.parametrize(
    "part",
    [
        "uniform",
        pytest.param("modest", marks=pytest.mark.slow),
        pytest.param("other", marks=pytest.mark.slow),
        pytest.param("fault", marks=pytest.mark.slow),
        pytest.param("launches", marks=pytest.mark.slow),
        "vector",
    ],
)
def test_the_check_of_a_gpu_runs_in_the_simulator(part):
    """The functions of `python -m tests.gpu.check`, with games cut short."""
    assert "as expected" in simulate("simulated_check", part)


@pytest.mark.slow
def test_array_conventions_work_as_on_a_cpu():
    output = simulate("conventions", "3", "6")
    assert output.count("pickled, packed and staying as on a CPU") == 2


@pytest.mark.slow
@pytest.mark.parametrize(
    "words",
    [
        "biblios 2 2 300 knowledge",
        "biblios 4 2 600 knowledge",
        "bibliogamo 1 2 400 none",
        "bibliogamo 1 2 400 none undealt",
    ],
)
def test_whole_games_and_those_that_follow_them(words):
    output = simulate("simulated", *words.split())
    assert "all equal" in output and not output.startswith("0 games ended")
