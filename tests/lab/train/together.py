"""What each of two processes does in the tests of learning together; the second one imports it afresh."""

from pathlib import Path

import numpy as np
import torch

from armarium.lab.train.company import Company
from armarium.lab.train.returns import targets_of
from armarium.lab.train.trainer import Trainer
from tests.lab.train.small import small


def _quiet(folder, company, **changes):
    torch.set_num_threads(1)
    return Trainer(small(**changes), "cpu", folder, lambda text: None, company)


def rounds(company, asked):
    """Some rounds and lessons; each process notes what it has at the end."""
    trainer = _quiet(asked["folder"], company)
    for _ in range(asked["rounds"]):
        told = trainer.play_and_learn()
    trainer.save()
    weights = {k: t.detach().numpy() for k, t in trainer.learner.named().items()}
    np.savez(
        Path(asked["notes"]) / f"{company.rank}.npz",
        decisions=trainer.standing.decisions,
        gain=told["gain"],
        rows=trainer.round.rows.numpy(),
        **weights,
    )


def gradients(company, asked):
    """The same round in both: the gradient of all of it, and the average of one half each."""
    folder = asked["folder"] / str(company.rank)
    trainer = _quiet(folder, Company())
    trainer.play_and_learn()
    learner, round_ = trainer.learner, trainer.round
    targets, better = targets_of(
        round_.chances, round_.last, round_.rewards, round_.dones, round_.actors,
        trainer.tables.seats, 0.9,
    )  # fmt: skip
    flat = learner._flat(round_, targets) | {"advantages": better.flatten()}
    count = len(flat["actions"]) // 2 * 2
    half = range(company.rank * count // 2, (company.rank + 1) * count // 2)
    everything = [*learner.policy.values(), *learner.critic.values()]
    chance = torch.Generator().manual_seed(1)
    with torch.no_grad():  # so few rounds teach nothing yet: let it have opinions
        for tensor in everything:
            tensor += 0.1 * torch.randn(tensor.shape, generator=chance)
    found = []
    for part in (range(count), half):
        batch = {name: tensor[part.start : part.stop] for name, tensor in flat.items()}
        batch["entropy"] = torch.tensor(0.01)
        learner.optimiser.zero_grad()
        learner._loss(learner.policy, learner.critic, batch)[0].backward()
        if part == half:
            company.average_gradients(everything)
        found.append(torch.cat([tensor.grad.flatten() for tensor in everything]).numpy())
    advantages = flat["advantages"]
    spread = [
        float(figure)
        for who, values in ((company, advantages[half.start : half.stop]), (Company(), advantages[:count]))
        for figure in who.mean_and_spread(values)
    ]  # fmt: skip
    np.savez(
        Path(asked["notes"]) / f"{company.rank}.npz", whole=found[0], halves=found[1], spread=spread
    )
