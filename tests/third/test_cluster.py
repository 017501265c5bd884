"""The lab on Dask: the same bytes as in one process, whatever the workers, and with one killed in mid-run."""

import os
import signal
import subprocess
import sys
import threading
import time
from itertools import islice

import numpy as np
import pytest
from click.testing import CliRunner

from armarium.cli import cli
from armarium.games.bibliogamo.lab.tuning.searching import TUNING_SEEDS, tuned
from armarium.games.biblios.lab.tuning.racing import climb
from armarium.games.biblios.players.weights import WEIGHTS
from armarium.lab.arena.deals import Setting
from armarium.lab.arena.match import Match
from armarium.lab.arena.running import run
from armarium.lab.cluster import NoCluster, crew_of
from armarium.lab.dataset.collecting import chunks_of, joined
from armarium.lab.dataset.plan import Plan
from armarium.terminal.analysis.many import explained
from tests.analysis.biblios.games import played

pytestmark = [
    pytest.mark.third,
    pytest.mark.filterwarnings("ignore"),  # Dask's own, of its own parts
]


def matches():
    return [
        Match(Setting("biblios", 2, "iello", (), 3), ("monk", "novice"), 60),
        Match(Setting("biblios", 3, "manual", (), 3), ("random", "oblate"), 60),
    ]


def arena(tmp_path, name, **how):
    file = tmp_path / name
    run(matches(), results=file, **how)
    return file.read_bytes()


def test_the_arenas_results_are_the_same_bytes(tmp_path):
    alone = arena(tmp_path, "alone", processes=1)
    assert alone == arena(tmp_path, "three", processes=3, cluster="local")
    assert alone == arena(tmp_path, "one", processes=1, cluster="local")
    assert alone == arena(tmp_path, "two processes", processes=2)


def with_a_worker_killed(crew, results):
    """All of them; after the first one a worker dies, whatever it has in hand."""
    victim = next(iter(crew.client.run(os.getpid).values()))
    found = [next(results)]
    os.kill(victim, signal.SIGKILL)
    rest = list(results)
    assert rest, "nothing was left to do when it died"
    return found + rest


def test_a_dataset_is_the_same_with_a_worker_killed_in_mid_run():
    plan = Plan("biblios", 3, 900, 5, ("monk",))
    with crew_of(None, 1) as crew:
        wanted = joined(chunks_of(plan, crew))
    with crew_of("local", 2) as crew:
        got = joined(with_a_worker_killed(crew, chunks_of(plan, crew)))
    for name, array in wanted.items():
        assert np.array_equal(array, got[name]), name


def test_races_between_weights_are_the_same_with_a_worker_killed_in_mid_run():
    def races(crew):
        return islice(climb(WEIGHTS[0], 2, 1, crew), 5)

    with crew_of(None, 1) as crew:
        wanted = list(races(crew))
    with crew_of("local", 3) as crew:
        found = with_a_worker_killed(crew, races(crew))
    assert [str(verdict) for verdict in found] == [str(verdict) for verdict in wanted]


def test_a_search_for_weights_is_the_same_with_a_worker_killed_in_mid_run():
    def weights(crew):
        for generation in islice(tuned(TUNING_SEEDS[:200], 6, 100, 4, crew), 4):
            yield generation.weights.tobytes()

    with crew_of(None, 1) as crew:
        wanted = list(weights(crew))
    with crew_of("local", 2) as crew:
        assert with_a_worker_killed(crew, weights(crew)) == wanted


def test_many_games_are_explained_the_same(tmp_path):
    files = [tmp_path / f"{deal}.txt" for deal in range(4)]
    for deal, file in enumerate(files):
        file.write_text(played("oblate", "novice", deal=deal))
    words = ["analyse", *map(str, files), "--effort", "0.25", "--json"]
    told = [
        CliRunner().invoke(cli, [*words, *more], obj={})
        for more in (["--processes", "1"], ["--cluster", "local", "--processes", "2"])
    ]
    assert [one.exit_code for one in told] == [0, 0], told[1].output
    assert told[0].stdout_bytes == told[1].stdout_bytes
    assert len(told[0].stdout.splitlines()) == len(files)


def test_explained_games_are_the_same_with_a_worker_killed_in_mid_run(tmp_path):
    files = [tmp_path / f"{deal}.txt" for deal in range(6)]
    for deal, file in enumerate(files):
        file.write_text(played("oblate", "novice", deal=deal))

    def explain(crew):
        return explained(files, 0.25, 1, crew, lambda done, of: None)

    with crew_of(None, 1) as crew:
        wanted = list(explain(crew))
    with crew_of("local", 2) as crew:
        assert with_a_worker_killed(crew, explain(crew)) == wanted


def test_a_cluster_that_runs_elsewhere(tmp_path):
    """A scheduler and a worker as people start them."""
    folder = os.path.dirname(sys.executable)
    listening = subprocess.Popen(
        [f"{folder}/dask", "scheduler", "--host", "127.0.0.1", "--port", "0", "--no-dashboard",
         "--scheduler-file", str(tmp_path / "where.json")],
        stderr=subprocess.DEVNULL,
    )  # fmt: skip
    working = subprocess.Popen(
        [f"{folder}/dask", "worker", "--scheduler-file", str(tmp_path / "where.json"),
         "--nthreads", "2", "--no-dashboard", "--death-timeout", "120"],
        stderr=subprocess.DEVNULL,
    )  # fmt: skip
    try:
        until = time.monotonic() + 60
        while not (tmp_path / "where.json").exists() and time.monotonic() < until:
            threading.Event().wait(0.1)
        import json

        address = json.loads((tmp_path / "where.json").read_text())["address"]
        words = ["arena", "oblate", "random", "--deals", "60", "--json"]
        told = CliRunner().invoke(cli, [*words, "--cluster", address], obj={})
        alone = CliRunner().invoke(cli, [*words, "--processes", "1"], obj={})
        assert told.exit_code == 0, told.output
        assert told.stdout == alone.stdout
    finally:
        for process in (working, listening):
            process.terminate()
            process.wait()


def test_nobody_there_is_said():
    with pytest.raises(NoCluster, match="nobody answers there"):
        crew_of("tcp://127.0.0.1:9")
