"""Two processes train as one: the same weights in both, one checkpoint, and the gradient of both rollouts."""

import json
import os
import subprocess
import sys

import numpy as np
import pytest

torch = pytest.importorskip("torch")

from armarium.lab.train.process_group import spawn_process_group  # noqa: E402
from armarium.lab.train.settings import BadSettings  # noqa: E402
from armarium.players.network.tensors import read_tensors  # noqa: E402
from tests.lab.train import together  # noqa: E402
from tests.lab.train.small_settings import make_small_settings  # noqa: E402


def run_both(task, tmp_path, name="training", **arguments):
    """Run a task in two processes; return what each one saved."""
    notes = tmp_path / f"{name}-notes"
    notes.mkdir(exist_ok=True)
    arguments = {"folder": tmp_path / name, "notes": notes, **arguments}
    with spawn_process_group(2, "cpu", task, arguments) as group:
        task(group, arguments)
    return [dict(np.load(notes / f"{rank}.npz")) for rank in range(2)]


def test_both_processes_have_the_same_weights_and_their_own_games(tmp_path):
    first, second = run_both(together.train, tmp_path, rollouts=3)
    for name in first.keys() - {"rows"}:
        assert np.array_equal(first[name], second[name]), name
    assert not np.array_equal(first["rows"], second["rows"])
    assert (
        first["decisions"] % 64 == 0 and first["decisions"] > 0
    )  # whole minibatches of both processes
    saved = read_tensors(tmp_path / "training" / "weights.safetensors")
    assert all(np.array_equal(saved[name], first[name]) for name in saved)
    assert json.loads((tmp_path / "training" / "state.json").read_text())["processes"] == 2
    slots = len(read_tensors(tmp_path / "training" / "games.safetensors")["0.numbers"])
    assert slots == 32, "the games of both are saved"


def test_resuming_with_two_processes_is_bit_identical(tmp_path):
    whole = run_both(together.train, tmp_path, "whole", rollouts=3)
    run_both(together.train, tmp_path, "parts", rollouts=2)
    parts = run_both(together.train, tmp_path, "parts", rollouts=1)
    for ours, theirs in zip(whole, parts, strict=True):
        for name, array in ours.items():
            assert np.array_equal(array, theirs[name]), name


def test_averaging_two_halves_gives_the_gradient_of_the_whole(tmp_path):
    for found in run_both(together.compute_gradients, tmp_path):
        np.testing.assert_allclose(found["halves"], found["whole"], rtol=1e-4, atol=1e-6)
        assert np.abs(found["whole"]).max() > 1e-3
        np.testing.assert_allclose(found["spread"][:2], found["spread"][2:], rtol=1e-5, atol=1e-7)


def test_settings_that_cannot_be_split_are_refused():
    with pytest.raises(BadSettings, match="cannot be divided among 5 processes"):
        make_small_settings().split_between(5)


def test_torchrun_can_start_the_processes(tmp_path):
    command = [
        sys.executable, "-m", "torch.distributed.run", "--standalone", "--nproc-per-node", "2",
        "-m", "armarium.cli", "train", "--folder", str(tmp_path / "training"), "--seats", "2", "--minutes", "0.5",
        "--deals", "0", "--json",
    ]  # fmt: skip
    result = subprocess.run(
        command, capture_output=True, text=True, env=os.environ | {"OMP_NUM_THREADS": "1"}, check=False
    )  # fmt: skip
    assert result.returncode == 0, result.stderr
    assert json.loads(result.stdout)["decisions"] > 0  # only the leader prints
    assert json.loads((tmp_path / "training" / "state.json").read_text())["processes"] == 2
