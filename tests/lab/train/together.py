"""Functions that both processes run in the tests of the process group. The second process imports this module."""

from pathlib import Path

import numpy as np
import torch

from armarium.lab.train.learner import compute_targets
from armarium.lab.train.process_group import ProcessGroup
from armarium.lab.train.trainer import Trainer
from tests.lab.train.small_settings import make_small_settings


def _make_trainer(folder, group, **changes):
    torch.set_num_threads(1)
    return Trainer(make_small_settings(**changes), "cpu", folder, lambda text: None, group)


def train(group, arguments):
    """Train for some rollouts; each process saves its result."""
    trainer = _make_trainer(arguments["folder"], group)
    for _ in range(arguments["rollouts"]):
        metrics = trainer.step()
    trainer.save()
    weights = {k: t.detach().numpy() for k, t in trainer.learner.named_weights().items()}
    np.savez(
        Path(arguments["notes"]) / f"{group.rank}.npz",
        decisions=trainer.state.decisions,
        surrogate=metrics["surrogate"],
        rows=trainer.rollout.rows.numpy(),
        **weights,
    )


def compute_gradients(group, arguments):
    """Compute the gradient of one rollout, and the average of the gradients of its halves."""
    folder = arguments["folder"] / str(group.rank)
    trainer = _make_trainer(folder, ProcessGroup())
    trainer.step()
    learner, rollout = trainer.learner, trainer.rollout
    targets, advantages = compute_targets(
        rollout.win_probabilities, rollout.final_probabilities, rollout.rewards, rollout.dones, rollout.actors,
        trainer.tables.seats, 0.9,
    )  # fmt: skip
    flat = learner._flatten(rollout, targets) | {"advantages": advantages.flatten()}
    count = len(flat["actions"]) // 2 * 2
    half = range(group.rank * count // 2, (group.rank + 1) * count // 2)
    parameters = [*learner.policy.values(), *learner.critic.values()]
    generator = torch.Generator().manual_seed(1)
    with torch.no_grad():  # after so few rollouts the weights are nearly zero, so perturb them
        for tensor in parameters:
            tensor += 0.1 * torch.randn(tensor.shape, generator=generator)
    found = []
    for part in (range(count), half):
        batch = {name: tensor[part.start : part.stop] for name, tensor in flat.items()}
        batch["entropy_coefficient"] = torch.tensor(0.01)
        learner.optimiser.zero_grad()
        learner._loss(learner.policy, learner.critic, batch)[0].backward()
        if part == half:
            group.average_gradients(parameters)
        found.append(torch.cat([tensor.grad.flatten() for tensor in parameters]).numpy())
    advantages = flat["advantages"]
    spread = [
        float(figure)
        for who, values in ((group, advantages[half.start : half.stop]), (ProcessGroup(), advantages[:count]))
        for figure in who.mean_and_std(values)
    ]  # fmt: skip
    np.savez(
        Path(arguments["notes"]) / f"{group.rank}.npz",
        whole=found[0],
        halves=found[1],
        spread=spread,
    )
