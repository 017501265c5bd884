"""A training that was broken off goes on as if it had not been; and only from what fits."""

import json
import shutil

import numpy as np
import pytest

torch = pytest.importorskip("torch")

from armarium.lab.train.network import run  # noqa: E402
from armarium.lab.train.standing import BadCheckpoint, belongs_to  # noqa: E402
from armarium.lab.train.trainer import Trainer  # noqa: E402
from armarium.players.network.tensors import BadTensors, read_tensors  # noqa: E402
from tests.lab.train.small import small  # noqa: E402


def _quiet(settings, folder):
    torch.set_num_threads(1)  # so small a network only waits for other threads
    return Trainer(settings, "cpu", folder, say=lambda text: None)


def _files(folder):
    names = ("weights", "moments", "pool", "games")
    return {name: read_tensors(folder / f"{name}.safetensors") for name in names}


def test_going_on_is_bit_equal(tmp_path):
    settings = small()
    whole = _quiet(settings, tmp_path / "whole")
    for _ in range(6):
        told = whole.play_and_learn()
    whole.save()
    for _ in range(2):  # three calls of two rounds
        part = _quiet(settings, tmp_path / "parts")
        part.play_and_learn()
        part.play_and_learn()
        part.save()
    part = _quiet(settings, tmp_path / "parts")
    part.play_and_learn()
    again = part.play_and_learn()
    part.save()
    assert part.pool.added >= 2, "the pool had a part in it"
    for name in ("gain", "entropy", "chances", "critic", "change", "clipped", "length"):
        assert told[name] == again[name]
    ours, theirs = _files(tmp_path / "whole"), _files(tmp_path / "parts")
    for name, tensors in ours.items():
        assert tensors.keys() == theirs[name].keys()
        for key, tensor in tensors.items():
            assert np.array_equal(tensor.view(np.uint8), theirs[name][key].view(np.uint8)), key


def test_weights_alone_are_enough_to_go_on(tmp_path):
    first = _quiet(small(), tmp_path)
    first.play_and_learn()
    first.save()
    for name in ("moments", "pool", "games"):
        (tmp_path / f"{name}.safetensors").unlink(missing_ok=True)
    second = _quiet(small(), tmp_path)
    assert second.standing.rounds == 1 and second.standing.call == 2
    assert second.learner.since_cold == 0 < second.learner.lessons
    second.play_and_learn()


@pytest.mark.parametrize(("fact", "value"), [("rules", 999), ("rows", "0" * 16), ("format", 0)])
def test_another_layout_or_rules_version_is_refused(tmp_path, fact, value):
    trainer = _quiet(small(), tmp_path)
    trainer.save()
    state = json.loads((tmp_path / "state.json").read_text())
    (tmp_path / "state.json").write_text(json.dumps(state | {fact: value}))
    with pytest.raises(BadCheckpoint, match=str(value)) as caught:
        _quiet(small(), tmp_path)
    assert caught.value.code == "bad-checkpoint"


def test_another_width_is_refused(tmp_path):
    _quiet(small(), tmp_path).save()
    with pytest.raises(BadCheckpoint, match="width or depth"):
        _quiet(small(width=24), tmp_path)


def test_a_file_cut_short_is_refused(tmp_path):
    _quiet(small(), tmp_path).save()
    path = tmp_path / "weights.safetensors"
    path.write_bytes(path.read_bytes()[:-5])
    with pytest.raises(BadTensors, match="ends too early"):
        _quiet(small(), tmp_path)


def test_what_it_belongs_to():
    assert belongs_to("biblios").keys() == {"game", "rules", "rows"}


def test_a_network_may_be_given_more_blocks_and_plays_on_as_before(tmp_path):
    first = _quiet(small(pool=1, frozen=()), tmp_path / "first")
    first.play_and_learn()
    first.save()
    again = tmp_path / "again"
    shutil.copytree(tmp_path / "first", again)
    deeper = _quiet(small(blocks=3, critic_blocks=2, frozen=(str(tmp_path / "first"),)), again)
    rows = first.round.rows[0]
    inputs = first._reader(rows, torch.float32)
    before = run(first.learner.policy, inputs)
    assert torch.equal(run(deeper.learner.policy, inputs), before)
    assert deeper.learner.policy.keys() > first.learner.policy.keys()
    deeper.play_and_learn()
    deeper.play_and_learn()
    assert not torch.equal(run(deeper.learner.policy, inputs), before), "the new blocks learn"
    assert deeper.learner.policy["2.down.w"].abs().max() > 0
    with pytest.raises(BadCheckpoint):
        _quiet(small(blocks=1, width=24), tmp_path / "first")
