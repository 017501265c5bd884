"""An interrupted training run resumes bit for bit, and only from a checkpoint that fits."""

import json
import shutil
from pathlib import Path

import numpy as np
import pytest

torch = pytest.importorskip("torch")

from armarium.lab.train.checkpoint import export_slim  # noqa: E402
from armarium.lab.train.learner import METRICS  # noqa: E402
from armarium.lab.train.network import forward  # noqa: E402
from armarium.lab.train.settings import read  # noqa: E402
from armarium.lab.train.trainer import Trainer  # noqa: E402
from armarium.lab.train.training_state import BadCheckpoint, read_state  # noqa: E402
from armarium.lab.vector import find_batch  # noqa: E402
from armarium.players.network.columns import TrainedColumns  # noqa: E402
from armarium.players.network.network import BadNetwork  # noqa: E402
from armarium.players.network.tensors import BadTensors, read_tensors  # noqa: E402
from tests.lab.train.small_settings import make_small_settings  # noqa: E402

ROOT = Path(__file__).parents[3]


def _make_trainer(settings, folder):
    torch.set_num_threads(1)  # with so small a network, threads only wait for each other
    return Trainer(settings, "cpu", folder, log=lambda text: None)


def _read_files(folder):
    names = ("weights", "moments", "pool", "games")
    return {name: read_tensors(folder / f"{name}.safetensors") for name in names}


def test_resuming_is_bit_identical(tmp_path):
    settings = make_small_settings()
    whole = _make_trainer(settings, tmp_path / "whole")
    for _ in range(6):
        metrics = whole.step()
    whole.save()
    for _ in range(2):  # three runs of two rollouts
        part = _make_trainer(settings, tmp_path / "parts")
        part.step()
        part.step()
        part.save()
    part = _make_trainer(settings, tmp_path / "parts")
    part.step()
    again = part.step()
    part.save()
    assert part.pool.added >= 2, "the pool must have been used"
    for name in (*METRICS, "game_length"):
        assert metrics[name] == again[name]
    ours, theirs = _read_files(tmp_path / "whole"), _read_files(tmp_path / "parts")
    for name, tensors in ours.items():
        assert tensors.keys() == theirs[name].keys()
        for key, tensor in tensors.items():
            assert np.array_equal(tensor.view(np.uint8), theirs[name][key].view(np.uint8)), key


def test_the_moving_average_resumes_bit_for_bit_and_is_exported(tmp_path):
    settings = make_small_settings(
        average_decay=0.9, skip_forced=True, kl_coefficient=0.1, value_lambda=0.8
    )
    whole = _make_trainer(settings, tmp_path / "whole")
    for _ in range(4):
        whole.step()
    whole.save()
    for _ in range(2):
        part = _make_trainer(settings, tmp_path / "parts")
        part.step()
        part.step()
        part.save()
    averages = [read_tensors(tmp_path / n / "average.safetensors") for n in ("whole", "parts")]
    weights = read_tensors(tmp_path / "whole" / "weights.safetensors")
    for name, tensor in averages[0].items():
        assert np.array_equal(tensor, averages[1][name]), name
    assert not np.array_equal(averages[0]["policy.out.w"], weights["policy.out.w"])
    export_slim(tmp_path / "whole", tmp_path / "slim")
    kept = read_tensors(tmp_path / "slim" / "weights.safetensors")
    assert np.array_equal(kept["policy.out.w"], averages[0]["policy.out.w"].astype(np.float16))


def test_forced_decisions_are_skipped(tmp_path):
    counts = []
    for skip_forced in (False, True):
        trainer = _make_trainer(
            make_small_settings(skip_forced=skip_forced, pool_size=0, minibatch_size=8),
            tmp_path / str(skip_forced),
        )
        trainer.step()
        choices = (trainer.rollout.masks != 0).sum(-1)
        expected = int((choices > 1).sum()) if skip_forced else choices.numel()
        assert trainer.state.decisions == expected // 8 * 8
        counts.append(expected)
    assert counts[1] < counts[0], "some decisions are forced"


def test_weights_alone_are_enough_to_resume(tmp_path):
    first = _make_trainer(make_small_settings(), tmp_path)
    first.step()
    first.save()
    for name in ("moments", "pool", "games"):
        (tmp_path / f"{name}.safetensors").unlink(missing_ok=True)
    second = _make_trainer(make_small_settings(), tmp_path)
    assert second.state.rollouts == 1 and second.state.run_number == 2
    assert second.learner.steps_since_reset == 0 < second.learner.optimiser_steps
    second.step()


@pytest.mark.parametrize(
    ("fact", "value", "error", "text"),
    [
        ("rules", 999, BadNetwork, "999"),
        ("columns", '{"row": [], "whole": [], "actions": "0123"}', BadNetwork, "0123"),
        ("format", 0, BadCheckpoint, "0"),
    ],
)
def test_other_actions_or_rules_are_refused(tmp_path, fact, value, error, text):
    trainer = _make_trainer(make_small_settings(), tmp_path)
    trainer.save()
    state = json.loads((tmp_path / "state.json").read_text())
    (tmp_path / "state.json").write_text(json.dumps(state | {fact: value}))
    with pytest.raises(error, match=text):
        _make_trainer(make_small_settings(), tmp_path)


@pytest.mark.parametrize("folder", ["training", "training/self-play"])
def test_checkpoints_of_earlier_versions_can_be_read(folder):
    state, trained = read_state(ROOT / folder, "biblios")
    assert state.decisions > 0 and state.run_number > 0 and state.optimiser_steps > 0
    assert read(ROOT / folder / "settings.toml").game == "biblios"
    assert trained == TrainedColumns.of_batch(find_batch("biblios"))


def test_another_width_is_refused(tmp_path):
    _make_trainer(make_small_settings(), tmp_path).save()
    with pytest.raises(BadCheckpoint, match="width or depth"):
        _make_trainer(make_small_settings(width=24), tmp_path)


def test_a_truncated_file_is_refused(tmp_path):
    _make_trainer(make_small_settings(), tmp_path).save()
    path = tmp_path / "weights.safetensors"
    path.write_bytes(path.read_bytes()[:-5])
    with pytest.raises(BadTensors, match="ends too early"):
        _make_trainer(make_small_settings(), tmp_path)


def test_added_blocks_do_not_change_the_network_until_they_learn(tmp_path):
    first = _make_trainer(make_small_settings(pool_size=1, frozen=()), tmp_path / "first")
    first.step()
    first.save()
    again = tmp_path / "again"
    shutil.copytree(tmp_path / "first", again)
    deeper = _make_trainer(
        make_small_settings(blocks=3, critic_blocks=2, frozen=(str(tmp_path / "first"),)), again
    )
    rows = first.rollout.rows[0]
    inputs = first._encode_row(rows, torch.float32)
    before = forward(first.learner.policy, inputs)
    assert torch.equal(forward(deeper.learner.policy, inputs), before)
    assert deeper.learner.policy.keys() > first.learner.policy.keys()
    deeper.step()
    deeper.step()
    assert not torch.equal(forward(deeper.learner.policy, inputs), before), "the new blocks learn"
    assert deeper.learner.policy["2.down.w"].abs().max() > 0
    with pytest.raises(BadCheckpoint):
        _make_trainer(make_small_settings(blocks=1, width=24), tmp_path / "first")
