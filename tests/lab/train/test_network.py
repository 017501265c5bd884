"""Both networks, in torch and in NumPy."""

import numpy as np
import pytest

torch = pytest.importorskip("torch")

from armarium.lab.train.checkpoint import export_slim  # noqa: E402
from armarium.lab.train.command import CPU_SETTINGS  # noqa: E402
from armarium.lab.train.network import forward, log_win_probabilities, split_outputs  # noqa: E402
from armarium.lab.train.numpy_network import CheckpointNetwork  # noqa: E402
from armarium.lab.train.rollout import OpponentPool, assign_pool_slots  # noqa: E402
from armarium.lab.train.settings import Settings, default_tables  # noqa: E402
from armarium.lab.train.trainer import Trainer  # noqa: E402
from tests.lab.train.small_settings import make_small_settings  # noqa: E402


@pytest.fixture(scope="module")
def trained(tmp_path_factory):
    torch.set_num_threads(1)
    trainer = Trainer(
        make_small_settings(learning_rate=((0.0, 0.01),)),
        "cpu",
        tmp_path_factory.mktemp("training"),
    )
    for _ in range(30):
        trainer.step()
    trainer.save()
    return trainer


def test_win_probabilities_of_the_seats_in_play_sum_to_1(trained):
    policy, _ = trained.learner.acting_weights()
    rows, masks = trained.rollout.rows[0], trained.rollout.masks[0]
    seats = trained.tables.seats
    log_probs, log_wins = split_outputs(
        forward(policy, trained._encode_row(rows, torch.float32)), masks, seats, 4
    )
    for probabilities in (log_wins.exp(), trained.rollout.win_probabilities[0]):
        np.testing.assert_allclose(probabilities.detach().sum(1), 1, atol=1e-5)
        assert (probabilities[torch.arange(4) >= seats.unsqueeze(1)] == 0).all()
        assert not torch.allclose(probabilities[0, :2].detach(), torch.tensor([0.5, 0.5])), (
            "it has learnt"
        )
    np.testing.assert_allclose(log_probs.exp().detach().sum(1), 1, atol=1e-5)
    assert (log_probs.exp()[masks == 0] == 0).all()


def test_untrained_networks_give_equal_win_probabilities():
    probabilities = log_win_probabilities(torch.zeros(1, 4), torch.tensor([3])).exp()
    np.testing.assert_allclose(probabilities, [[1 / 3, 1 / 3, 1 / 3, 0]], atol=1e-6)


def test_numpy_and_torch_agree(trained, tmp_path):
    network = CheckpointNetwork(trained.folder, "biblios")
    place = trained.tables.slices[1]  # the table with four seats
    rows, masks = trained.rollout.rows[3][place].numpy(), trained.rollout.masks[3][place].numpy()
    policy, _ = trained.learner.acting_weights()
    with torch.no_grad():
        outputs = forward(policy, trained._encode_row(torch.from_numpy(rows), torch.float32))
        log_probs, log_wins = split_outputs(
            outputs, torch.from_numpy(masks), torch.full((len(rows),), 4), 4
        )
    np.testing.assert_allclose(
        network.action_probabilities(rows, masks), log_probs.exp(), atol=1e-5
    )
    np.testing.assert_allclose(network.win_probabilities(rows, 4), log_wins.exp(), atol=1e-5)
    whole = trained.rollout.whole[3][place].numpy()
    assert network.critic_probabilities(whole, 4).sum(1) == pytest.approx(1, abs=1e-5)
    export_slim(trained.folder, tmp_path)
    small_network = CheckpointNetwork(tmp_path, "biblios")
    np.testing.assert_allclose(
        small_network.action_probabilities(rows, masks), log_probs.exp(), atol=5e-3
    )


def test_only_decisions_of_the_learner_are_used(trained):
    slots, seat_sets = assign_pool_slots([24, 16], [2, 4], 0.5, 2, 0.5)
    assert slots.shape == seat_sets.shape == (2, 10)
    assert set(seat_sets[slots < 24]) == {1, 2}
    four = seat_sets[slots >= 24]
    assert all(0 < n < 15 for n in four)
    alone = [n for n in four if bin(n).count("1") == 3]
    assert len(alone) >= len(four) // 2, "in every second slot the learner sits alone"
    assert 0.5 < trained.rollout.is_learner.float().mean() < 0.9


def test_a_full_pool_replaces_members():
    pool = OpponentPool(3, seed=1)
    for n in range(20):
        pool.add({"w": torch.full((2,), float(n))})
        kept = pool.weights["w"][:, 0].tolist()
        assert float(n) in kept
    assert len(set(kept)) == 3 and pool.added == 20


def test_a_pool_may_be_empty():
    assert OpponentPool(0, seed=1).stack_weights() == {}
    assert OpponentPool(2, seed=1).stack_weights() == {}, "until the first one comes in"


def test_the_default_settings_for_a_cpu_learn(tmp_path):
    """The command's settings for a CPU, unchanged: they have no pool."""
    settings = Settings("biblios", default_tables("biblios", [2])).replace_with(**CPU_SETTINGS)
    trainer = Trainer(settings, "cpu", tmp_path, log=lambda text: None)
    trainer.step()
    assert trainer.state.decisions > 0


def test_a_guest_is_an_imitation_in_the_pool(tmp_path):
    settings = make_small_settings(guests=("random", "random"), guest_deals=4, pool_interval=300)
    trainer = Trainer(settings, "cpu", tmp_path, log=lambda text: None)
    assert settings.pool_places == 4 and len(trainer.collector._pool_slots) == 4
    for _ in range(3):
        trainer.step()
    assert len(trainer.pool.stack_weights()["in.w"]) == 4
    trainer.save()
    again = Trainer(settings, "cpu", tmp_path, log=lambda text: None)
    for name, tensor in trainer.pool.stack_weights().items():
        assert torch.equal(tensor, again.pool.stack_weights()[name])
    assert (tmp_path / "journal.jsonl").read_text().count('"guest"') == 1, "trained once"


def test_the_learner_can_sit_alone_in_more_of_the_slots():
    _, seat_sets = assign_pool_slots([400], [4], 1.0, 2, 0.8)
    alone = [n for n in seat_sets.ravel() if bin(n).count("1") == 3]
    assert set(alone) == {7, 11, 13, 14}
    mixed_with_one = (len(seat_sets.ravel()) - len(alone)) / len(seat_sets.ravel())
    assert 0.1 < mixed_with_one <= 0.2, "of the mixtures some are alone too"
