"""Two processes learn as one: the same weights in both, one checkpoint, and the gradient of all that both played."""

import json
import os
import subprocess
import sys

import numpy as np
import pytest

torch = pytest.importorskip("torch")

from armarium.lab.train.company import in_company  # noqa: E402
from armarium.lab.train.settings import BadSettings  # noqa: E402
from armarium.players.network.tensors import read_tensors  # noqa: E402
from tests.lab.train import together  # noqa: E402
from tests.lab.train.small import small  # noqa: E402


def both(task, tmp_path, name="training", **asked):
    """What each of two processes noted."""
    notes = tmp_path / f"{name}-notes"
    notes.mkdir(exist_ok=True)
    asked = {"folder": tmp_path / name, "notes": notes, **asked}
    with in_company(2, "cpu", task, asked) as company:
        task(company, asked)
    return [dict(np.load(notes / f"{rank}.npz")) for rank in range(2)]


def test_both_have_the_same_weights_and_learn_from_games_of_their_own(tmp_path):
    first, second = both(together.rounds, tmp_path, rounds=3)
    for name in first.keys() - {"rows"}:
        assert np.array_equal(first[name], second[name]), name
    assert not np.array_equal(first["rows"], second["rows"])
    assert first["decisions"] % 64 == 0 and first["decisions"] > 0  # whole minibatches of both
    saved = read_tensors(tmp_path / "training" / "weights.safetensors")
    assert all(np.array_equal(saved[name], first[name]) for name in saved)
    assert json.loads((tmp_path / "training" / "state.json").read_text())["processes"] == 2
    slots = len(read_tensors(tmp_path / "training" / "games.safetensors")["0.numbers"])
    assert slots == 32, "the games of both are kept"


def test_going_on_together_is_bit_equal(tmp_path):
    whole = both(together.rounds, tmp_path, "whole", rounds=3)
    both(together.rounds, tmp_path, "parts", rounds=2)
    parts = both(together.rounds, tmp_path, "parts", rounds=1)
    for ours, theirs in zip(whole, parts, strict=True):
        for name, array in ours.items():
            assert np.array_equal(array, theirs[name]), name


def test_the_average_of_two_halves_is_the_gradient_of_the_whole(tmp_path):
    for found in both(together.gradients, tmp_path):
        np.testing.assert_allclose(found["halves"], found["whole"], rtol=1e-4, atol=1e-6)
        assert np.abs(found["whole"]).max() > 1e-3
        np.testing.assert_allclose(found["spread"][:2], found["spread"][2:], rtol=1e-5, atol=1e-7)


def test_what_cannot_be_shared_is_said():
    with pytest.raises(BadSettings, match="cannot be shared by 5 processes"):
        small().shared_by(5)


def test_torchrun_starts_them_too(tmp_path):
    command = [
        sys.executable, "-m", "torch.distributed.run", "--standalone", "--nproc-per-node", "2",
        "-m", "armarium.cli", "train", "--folder", str(tmp_path / "training"), "--seats", "2", "--minutes", "0.5",
        "--deals", "0", "--json",
    ]  # fmt: skip
    told = subprocess.run(
        command, capture_output=True, text=True, env=os.environ | {"OMP_NUM_THREADS": "1"}, check=False
    )  # fmt: skip
    assert told.returncode == 0, told.stderr
    assert json.loads(told.stdout)["decisions"] > 0  # one of them speaks
    assert json.loads((tmp_path / "training" / "state.json").read_text())["processes"] == 2
