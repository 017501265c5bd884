"""A minimal PPO: one small network learns Biblios by self-play, on a CPU, and can be entered in the arena.

python examples/ppo.py --seeds 1 2 3 --decisions 3000000 (needs torch; see docs/research.md)
armarium arena examples/ppo.py:Policy novice

Observations, masks and rewards come from VectorGame. All seats act through the same network, each from its own row.
For each seat, a decision is followed by that seat's next decision, however often the others act in between.
"""

from __future__ import annotations

import argparse
import json
import os
import time
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch import nn

from armarium.lab.sampling import random_legal
from armarium.lab.vector import VectorGame

SLOTS, STEPS = 256, 128  # games in parallel, and decisions per game between two updates
EPOCHS, MINIBATCH, CLIP_RANGE = 4, 4096, 0.2
GAE_LAMBDA, ENTROPY_COEFFICIENT, LEARNING_RATE = 0.97, 0.01, 1e-3
FOLDER = Path("build/ppo")


class PolicyValueNetwork(nn.Module):
    """Takes a row; returns the logits of all actions and the expected share of the win."""

    def __init__(self, size: int, actions: int, width: int = 128) -> None:
        super().__init__()
        self.body = nn.Sequential(
            nn.Linear(size, width), nn.ReLU(), nn.Linear(width, width), nn.ReLU()
        )
        self.policy = nn.Linear(width, actions)
        self.value = nn.Linear(width, 1)
        nn.init.zeros_(self.policy.weight)  # start as a uniformly random player

    def forward(self, rows: torch.Tensor, masks: torch.Tensor) -> tuple[Any, torch.Tensor]:
        # Counts go up to 66, flags up to 1: logarithms bring them to one scale.
        hidden = self.body(torch.log1p(rows.float()))
        logits = self.policy(hidden).masked_fill(masks == 0, -1e9)
        return torch.distributions.Categorical(logits=logits), self.value(hidden).squeeze(-1)


def collect_rollout(games: VectorGame, network: PolicyValueNetwork) -> dict[str, torch.Tensor]:
    """Play STEPS decisions in every slot; return them with advantages and returns."""
    stored: dict[str, list[torch.Tensor]] = {
        name: [] for name in ("rows", "masks", "actions", "log_probs", "values", "actors")
    }
    rewards, dones = [], []
    for _ in range(STEPS):
        # The next step overwrites the arrays of a VectorGame, so copy what is stored.
        rows, masks = torch.tensor(games.observe()), torch.tensor(games.masks())
        with torch.no_grad():
            policy, values = network(rows, masks)
            actions = policy.sample()
        decision = (rows, masks, actions, policy.log_prob(actions), values)
        for name, tensor in zip(stored, (*decision, torch.tensor(games.actors).long())):
            stored[name].append(tensor)
        won, over = games.step(actions.numpy())
        rewards.append(torch.tensor(won))
        dones.append(torch.tensor(over))
    batch = {name: torch.stack(tensors) for name, tensors in stored.items()}
    batch["advantages"] = compute_advantages(games, network, batch, rewards, dones)
    batch["returns"] = batch["advantages"] + batch["values"]
    return {name: tensor.flatten(0, 1) for name, tensor in batch.items()}


def compute_advantages(
    games: VectorGame, network: PolicyValueNetwork,
    batch: dict[str, Any], rewards: list[Any], dones: list[Any]
) -> torch.Tensor:  # fmt: skip
    """Compute generalised advantage estimates backwards, for each seat along its own decisions."""
    slots, seats = torch.arange(SLOTS), range(games.seats)
    mask = torch.ones_like(batch["masks"][0])
    with torch.no_grad():
        next_values = [network(torch.tensor(games.observe(seat)), mask)[1] for seat in seats]
    value = torch.stack(next_values, 1)  # value of each seat at its next decision
    advantage, reward = torch.zeros_like(value), torch.zeros_like(value)
    found = torch.zeros(STEPS, SLOTS)
    for t in reversed(range(STEPS)):
        over = dones[t].unsqueeze(1)
        value, advantage = value.masked_fill(over, 0), advantage.masked_fill(over, 0)
        reward = torch.where(over, rewards[t], reward)
        seat = batch["actors"][t]
        now = batch["values"][t]
        error = reward[slots, seat] + value[slots, seat] - now
        found[t] = error + GAE_LAMBDA * advantage[slots, seat]
        value[slots, seat], advantage[slots, seat], reward[slots, seat] = now, found[t], 0.0
    return found


