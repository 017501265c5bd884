"""A network in whole numbers: exact, and close to the numbers it was made from."""

import json
from dataclasses import replace

import numpy as np
import pytest
from click.testing import CliRunner

from armarium.core.batch import Entry
from armarium.core.registry import find_game
from armarium.lab.train import package as packing
from armarium.lab.train.package import package
from armarium.players.network.columns import TrainedColumns, map_columns
from armarium.players.network.kernels.layers import AMOUNTS, ONE
from armarium.players.network.network import BadNetwork, Network, network_file, network_of, powers
from armarium.players.network.tensors import read_notes, read_tensors, write_tensors
from tests.golden.networks.choices import collect_positions, learnt

GAME = learnt()[0]


@pytest.fixture(scope="module")
def rows():
    return collect_positions(GAME)[0][::40]


def evaluate_slowly(tensors, layout, rows):
    """Evaluate the layers with Python integers (object arrays), so that nothing overflows or is rounded."""
    columns = map_columns(layout)
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
        a = normalize_slowly(x, tensors[f"{n}.up.a"][0])
        y = a.dot(tensors[f"{n}.up.w"].astype(object)) + tensors[f"{n}.up.b"].astype(object)
        h = np.rint(np.maximum(y.astype(float), 0) * tensors[f"{n}.up.k"])
        whole = h.astype(np.int64).astype(object)
        unit = tensors[f"{n}.down.a"][0] / np.sqrt((whole**2).sum(1).astype(float))[:, None]
        a = np.rint(h * unit).astype(np.int64).astype(object)
        y = a.dot(tensors[f"{n}.down.w"].astype(object))
        added = np.rint(y.astype(float) * (tensors[f"{n}.down.k"] / unit)).astype(np.int64)
        x = x + tensors[f"{n}.down.b"].astype(object) + added
        n += 1
    a = np.maximum(normalize_slowly(x, tensors["out.a"][0]), 0)
    y = a.dot(tensors["out.w"].astype(object)) + tensors["out.b"].astype(object)
    return np.rint(y.astype(float) * tensors["out.k"]).astype(np.int64)


def normalize_slowly(x, scale):
    width = x.shape[1]
    apart = x * width - x.sum(1)[:, None]
    spread = np.sqrt(((apart**2).sum(1).astype(float) + 1e-5 * ONE**2 * width**3) / width)
    return np.rint(apart.astype(float) * (scale / spread)[:, None]).astype(np.int64).astype(object)


def read_part(prefix):
    tensors = read_tensors(network_file(GAME))
    return {n[len(prefix) :]: t for n, t in tensors.items() if n.startswith(prefix)}


def test_the_layers_are_exact(rows):
    batch = find_game(GAME).batch
    few = rows[:24]
    found = network_of(GAME)._policy.run(few)
    np.testing.assert_array_equal(found, evaluate_slowly(read_part("policy."), batch.LAYOUT, few))


@pytest.mark.parametrize("prefix", ["policy.", "critic."])
def test_no_sum_leaves_what_float32_holds_exactly(prefix):
    tensors = read_part(prefix)
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


def write_with_columns(tmp_path, change):
    """Write the packaged network to a file that names its columns, some of them changed."""
    own = network_file(GAME)
    trained = change(TrainedColumns.read(read_notes(own)))
    notes = {**read_notes(own), **trained.notes()}
    del notes["rows"]
    write_tensors(tmp_path / "named.safetensors", read_tensors(own), notes)
    return tmp_path / "named.safetensors"


class BatchWithNewColumn:
    """The batch of the game with a new column before all others."""

    def __init__(self, batch):
        self._batch = batch
        self.LAYOUT, self.WHOLE_LAYOUT = (
            (
                Entry("overtime", 0, 1, "a new option"),
                *(e._replace(start=e.start + 1) for e in layout),
            )
            for layout in (batch.LAYOUT, batch.WHOLE_LAYOUT)
        )

    def __getattr__(self, name):
        return getattr(self._batch, name)


def insert_column(rows, value=0):
    return np.insert(rows, 0, value, axis=1)


def test_the_file_of_the_package_has_the_columns_of_today():
    assert TrainedColumns.read(read_notes(network_file(GAME))) == TrainedColumns.of_batch(
        find_game(GAME).batch
    )


def test_a_network_plays_the_same_after_a_column_was_added(tmp_path, monkeypatch, rows):
    named = write_with_columns(tmp_path, lambda trained: trained)
    before = network_of(GAME).evaluate(rows, 2)
    whole = np.zeros((3, find_game(GAME).batch.WHOLE_SIZE), np.int8)
    judged = network_of(GAME).critic_probabilities(whole, np.array([0, 1, 1]), 2)
    monkeypatch.setattr(type(find_game(GAME)), "batch", BatchWithNewColumn(find_game(GAME).batch))
    for file in (named, network_file(GAME)):
        network = Network(file, GAME)
        for found, wanted in zip(network.evaluate(insert_column(rows), 2), before, strict=True):
            np.testing.assert_array_equal(found, wanted)
        np.testing.assert_array_equal(
            network.critic_probabilities(insert_column(whole), np.array([0, 1, 1]), 2), judged
        )


def test_an_unknown_column_must_have_its_default(monkeypatch, rows):
    monkeypatch.setattr(type(find_game(GAME)), "batch", BatchWithNewColumn(find_game(GAME).batch))
    network, masks = Network(network_file(GAME), GAME), np.ones((len(rows), 500), np.int8)
    assert len(network.choose(insert_column(rows), masks)) == len(rows)
    with pytest.raises(BadNetwork, match="without the column “overtime”") as caught:
        network.choose(insert_column(rows, 1), masks)
    assert caught.value.code == "bad-network"


def test_a_removed_column_is_reported(tmp_path):
    def add_columns(trained):
        return replace(trained, row=(*trained.row, ("overtime", 1)))

    with pytest.raises(BadNetwork, match="needs the column “overtime”"):
        Network(write_with_columns(tmp_path, add_columns), GAME)


def test_a_network_of_other_rows_is_refused(tmp_path):
    own = network_file(GAME)
    notes = {**read_notes(own), "rows": "0123"}
    write_tensors(tmp_path / "other.safetensors", read_tensors(own), notes)
    with pytest.raises(BadNetwork, match="does not list the columns"):
        Network(tmp_path / "other.safetensors", GAME)


def test_the_network_file_is_small_and_describes_itself():
    file = network_file(GAME)
    notes = network_of(GAME).notes
    assert len(file.read_bytes()) <= 12_000_000
    assert notes["licence"] == "CC-BY-4.0" and float(notes["decisions"]) > 0


def test_weights_that_are_too_large_are_not_packed():
    with pytest.raises(AssertionError, match="too large"):
        packing._quantise_first(np.full((4, 4), 3.0), np.zeros(4))


def test_one_command_puts_a_training_into_the_package(tmp_path):
    file = tmp_path / "network.safetensors"
    result = CliRunner().invoke(package, ["training", "--to", str(file), "--json"])
    assert result.exit_code == 0, result.output
    assert json.loads(result.output)["hash"] == Network(file, GAME).hash
