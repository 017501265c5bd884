"""A lesson: proximal policy optimisation on a round, in large minibatches."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import torch

from armarium.lab.train.company import Company
from armarium.lab.train.network import Reader, Weights, cast, chances_of, run, split
from armarium.lab.train.returns import targets_of
from armarium.lab.train.rollout import Round
from armarium.lab.train.settings import Settings
from armarium.lab.train.tables import Tables

__all__ = ["FIGURES", "Learner"]

FIGURES = ("gain", "entropy", "chances", "critic", "change", "clipped")


class Learner:
    """The weights that learn, and Adam."""

    def __init__(
        self, settings: Settings, tables: Tables, readers: tuple[Reader, Reader],
        policy: Weights, critic: Weights, fuse: Callable[..., Any], company: Company | None = None,
    ) -> None:  # fmt: skip
        self.settings, self.tables = settings, tables
        self.company = company or Company()
        self.kind = getattr(torch, settings.precision)
        self._row, self._whole_row = readers
        self.policy = {name: _learning(tensor, tables.device) for name, tensor in policy.items()}
        self.critic = {name: _learning(tensor, tables.device) for name, tensor in critic.items()}
        everything = [*self.policy.values(), *self.critic.values()]
        self.optimiser = torch.optim.Adam(
            everything, lr=0.0, eps=1e-5, fused=tables.device == "cuda"
        )
        self.lessons = 0  # steps of the optimiser so far, and since it began without moments
        self.since_cold = 0
        self._losses = fuse(self._loss)

    def acting(self) -> tuple[Weights, Weights]:
        """Both networks in the precision they play with."""
        with torch.no_grad():
            return cast(self.policy, self.kind), cast(self.critic, self.kind)

    def _loss(self, policy: Weights, critic: Weights, batch: dict[str, Any]) -> tuple[Any, Any]:
        settings, most, seats = self.settings, self.tables.most, batch["seats"]
        outputs = run(cast(policy, self.kind), self._row(batch["rows"], self.kind))
        odds, chances = split(outputs, batch["masks"], seats, most)
        chosen = odds.gather(1, batch["actions"].unsqueeze(1)).squeeze(1)
        change = chosen - batch["odds"]
        ratio, better = change.exp(), batch["advantages"]
        held = ratio.clamp(1 - settings.clip, 1 + settings.clip)
        gain = torch.min(ratio * better, held * better).mean()
        entropy = -(odds.exp() * odds).sum(-1).mean()
        own = -(batch["targets"] * chances).sum(-1).mean()
        judged = run(cast(critic, self.kind), self._whole_row(batch["whole"], self.kind))
        told = -(batch["targets"] * chances_of(judged[:, :most], seats)).sum(-1).mean()
        loss = settings.chances * own + told - gain - batch["entropy"] * entropy
        clipped = (ratio != held).float().mean()
        figures = (gain, entropy, own, told, (ratio - 1 - change).mean(), clipped)
        return loss, torch.stack([figure.detach() for figure in figures])

    def learn(self, round_: Round, decisions: float, generator: Any) -> tuple[int, Any]:
        """One lesson from a round; returns how many decisions everybody learnt from, and the mean figures."""
        settings, tables, company = self.settings, self.tables, self.company
        targets, advantages = targets_of(
            round_.chances, round_.last, round_.rewards, round_.dones, round_.actors, tables.seats,
            settings.trace,
        )  # fmt: skip
        ours = round_.is_ours.flatten().nonzero().squeeze(1)
        better = advantages.flatten()
        mean, spread = company.mean_and_spread(better[ours])
        flat = self._flat(round_, targets)
        flat["advantages"] = (better - mean) / (spread + 1e-8)
        weight = torch.tensor(settings.at(settings.entropy, decisions), device=tables.device)
        figures = []
        parts = company.fewest(len(ours) // settings.minibatch)
        assert parts, "a round has fewer decisions of ours than a minibatch"
        for _ in range(settings.epochs):
            order = ours[torch.randperm(len(ours), generator=generator, device=tables.device)]
            for n in range(parts):
                part = order[n * settings.minibatch : (n + 1) * settings.minibatch]
                batch = {name: tensor.index_select(0, part) for name, tensor in flat.items()}
                batch["entropy"] = weight
                figures.append(self._descend(batch, decisions))
        learnt = parts * settings.minibatch * company.size
        return learnt, company.mean(torch.stack(figures).mean(0))

    def _flat(self, round_: Round, targets: Any) -> dict[str, Any]:
        """A round as one long list of decisions."""
        seats = self.tables.seats.expand(round_.steps, -1)
        found = {
            "rows": round_.rows, "masks": round_.masks, "whole": round_.whole, "odds": round_.odds,
            "actions": round_.actions, "targets": targets, "seats": seats,
        }  # fmt: skip
        return {name: tensor.flatten(0, 1) for name, tensor in found.items()}

    def rehearse(self, round_: Round) -> None:
        """Go through the fused functions once; the gradients are thrown away."""
        flat = self._flat(round_, round_.chances)
        part = torch.arange(self.settings.minibatch, device=self.tables.device)
        batch = {name: tensor.index_select(0, part) for name, tensor in flat.items()}
        batch["advantages"] = torch.zeros(len(part), device=self.tables.device)
        batch["entropy"] = torch.zeros((), device=self.tables.device)
        self._losses(self.policy, self.critic, batch)[0].backward()
        self.optimiser.zero_grad()

    def _descend(self, batch: dict[str, Any], decisions: float) -> Any:
        settings = self.settings
        loss, figures = self._losses(self.policy, self.critic, batch)
        self.optimiser.zero_grad()
        loss.backward()
        self.company.average_gradients([*self.policy.values(), *self.critic.values()])
        for weights in (self.policy, self.critic):
            torch.nn.utils.clip_grad_norm_(weights.values(), settings.largest_gradient)
        warm = min(1.0, (self.since_cold + 1) / max(1, settings.warm_lessons))
        self.optimiser.param_groups[0]["lr"] = settings.at(settings.rate, decisions) * warm
        self.optimiser.step()
        self.lessons += 1
        self.since_cold += 1
        return figures

    def moments(self) -> dict[str, Any]:
        """Adam's memory, by the names of the weights."""
        found = {}
        for name, tensor in self.named().items():
            for part in ("exp_avg", "exp_avg_sq"):
                if tensor in self.optimiser.state:
                    found[f"{name}.{part}"] = self.optimiser.state[tensor][part]
        return found

    def put_moments(self, moments: dict[str, Any]) -> None:
        for name, tensor in self.named().items():
            if f"{name}.exp_avg" not in moments:
                continue
            parts = {
                part: moments[f"{name}.{part}"].float().to(tensor.device)
                for part in ("exp_avg", "exp_avg_sq")
            }
            where = tensor.device if self.tables.device == "cuda" else "cpu"
            parts["step"] = torch.tensor(float(self.since_cold), device=where)
            self.optimiser.state[tensor] = parts

    def named(self) -> Weights:
        return {
            **{f"policy.{name}": tensor for name, tensor in self.policy.items()},
            **{f"critic.{name}": tensor for name, tensor in self.critic.items()},
        }


def _learning(tensor: Any, device: str) -> Any:
    return tensor.float().to(device).requires_grad_()
