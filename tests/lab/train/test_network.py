"""Both networks, in torch and in NumPy."""

import numpy as np
import pytest

torch = pytest.importorskip("torch")

from armarium.lab.train.checkpoint import slim  # noqa: E402
from armarium.lab.train.command import SMALL  # noqa: E402
from armarium.lab.train.network import chances_of, run, split  # noqa: E402
from armarium.lab.train.pool import Pool, league_slots  # noqa: E402
from armarium.lab.train.prior import Prior  # noqa: E402
from armarium.lab.train.settings import Settings, default_tables  # noqa: E402
from armarium.lab.train.trainer import Trainer  # noqa: E402
from tests.lab.train.small import small  # noqa: E402


@pytest.fixture(scope="module")
def trained(tmp_path_factory):
    torch.set_num_threads(1)
    trainer = Trainer(small(rate=((0.0, 0.01),)), "cpu", tmp_path_factory.mktemp("training"))
    for _ in range(30):
        trainer.play_and_learn()
    trainer.save()
    return trainer


def test_chances_of_the_seats_that_sit_there_sum_to_1(trained):
    policy, _ = trained.learner.acting()
    rows, masks = trained.round.rows[0], trained.round.masks[0]
    seats = trained.tables.seats
    odds, chances = split(run(policy, trained._reader(rows, torch.float32)), masks, seats, 4)
    for told in (chances.exp(), trained.round.chances[0]):
        np.testing.assert_allclose(told.detach().sum(1), 1, atol=1e-5)
        assert (told[torch.arange(4) >= seats.unsqueeze(1)] == 0).all()
        assert not torch.allclose(told[0, :2].detach(), torch.tensor([0.5, 0.5])), "it has learnt"
    np.testing.assert_allclose(odds.exp().detach().sum(1), 1, atol=1e-5)
    assert (odds.exp()[masks == 0] == 0).all()


def test_nobody_is_preferred_at_first():
    told = chances_of(torch.zeros(1, 4), torch.tensor([3])).exp()
    np.testing.assert_allclose(told, [[1 / 3, 1 / 3, 1 / 3, 0]], atol=1e-6)


def test_numpy_tells_what_torch_tells(trained, tmp_path):
    prior = Prior(trained.folder, "biblios")
    place = trained.tables.places[1]  # the table with four seats
    rows, masks = trained.round.rows[3][place].numpy(), trained.round.masks[3][place].numpy()
    policy, _ = trained.learner.acting()
    with torch.no_grad():
        outputs = run(policy, trained._reader(torch.from_numpy(rows), torch.float32))
        odds, chances = split(outputs, torch.from_numpy(masks), torch.full((len(rows),), 4), 4)
    np.testing.assert_allclose(prior.odds(rows, masks), odds.exp(), atol=1e-5)
    np.testing.assert_allclose(prior.chances(rows, 4), chances.exp(), atol=1e-5)
    whole = trained.round.whole[3][place].numpy()
    assert prior.judged(whole, 4).sum(1) == pytest.approx(1, abs=1e-5)
    slim(trained.folder, tmp_path)
    small_prior = Prior(tmp_path, "biblios")
    np.testing.assert_allclose(small_prior.odds(rows, masks), odds.exp(), atol=5e-3)


def test_only_decisions_of_the_newest_are_learnt_from(trained):
    slots, theirs = league_slots([24, 16], [2, 4], 0.5, 2, 0.5)
    assert slots.shape == theirs.shape == (2, 10)
    assert set(theirs[slots < 24]) == {1, 2}
    four = theirs[slots >= 24]
    assert all(0 < n < 15 for n in four)
    alone = [n for n in four if bin(n).count("1") == 3]
    assert len(alone) >= len(four) // 2, "in every second slot the newest sits alone among them"
    assert 0.5 < trained.round.is_ours.float().mean() < 0.9


def test_the_pool_keeps_some_and_lets_some_go():
    pool = Pool(3, seed=1)
    for n in range(20):
        pool.add({"w": torch.full((2,), float(n))})
        kept = pool.weights["w"][:, 0].tolist()
        assert float(n) in kept
    assert len(set(kept)) == 3 and pool.added == 20


def test_a_pool_may_be_empty():
    assert Pool(0, seed=1).seated() == {}
    assert Pool(2, seed=1).seated() == {}, "until the first one comes in"


def test_what_a_cpu_does_without_settings_learns(tmp_path):
    """The command's own small settings, as they are: they have no pool."""
    settings = Settings("biblios", default_tables("biblios", [2])).changed(**SMALL)
    trainer = Trainer(settings, "cpu", tmp_path, say=lambda text: None)
    trainer.play_and_learn()
    assert trainer.standing.decisions > 0


def test_a_guest_is_an_imitation_that_sits_in_the_pool(tmp_path):
    settings = small(guests=("random", "random"), guest_deals=4, pool_every=300)
    trainer = Trainer(settings, "cpu", tmp_path, say=lambda text: None)
    assert settings.places == 4 and len(trainer.stage._league) == 4
    for _ in range(3):
        trainer.play_and_learn()
    assert len(trainer.pool.seated()["in.w"]) == 4
    trainer.save()
    again = Trainer(settings, "cpu", tmp_path, say=lambda text: None)
    for name, tensor in trainer.pool.seated().items():
        assert torch.equal(tensor, again.pool.seated()[name])
    assert (tmp_path / "journal.jsonl").read_text().count('"guest"') == 1, "learnt once"


def test_the_newest_may_sit_alone_in_more_of_the_slots():
    _, theirs = league_slots([400], [4], 1.0, 2, 0.8)
    alone = [n for n in theirs.ravel() if bin(n).count("1") == 3]
    assert set(alone) == {7, 11, 13, 14}
    mixed_with_one = (len(theirs.ravel()) - len(alone)) / len(theirs.ravel())
    assert 0.1 < mixed_with_one <= 0.2, "of the mixtures some are alone too"