def update(
    network: PolicyValueNetwork, optimiser: torch.optim.Optimizer, batch: dict[str, Any]
) -> None:
    total = len(batch["actions"])
    for _ in range(EPOCHS):
        for part in torch.randperm(total).split(MINIBATCH):
            policy, values = network(batch["rows"][part], batch["masks"][part])
            ratio = (policy.log_prob(batch["actions"][part]) - batch["log_probs"][part]).exp()
            advantage = batch["advantages"][part]
            advantage = (advantage - advantage.mean()) / (advantage.std() + 1e-8)
            clipped = ratio.clamp(1 - CLIP_RANGE, 1 + CLIP_RANGE)
            surrogate = torch.min(ratio * advantage, clipped * advantage).mean()
            value_loss = (values - batch["returns"][part]).square().mean()
            loss = 0.5 * value_loss - surrogate - ENTROPY_COEFFICIENT * policy.entropy().mean()
            optimiser.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(network.parameters(), 0.5)
            optimiser.step()


def measure_against_random(network: PolicyValueNetwork, games: int, seats: int, seed: int) -> float:
    """Return the win share in the first game of each slot. The network alternates between the seats."""
    table = VectorGame("biblios", games, seats, seed=seed)
    own_seats = np.arange(games) % seats
    share = np.full(games, np.nan)
    rng = np.random.default_rng(seed)
    while np.isnan(share).any():
        masks = table.masks()
        with torch.no_grad():
            policy, _ = network(torch.tensor(table.observe()), torch.tensor(masks))
        at_random = random_legal(masks, rng)
        actions = np.where(table.actors == own_seats, policy.sample().numpy(), at_random)
        rewards, dones = table.step(actions)
        first = dones & np.isnan(share)
        share[first] = rewards[np.arange(games), own_seats][first]
    return float(share.mean())


def train(seed: int, decisions: int, seats: list[int]) -> None:
    torch.manual_seed(seed)
    tables = [VectorGame("biblios", SLOTS, n, seed=seed * 10**9) for n in seats]
    network = PolicyValueNetwork(tables[0].observe().shape[1], len(tables[0].actions))
    optimiser = torch.optim.Adam(network.parameters(), LEARNING_RATE)
    round_size = SLOTS * STEPS * len(tables)
    updates = -(-decisions // round_size)
    curve: list[tuple[int, float, float]] = []
    started = time.perf_counter(), time.process_time()

    def log_progress(number: int, games: int) -> None:
        """Add a point to the learning curve: decisions, seconds, win share."""
        share = measure_against_random(network, games, seats[0], seed=7_000_000_000 + games)
        wall, cpu = time.perf_counter() - started[0], time.process_time() - started[1]
        curve.append((number * round_size, wall, share))
        times = f"{wall:5.0f} s ({cpu:.0f} s of work)"
        line = f"seed {seed}: {curve[-1][0]:9,} decisions, {times}: {share:.1%} of {games}"
        print(line, flush=True)

    for number in range(updates):
        if number % 8 == 0:
            log_progress(number, games=400)
        optimiser.param_groups[0]["lr"] = LEARNING_RATE * (1 - number / updates)
        rounds = [collect_rollout(games, network) for games in tables]
        update(
            network, optimiser, {name: torch.cat([r[name] for r in rounds]) for name in rounds[0]}
        )
    log_progress(updates, games=2000)
    FOLDER.mkdir(parents=True, exist_ok=True)
    torch.save(network.state_dict(), FOLDER / f"seed-{seed}.pt")
    (FOLDER / f"seed-{seed}.json").write_text(json.dumps(curve))


class Policy:
    """The network of seed 1, or of PPO_SEED, as a player: it takes the most likely action."""

    def __init__(self) -> None:
        torch.set_num_threads(1)
        weights = torch.load(FOLDER / f"seed-{os.environ.get('PPO_SEED', '1')}.pt")
        size, actions = weights["body.0.weight"].shape[1], len(weights["policy.bias"])
        self.network = PolicyValueNetwork(size, actions)
        self.network.load_state_dict(weights)

    def choose_batch(self, rows: np.ndarray, masks: np.ndarray) -> np.ndarray:
        with torch.no_grad():
            choice, _ = self.network(torch.tensor(rows), torch.tensor(masks))
        codes: np.ndarray = choice.logits.argmax(1).numpy()
        return codes


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seeds", type=int, nargs="+", default=[1, 2, 3])
    parser.add_argument("--seats", type=int, nargs="+", default=[2], choices=[2, 3, 4])
    parser.add_argument("--decisions", type=int, default=3_000_000, help="per seed")
    arguments = parser.parse_args()
    for seed in arguments.seeds:
        train(seed, arguments.decisions, arguments.seats)


if __name__ == "__main__":
    main()
