"""Targets and advantages, compared with plain Python that follows each seat separately."""

import numpy as np
import pytest

torch = pytest.importorskip("torch")

from armarium.lab.train.learner import compute_targets, to_actor_order, to_seat_order  # noqa: E402

MAX_SEATS, STEPS, LAMBDA = 4, 23, 0.9


def _compute_plain_target(win_probabilities, final_probabilities, rewards, dones, actors, n):
    """Compute the target of every seat at every step for one slot with n seats, from the definition."""
    decay = LAMBDA ** (1 / n)

    def estimate(t, seat):
        probabilities = final_probabilities if t == STEPS else win_probabilities[t]
        return probabilities[(seat - actors[t]) % n]

    found = np.zeros((STEPS, n))
    for seat in range(n):
        for t in range(STEPS):
            total, weight = 0.0, 1.0
            for later in range(t, STEPS):
                if dones[later]:
                    total += weight * rewards[later, seat]
                    break
                ahead = estimate(later + 1, seat)
                if later == STEPS - 1:
                    total += weight * ahead
                    break
                total += weight * (1 - decay) * ahead
                weight *= decay
            found[t, seat] = total
    return found


def test_targets_follow_each_seat():
    rng = np.random.default_rng(3)
    seats = np.array([2, 3, 4, 4, 2])
    slots = len(seats)
    win_probabilities = np.zeros((STEPS, slots, MAX_SEATS), np.float32)
    final_probabilities = np.zeros((slots, MAX_SEATS), np.float32)
    rewards = np.zeros((STEPS, slots, MAX_SEATS), np.float32)
    dones = rng.random((STEPS, slots)) < 0.15
    actors = np.stack([rng.integers(0, n, STEPS + 1) for n in seats], 1).astype(np.int8)
    for i, n in enumerate(seats):
        win_probabilities[:, i, :n] = rng.dirichlet(np.ones(n), STEPS)
        final_probabilities[i, :n] = rng.dirichlet(np.ones(n))
        winners = rng.integers(0, n, STEPS)
        rewards[np.arange(STEPS), i, winners] = dones[:, i]
    arguments = [
        torch.from_numpy(a)
        for a in (win_probabilities, final_probabilities, rewards, dones, actors, seats)
    ]
    targets, advantages = compute_targets(*arguments, LAMBDA)  # type: ignore[call-arg]
    for i, n in enumerate(seats):
        plain = _compute_plain_target(
            win_probabilities[:, i],
            final_probabilities[i],
            rewards[:, i],
            dones[:, i],
            actors[:, i],
            n,
        )
        for t in range(STEPS):
            order = [(actors[t, i] + j) % n for j in range(n)]
            np.testing.assert_allclose(targets[t, i, :n], plain[t, order], atol=1e-6)
            assert advantages[t, i] == pytest.approx(
                plain[t, order[0]] - win_probabilities[t, i, 0], abs=1e-6
            )
            assert (targets[t, i, n:] == 0).all()
    np.testing.assert_allclose(targets.sum(-1), 1, atol=1e-5)


def test_the_critic_can_have_its_own_lambda():
    rng = np.random.default_rng(4)
    win_probabilities = torch.from_numpy(rng.dirichlet(np.ones(2), (STEPS, 3)).astype(np.float32))
    final_probabilities = torch.from_numpy(rng.dirichlet(np.ones(2), 3).astype(np.float32))
    dones = torch.zeros((STEPS, 3), dtype=torch.bool)
    actors = torch.from_numpy(rng.integers(0, 2, (STEPS + 1, 3)).astype(np.int8))
    arguments = (
        win_probabilities,
        final_probabilities,
        torch.zeros_like(win_probabilities),
        dones,
        actors,
        torch.full((3,), 2),
    )
    targets, advantages = compute_targets(*arguments, 0.5, 0.9)
    assert torch.equal(targets, compute_targets(*arguments, 0.9)[0])
    assert torch.equal(advantages, compute_targets(*arguments, 0.5)[1])


def test_seat_order_and_actor_order_are_inverse():
    probabilities = torch.tensor([[0.1, 0.2, 0.7, 0.0], [0.1, 0.2, 0.3, 0.4]])
    actors, seats = torch.tensor([2, 3]), torch.tensor([3, 4])
    rotated = to_actor_order(probabilities, actors, seats)
    expected = torch.tensor([[0.7, 0.1, 0.2, 0.0], [0.4, 0.1, 0.2, 0.3]])
    assert torch.equal(rotated, expected)
    assert torch.equal(to_seat_order(rotated, actors, seats), probabilities)
