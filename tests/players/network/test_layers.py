"""A network in whole numbers: exact, and close to the numbers it was made from."""

import json

import numpy as np
import pytest
from click.testing import CliRunner

from armarium.games.shelf import open_book
from armarium.lab.train.package import package
from armarium.players.network import packing
from armarium.players.network.columns import columns_of
from armarium.players.network.kernels.layers import AMOUNTS, ONE
from armarium.players.network.network import BadNetwork, Network, network_of, powers
from armarium.players.network.tensors import read_notes, read_tensors, write_tensors
from tests.golden.networks.choices import learnt, positions

GAME = learnt()[0]


@pytest.fixture(scope="module")
def rows():
    return positions(GAME)[0][::40]


def slowly(tensors, layout, rows):
    """The same layers with Python's own whole numbers (arrays of objects): nothing can overflow or be rounded."""
    columns = columns_of(layout)
    worth = np.zeros((6, 128), object)
    worth[0, 1] = worth[1, 2] = AMOUNTS
    worth[2, 3:] = AMOUNTS
    worth[3] = [round(float(np.log1p(n)) * AMOUNTS) for n in range(128)]
    worth[4] = [16 * n for n in range(128)]
    features = worth[columns.meaning, rows[:, columns.where]]
    x = features.dot(tensors["in.w"].astype(object)) + tensors["in.b"].astype(object)
    x = (x + 512) // 1024
    n = 0
    while f"{n}.up.w" in tensors:
        a = norm(x, tensors[f"{n}.up.a"][0])
        y = a.dot(tensors[f"{n}.up.w"].astype(object)) + tensors[f"{n}.up.b"].astype(object)
        h = np.rint(np.maximum(y.astype(float), 0) * tensors[f"{n}.up.k"])
        whole = h.astype(np.int64).astype(object)
        unit = tensors[f"{n}.down.a"][0] / np.sqrt((whole**2).sum(1).astype(float))[:, None]
        a = np.rint(h * unit).astype(np.int64).astype(object)
        y = a.dot(tensors[f"{n}.down.w"].astype(object))
        added = np.rint(y.astype(float) * (tensors[f"{n}.down.k"] / unit)).astype(np.int64)
        x = x + tensors[f"{n}.down.b"].astype(object) + added
        n += 1
    a = np.maximum(norm(x, tensors["out.a"][0]), 0)
    y = a.dot(tensors["out.w"].astype(object)) + tensors["out.b"].astype(object)
    return np.rint(y.astype(float) * tensors["out.k"]).astype(np.int64)


def norm(x, scale):
    width = x.shape[1]
    apart = x * width - x.sum(1)[:, None]
    spread = np.sqrt(((apart**2).sum(1).astype(float) + 1e-5 * ONE**2 * width**3) / width)
    return np.rint(apart.astype(float) * (scale / spread)[:, None]).astype(np.int64).astype(object)


def part(prefix):
    tensors = read_tensors(open_book(GAME).network)
    return {n[len(prefix) :]: t for n, t in tensors.items() if n.startswith(prefix)}


def test_the_layers_are_exact(rows):
    batch = open_book(GAME).batch
    few = rows[:24]
    found = network_of(GAME)._policy.run(few)
    np.testing.assert_array_equal(found, slowly(part("policy."), batch.LAYOUT, few))


@pytest.mark.parametrize("prefix", ["policy.", "critic."])
def test_no_sum_leaves_what_float32_holds_exactly(prefix):
    tensors = part(prefix)
    for name, w in tensors.items():
        if name.endswith(".w") and name != "in.w":
            longest = np.sqrt((w.astype(float) ** 2).sum(0)).max()
            scale, width = tensors[name[:-1] + "a"][0], len(w)
            comes_in = scale if "down" in name else scale * np.sqrt(width)
            assert (comes_in + np.sqrt(width) / 2) * longest < 2**24, name


def test_a_row_does_not_depend_on_the_rows_beside_it(rows):
    network = network_of(GAME)
    together = network._policy.run(rows[:9])
    for n in range(9):
        np.testing.assert_array_equal(network._policy.run(rows[n : n + 1])[0], together[n])


def test_powers_are_those_of_e():
    logits = np.array([[0, -ONE, -2 * ONE, -(1 << 40)]])
    found = powers(logits)[0] / 2**40
    np.testing.assert_allclose(found, [1, np.exp(-1), np.exp(-2), 0], atol=1e-12)


def test_a_network_of_other_rows_is_refused(tmp_path):
    own = open_book(GAME).network
    notes = {**read_notes(own), "rows": "0123"}
    write_tensors(tmp_path / "other.safetensors", read_tensors(own), notes)
    with pytest.raises(BadNetwork, match="rows are 0123"):
        Network(tmp_path / "other.safetensors", GAME)


def test_it_fits_its_limit_and_says_what_it_is():
    file = open_book(GAME).network
    notes = network_of(GAME).notes
    assert len(file.read_bytes()) <= 12_000_000
    assert notes["licence"] == "CC-BY-4.0" and float(notes["decisions"]) > 0


def test_weights_that_are_too_large_are_not_packed():
    with pytest.raises(AssertionError, match="too large"):
        packing._first(np.full((4, 4), 3.0), np.zeros(4))


def test_one_command_puts_a_training_into_the_package(tmp_path):
    file = tmp_path / "network.safetensors"
    told = CliRunner().invoke(package, ["training", "--to", str(file), "--json"])
    assert told.exit_code == 0, told.output
    assert json.loads(told.output)["hash"] == Network(file, GAME).hash
