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
from armarium.core.executor import NoCluster, make_executor
from armarium.games.biblios.players.weights import WEIGHTS
from armarium.lab.arena.deals import Setting
from armarium.lab.arena.match import Match
from armarium.lab.arena.running import run
from armarium.lab.dataset.collecting import Plan, join_episodes, play_chunks
from armarium.terminal.analyse import analyse_files
from research.bibliogamo.tuning.cma_es import TUNING_SEEDS, run_generations
from research.biblios.tuning.racing import run_races
from tests.analysis.biblios.games import play_and_record

pytestmark = [
    pytest.mark.third_party,
    pytest.mark.filterwarnings("ignore"),  # Dask's own, of its own parts
]


def make_matches():
    return [
        Match(Setting("biblios", 2, "iello", (), 3), ("monk", "novice"), 60),
        Match(Setting("biblios", 3, "manual", (), 3), ("random", "oblate"), 60),
    ]


def run_arena(tmp_path, name, **how):
    file = tmp_path / name
    run(make_matches(), results=file, **how)
    return file.read_bytes()


def test_the_arenas_results_are_the_same_bytes(tmp_path):
    alone = run_arena(tmp_path, "alone", processes=1)
    assert alone == run_arena(tmp_path, "three", processes=3, cluster="local")
    assert alone == run_arena(tmp_path, "one", processes=1, cluster="local")
    assert alone == run_arena(tmp_path, "two processes", processes=2)


def kill_worker_after_first(executor, results):
    """Return all results, after killing a worker when the first one arrives."""
    victim = next(iter(executor.client.run(os.getpid).values()))
    found = [next(results)]
    os.kill(victim, signal.SIGKILL)
    rest = list(results)
    assert rest, "nothing was left to do when it died"
    return found + rest


def test_a_dataset_is_the_same_with_a_worker_killed_in_mid_run():
    plan = Plan("biblios", 3, 900, 5, ("monk",))
    with make_executor(None, 1) as executor:
        wanted = join_episodes(play_chunks(plan, executor))
    with make_executor("local", 2) as executor:
        got = join_episodes(kill_worker_after_first(executor, play_chunks(plan, executor)))
    for name, array in wanted.items():
        assert np.array_equal(array, got[name]), name


def test_races_between_weights_are_the_same_with_a_worker_killed_in_mid_run():
    def run_five_races(executor):
        return islice(run_races(WEIGHTS[0], 2, 1, executor), 5)

    with make_executor(None, 1) as executor:
        wanted = list(run_five_races(executor))
    with make_executor("local", 3) as executor:
        found = kill_worker_after_first(executor, run_five_races(executor))
    assert [str(verdict) for verdict in found] == [str(verdict) for verdict in wanted]


def test_a_search_for_weights_is_the_same_with_a_worker_killed_in_mid_run():
    def fit_weights(executor):
        for generation in islice(run_generations(TUNING_SEEDS[:200], 6, 100, 4, executor), 4):
            yield generation.weights.tobytes()

    with make_executor(None, 1) as executor:
        wanted = list(fit_weights(executor))
    with make_executor("local", 2) as executor:
        assert kill_worker_after_first(executor, fit_weights(executor)) == wanted


def test_many_games_are_explained_the_same(tmp_path):
    files = [tmp_path / f"{deal}.txt" for deal in range(4)]
    for deal, file in enumerate(files):
        file.write_text(play_and_record("oblate", "novice", deal=deal))
    words = ["analyse", *map(str, files), "--effort", "0.25", "--json"]
    result = [
        CliRunner().invoke(cli, [*words, *more], obj={})
        for more in (["--processes", "1"], ["--cluster", "local", "--processes", "2"])
    ]
    assert [one.exit_code for one in result] == [0, 0], result[1].output
    assert result[0].stdout_bytes == result[1].stdout_bytes
    assert len(result[0].stdout.splitlines()) == len(files)


def test_explained_games_are_the_same_with_a_worker_killed_in_mid_run(tmp_path):
    files = [tmp_path / f"{deal}.txt" for deal in range(6)]
    for deal, file in enumerate(files):
        file.write_text(play_and_record("oblate", "novice", deal=deal))

    def explain_decisions(executor):
        return analyse_files(files, 0.25, 1, executor, lambda done, of: None)

    with make_executor(None, 1) as executor:
        wanted = list(explain_decisions(executor))
    with make_executor("local", 2) as executor:
        assert kill_worker_after_first(executor, explain_decisions(executor)) == wanted


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
        result = CliRunner().invoke(cli, [*words, "--cluster", address], obj={})
        alone = CliRunner().invoke(cli, [*words, "--processes", "1"], obj={})
        assert result.exit_code == 0, result.output
        assert result.stdout == alone.stdout
    finally:
        for process in (working, listening):
            process.terminate()
            process.wait()


def test_an_unreachable_cluster_gives_an_error():
    with pytest.raises(NoCluster, match="there is no answer"):
        make_executor("tcp://127.0.0.1:9")
