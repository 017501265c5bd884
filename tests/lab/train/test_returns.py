"""What a decision was worth, against plain Python that follows each seat by itself."""

import numpy as np
import pytest

torch = pytest.importorskip("torch")

from armarium.lab.train.returns import absolute, relative, targets_of  # noqa: E402

MOST, STEPS, TRACE = 4, 23, 0.9


def _plain(chances, last, rewards, dones, actors, n):
    """One slot with n seats: the target of every seat at every step, by its own definition."""
    keep = TRACE ** (1 / n)

    def said(t, seat):
        told = last if t == STEPS else chances[t]
        return told[(seat - actors[t]) % n]

    found = np.zeros((STEPS, n))
    for seat in range(n):
        for t in range(STEPS):
            total, weight = 0.0, 1.0
            for later in range(t, STEPS):
                if dones[later]:
                    total += weight * rewards[later, seat]
                    break
                ahead = said(later + 1, seat)
                if later == STEPS - 1:
                    total += weight * ahead
                    break
                total += weight * (1 - keep) * ahead
                weight *= keep
            found[t, seat] = total
    return found


def test_each_seat_along_its_own_chances():
    rng = np.random.default_rng(3)
    seats = np.array([2, 3, 4, 4, 2])
    slots = len(seats)
    chances = np.zeros((STEPS, slots, MOST), np.float32)
    last = np.zeros((slots, MOST), np.float32)
    rewards = np.zeros((STEPS, slots, MOST), np.float32)
    dones = rng.random((STEPS, slots)) < 0.15
    actors = np.stack([rng.integers(0, n, STEPS + 1) for n in seats], 1).astype(np.int8)
    for i, n in enumerate(seats):
        chances[:, i, :n] = rng.dirichlet(np.ones(n), STEPS)
        last[i, :n] = rng.dirichlet(np.ones(n))
        winners = rng.integers(0, n, STEPS)
        rewards[np.arange(STEPS), i, winners] = dones[:, i]
    given = [torch.from_numpy(a) for a in (chances, last, rewards, dones, actors, seats)]
    targets, advantages = targets_of(*given, TRACE)
    for i, n in enumerate(seats):
        plain = _plain(chances[:, i], last[i], rewards[:, i], dones[:, i], actors[:, i], n)
        for t in range(STEPS):
            order = [(actors[t, i] + j) % n for j in range(n)]
            np.testing.assert_allclose(targets[t, i, :n], plain[t, order], atol=1e-6)
            assert advantages[t, i] == pytest.approx(
                plain[t, order[0]] - chances[t, i, 0], abs=1e-6
            )
            assert (targets[t, i, n:] == 0).all()
    np.testing.assert_allclose(targets.sum(-1), 1, atol=1e-5)


def test_counting_from_the_actor_and_back():
    told = torch.tensor([[0.1, 0.2, 0.7, 0.0], [0.1, 0.2, 0.3, 0.4]])
    actors, seats = torch.tensor([2, 3]), torch.tensor([3, 4])
    turned = relative(told, actors, seats)
    expected = torch.tensor([[0.7, 0.1, 0.2, 0.0], [0.4, 0.1, 0.2, 0.3]])
    assert torch.equal(turned, expected)
    assert torch.equal(absolute(turned, actors, seats), told)
