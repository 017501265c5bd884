"""Learn from a rollout: compute lambda returns as targets, then run PPO minibatch updates."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import torch

from armarium.lab.train.network import (
    FeatureEncoder,
    Weights,
    cast,
    forward,
    log_win_probabilities,
    split_outputs,
)
from armarium.lab.train.process_group import ProcessGroup
from armarium.lab.train.rollout import Rollout
from armarium.lab.train.settings import Settings
from armarium.lab.train.tables import Tables

__all__ = ["METRICS", "Learner", "compute_targets", "to_actor_order", "to_seat_order"]


def to_seat_order(probabilities: Any, actors: Any, seats: Any) -> Any:
    """Reorder probabilities from actor order (the actor first) to seat order."""
    numbers = torch.arange(probabilities.shape[-1], device=probabilities.device)
    return _permute(probabilities, numbers - actors.unsqueeze(-1), seats)


def to_actor_order(probabilities: Any, actors: Any, seats: Any) -> Any:
    """Reorder probabilities from seat order to actor order (the actor first)."""
    numbers = torch.arange(probabilities.shape[-1], device=probabilities.device)
    return _permute(probabilities, numbers + actors.unsqueeze(-1), seats)


def _permute(probabilities: Any, index: Any, seats: Any) -> Any:
    seats = seats.unsqueeze(-1)
    numbers = torch.arange(probabilities.shape[-1], device=probabilities.device)
    return probabilities.gather(-1, index % seats).masked_fill(numbers >= seats, 0.0)


def compute_targets(
    win_probabilities: Any, final_probabilities: Any, rewards: Any, dones: Any, actors: Any, seats: Any,
    gae_lambda: float, value_lambda: float | None = None,
) -> tuple[Any, Any]:  # fmt: skip
    """Return the critic's targets, in actor order, and the advantages of the decisions.

    `win_probabilities` (steps, slots, max_seats) are the critic's estimates before each decision, and
    `final_probabilities` those after the rollout; both start with the actor. `actors` has one more row than there are
    steps. `rewards` are in seat order. Without `value_lambda` both use `gae_lambda`.
    """
    arguments = (win_probabilities, final_probabilities, rewards, dones, actors.long(), seats)
    returns = _compute_lambda_returns(*arguments, gae_lambda)
    targets = (
        returns
        if value_lambda is None or value_lambda == gae_lambda
        else _compute_lambda_returns(*arguments, value_lambda)
    )
    return targets, returns[..., 0] - win_probabilities[..., 0]


def _compute_lambda_returns(
    win_probabilities: Any,
    final_probabilities: Any,
    rewards: Any,
    dones: Any,
    actors: Any,
    seats: Any,
    lambda_: float,
) -> Any:
    steps = len(dones)
    decay = (lambda_ ** (1.0 / seats.double())).float().unsqueeze(-1)
    next_values = to_seat_order(
        final_probabilities, actors[steps], seats
    )  # the critic's estimate after the step
    target = next_values
    targets = torch.empty_like(win_probabilities)
    for t in reversed(range(steps)):
        mixed = (1 - decay) * next_values + decay * target
        target = torch.where(dones[t].unsqueeze(-1), rewards[t], mixed)
        targets[t] = to_actor_order(target, actors[t], seats)
        next_values = to_seat_order(win_probabilities[t], actors[t], seats)
    return targets


METRICS = ("surrogate", "entropy", "value_loss", "critic_loss", "approx_kl", "clip_fraction")


class Learner:
    """The policy and the critic in training, with their Adam optimiser."""

    def __init__(
        self, settings: Settings, tables: Tables, encoders: tuple[FeatureEncoder, FeatureEncoder],
        policy: Weights, critic: Weights, compile_: Callable[..., Any], group: ProcessGroup | None = None,
    ) -> None:  # fmt: skip
        self.settings, self.tables = settings, tables
        self.group = group or ProcessGroup()
        self.dtype = getattr(torch, settings.precision)
        self._encode_row, self._encode_whole = encoders
        self.policy = {name: _trainable(tensor, tables.device) for name, tensor in policy.items()}
        self.critic = {name: _trainable(tensor, tables.device) for name, tensor in critic.items()}
        parameters = [*self.policy.values(), *self.critic.values()]
        self.optimiser = torch.optim.Adam(
            parameters, lr=0.0, eps=1e-5, fused=tables.device == "cuda"
        )
        self.average: Weights = (
            {name: tensor.detach().clone() for name, tensor in self.named_weights().items()}
            if settings.average_decay
            else {}
        )
        self.optimiser_steps = 0  # optimiser steps in total, and since Adam's moments were reset
        self.steps_since_reset = 0
        self._compiled_loss = compile_(self._loss)

    def acting_weights(self) -> tuple[Weights, Weights]:
        """Return both networks in the precision used for playing."""
        with torch.no_grad():
            return cast(self.policy, self.dtype), cast(self.critic, self.dtype)

    def _loss(self, policy: Weights, critic: Weights, batch: dict[str, Any]) -> tuple[Any, Any]:
        settings, max_seats, seats = self.settings, self.tables.max_seats, batch["seats"]
        outputs = forward(cast(policy, self.dtype), self._encode_row(batch["rows"], self.dtype))
        log_probs, log_wins = split_outputs(outputs, batch["masks"], seats, max_seats)
        chosen = log_probs.gather(1, batch["actions"].unsqueeze(1)).squeeze(1)
        log_ratio = chosen - batch["log_probs"]
        ratio, advantage = log_ratio.exp(), batch["advantages"]
        clipped = ratio.clamp(1 - settings.clip_range, 1 + settings.clip_range)
        surrogate = torch.min(ratio * advantage, clipped * advantage).mean()
        entropy = -(log_probs.exp() * log_probs).sum(-1).mean()
        value_loss = -(batch["targets"] * log_wins).sum(-1).mean()
        outputs = forward(cast(critic, self.dtype), self._encode_whole(batch["whole"], self.dtype))
        critic_log_wins = log_win_probabilities(outputs[:, :max_seats], seats)
        critic_loss = -(batch["targets"] * critic_log_wins).sum(-1).mean()
        # Schulman's estimator of KL(acting ‖ learning): its gradient is unbiased for samples of the acting policy.
        kl = (ratio - 1 - log_ratio).mean()
        loss = settings.value_coefficient * value_loss + critic_loss
        loss = loss - surrogate - batch["entropy_coefficient"] * entropy
        if settings.kl_coefficient:
            loss = loss + settings.kl_coefficient * kl
        clip_fraction = (ratio != clipped).float().mean()
        metrics = (surrogate, entropy, value_loss, critic_loss, kl, clip_fraction)
        return loss, torch.stack([metric.detach() for metric in metrics])

    def update(self, rollout: Rollout, decisions: float, generator: Any) -> tuple[int, Any]:
        """Run one PPO update on a rollout; return the number of decisions over all processes, and the mean metrics."""
        settings, tables, group = self.settings, self.tables, self.group
        targets, advantages = compute_targets(
            rollout.win_probabilities, rollout.final_probabilities, rollout.rewards, rollout.dones, rollout.actors,
            tables.seats, settings.gae_lambda, settings.value_lambda or settings.gae_lambda,
        )  # fmt: skip
        is_used = rollout.is_learner
        if settings.skip_forced:
            is_used = is_used & (rollout.masks != 0).sum(-1).gt(1)
        used = is_used.flatten().nonzero().squeeze(1)
        advantages = advantages.flatten()
        mean, std = group.mean_and_std(advantages[used])
        flat = self._flatten(rollout, targets)
        flat["advantages"] = (advantages - mean) / (std + 1e-8)
        entropy_coefficient = settings.interpolate(settings.entropy_coefficient, decisions)
        entropy_weight = torch.tensor(entropy_coefficient, device=tables.device)
        metrics = []
        minibatches = group.minimum(len(used) // settings.minibatch_size)
        assert minibatches, "a rollout has fewer decisions to learn from than a minibatch"
        for _ in range(settings.epochs):
            order = used[torch.randperm(len(used), generator=generator, device=tables.device)]
            for n in range(minibatches):
                part = order[n * settings.minibatch_size : (n + 1) * settings.minibatch_size]
                batch = {name: tensor.index_select(0, part) for name, tensor in flat.items()}
                batch["entropy_coefficient"] = entropy_weight
                metrics.append(self._step(batch, decisions))
        decisions_used = minibatches * settings.minibatch_size * group.size
        return decisions_used, group.mean(torch.stack(metrics).mean(0))

    def _flatten(self, rollout: Rollout, targets: Any) -> dict[str, Any]:
        """Return a rollout as one long list of decisions."""
        seats = self.tables.seats.expand(rollout.steps, -1)
        found = {
            "rows": rollout.rows, "masks": rollout.masks, "whole": rollout.whole, "log_probs": rollout.log_probs,
            "actions": rollout.actions, "targets": targets, "seats": seats,
        }  # fmt: skip
        return {name: tensor.flatten(0, 1) for name, tensor in found.items()}

    def precompile(self, rollout: Rollout) -> None:
        """Run the compiled functions once, so that torch compiles them. The gradients are discarded."""
        flat = self._flatten(rollout, rollout.win_probabilities)
        part = torch.arange(self.settings.minibatch_size, device=self.tables.device)
        batch = {name: tensor.index_select(0, part) for name, tensor in flat.items()}
        batch["advantages"] = torch.zeros(len(part), device=self.tables.device)
        batch["entropy_coefficient"] = torch.zeros((), device=self.tables.device)
        self._compiled_loss(self.policy, self.critic, batch)[0].backward()
        self.optimiser.zero_grad()

    def _step(self, batch: dict[str, Any], decisions: float) -> Any:
        settings = self.settings
        loss, metrics = self._compiled_loss(self.policy, self.critic, batch)
        self.optimiser.zero_grad()
        loss.backward()
        self.group.average_gradients([*self.policy.values(), *self.critic.values()])
        for weights in (self.policy, self.critic):
            torch.nn.utils.clip_grad_norm_(weights.values(), settings.max_grad_norm)
        warmup = min(1.0, (self.steps_since_reset + 1) / max(1, settings.warmup_updates))
        self.optimiser.param_groups[0]["lr"] = (
            settings.interpolate(settings.learning_rate, decisions) * warmup
        )
        self.optimiser.step()
        if settings.average_decay:
            self._update_average()
        self.optimiser_steps += 1
        self.steps_since_reset += 1
        return metrics

    @torch.no_grad()  # type: ignore[untyped-decorator,unused-ignore]
    def _update_average(self) -> None:
        """Update the moving average of the weights; in the first steps it is the plain mean."""
        weight = max(1 - self.settings.average_decay, 1 / (self.steps_since_reset + 2))
        weights = self.named_weights()
        torch._foreach_lerp_(
            [self.average[name] for name in weights], [tensor.data for tensor in weights.values()], weight
        )  # fmt: skip

    def get_moments(self) -> dict[str, Any]:
        """Return Adam's moments by the names of the weights."""
        found = {}
        for name, tensor in self.named_weights().items():
            for part in ("exp_avg", "exp_avg_sq"):
                if tensor in self.optimiser.state:
                    found[f"{name}.{part}"] = self.optimiser.state[tensor][part]
        return found

    def set_moments(self, moments: dict[str, Any]) -> None:
        for name, tensor in self.named_weights().items():
            if f"{name}.exp_avg" not in moments:
                continue
            parts = {
                part: moments[f"{name}.{part}"].float().to(tensor.device)
                for part in ("exp_avg", "exp_avg_sq")
            }
            device = tensor.device if self.tables.device == "cuda" else "cpu"
            parts["step"] = torch.tensor(float(self.steps_since_reset), device=device)
            self.optimiser.state[tensor] = parts

    def named_weights(self) -> Weights:
        return {
            **{f"policy.{name}": tensor for name, tensor in self.policy.items()},
            **{f"critic.{name}": tensor for name, tensor in self.critic.items()},
        }


def _trainable(tensor: Any, device: str) -> Any:
    return tensor.float().to(device).requires_grad_()
