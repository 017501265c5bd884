"""A minimal PPO: one small network learns Biblios for two by playing against itself, on a CPU.

python examples/ppo.py --seeds 1 2 3 --decisions 3000000      (needs torch; docs/research.md says how to get it)

Observations, masks and rewards come from VectorGame. Both seats act through the same network, each from its own
row; a decision is followed, for its seat, by that seat's next decision, however often the other acts in between.
"""

from __future__ import annotations

import argparse
import json
import time
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch import nn

from armarium.lab.vector import VectorGame

SEATS = 2
SLOTS, STEPS = 256, 128  # games side by side, and decisions in each between two updates
EPOCHS, MINIBATCH, CLIP = 4, 4096, 0.2
GAE, ENTROPY, RATE = 0.97, 0.01, 1e-3
FOLDER = Path("build/ppo")


class Network(nn.Module):
    """A row in; logits of all actions and the expected share of the win out."""

    def __init__(self, size: int, actions: int, width: int = 128) -> None:
        super().__init__()
        self.body = nn.Sequential(
            nn.Linear(size, width), nn.ReLU(), nn.Linear(width, width), nn.ReLU()
        )
        self.policy = nn.Linear(width, actions)
        self.value = nn.Linear(width, 1)
        nn.init.zeros_(self.policy.weight)  # begin as a uniformly random player

    def forward(self, rows: torch.Tensor, masks: torch.Tensor) -> tuple[Any, torch.Tensor]:
        # Counts reach 66, flags 1: their logarithms are of one size.
        hidden = self.body(torch.log1p(rows.float()))
        logits = self.policy(hidden).masked_fill(masks == 0, -1e9)
        return torch.distributions.Categorical(logits=logits), self.value(hidden).squeeze(-1)


def rollout(games: VectorGame, network: Network) -> dict[str, torch.Tensor]:
    """STEPS decisions of every slot, with advantages and returns."""
    kept: dict[str, list[torch.Tensor]] = {
        name: [] for name in ("rows", "masks", "actions", "chance", "values", "actors")
    }
    rewards, dones = [], []
    for _ in range(STEPS):
        # The arrays of a VectorGame are written over by the next step: what is kept is copied.
        rows, masks = torch.tensor(games.observe()), torch.tensor(games.masks())
        with torch.no_grad():
            choice, values = network(rows, masks)
            actions = choice.sample()
        told = (rows, masks, actions, choice.log_prob(actions), values)
        for name, tensor in zip(kept, (*told, torch.tensor(games.actors).long())):
            kept[name].append(tensor)
        won, over = games.step(actions.numpy())
        rewards.append(torch.tensor(won))
        dones.append(torch.tensor(over))
    batch = {name: torch.stack(tensors) for name, tensors in kept.items()}
    batch["advantages"] = advantages(games, network, batch, rewards, dones)
    batch["returns"] = batch["advantages"] + batch["values"]
    return {name: tensor.flatten(0, 1) for name, tensor in batch.items()}


def advantages(
    games: VectorGame, network: Network, batch: dict[str, Any], rewards: list[Any], dones: list[Any]
) -> torch.Tensor:
    """Generalised advantage estimation, each seat along its own decisions, from the last one back."""
    slots = torch.arange(SLOTS)
    mask = torch.ones_like(batch["masks"][0])
    with torch.no_grad():
        ahead = [network(torch.tensor(games.observe(seat)), mask)[1] for seat in range(SEATS)]
    value = torch.stack(ahead, 1)  # of each seat at its next decision
    advantage, reward = torch.zeros(SLOTS, SEATS), torch.zeros(SLOTS, SEATS)
    found = torch.zeros(STEPS, SLOTS)
    for t in reversed(range(STEPS)):
        over = dones[t].unsqueeze(1)
        value, advantage = value.masked_fill(over, 0), advantage.masked_fill(over, 0)
        reward = torch.where(over, rewards[t], reward)
        seat = batch["actors"][t]
        now = batch["values"][t]
        error = reward[slots, seat] + value[slots, seat] - now
        found[t] = error + GAE * advantage[slots, seat]
        value[slots, seat], advantage[slots, seat], reward[slots, seat] = now, found[t], 0.0
    return found


def learn(network: Network, optimiser: torch.optim.Optimizer, batch: dict[str, Any]) -> None:
    total = len(batch["actions"])
    for _ in range(EPOCHS):
        for part in torch.randperm(total).split(MINIBATCH):
            choice, values = network(batch["rows"][part], batch["masks"][part])
            ratio = (choice.log_prob(batch["actions"][part]) - batch["chance"][part]).exp()
            better = batch["advantages"][part]
            better = (better - better.mean()) / (better.std() + 1e-8)
            gain = torch.min(ratio * better, ratio.clamp(1 - CLIP, 1 + CLIP) * better).mean()
            miss = (values - batch["returns"][part]).square().mean()
            loss = 0.5 * miss - gain - ENTROPY * choice.entropy().mean()
            optimiser.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(network.parameters(), 0.5)
            optimiser.step()


def share_against_random(network: Network, games: int, seed: int) -> float:
    """Of the wins, in the first game of each slot; the network sits in seat 0 of every second slot."""
    table = VectorGame("biblios", games, SEATS, seed=seed)
    mine = np.arange(games) % SEATS
    share = np.full(games, np.nan)
    rng = np.random.default_rng(seed)
    while np.isnan(share).any():
        masks = table.masks()
        with torch.no_grad():
            choice, _ = network(torch.tensor(table.observe()), torch.tensor(masks))
        at_random = (masks * rng.random(masks.shape)).argmax(1)
        actions = np.where(table.actors == mine, choice.sample().numpy(), at_random)
        rewards, dones = table.step(actions)
        first = dones & np.isnan(share)
        share[first] = rewards[np.arange(games), mine][first]
    return float(share.mean())


def train(seed: int, decisions: int) -> None:
    torch.manual_seed(seed)
    games = VectorGame("biblios", SLOTS, SEATS, seed=seed * 10**9)
    network = Network(games.observe().shape[1], len(games.actions))
    optimiser = torch.optim.Adam(network.parameters(), RATE)
    rounds = -(-decisions // (SLOTS * STEPS))
    curve: list[tuple[int, float, float]] = []
    begun = time.perf_counter(), time.process_time()
    for number in range(rounds):
        if number % 8 == 0:
            note(curve, seed, number, network, begun, games=400)
        optimiser.param_groups[0]["lr"] = RATE * (1 - number / rounds)
        learn(network, optimiser, rollout(games, network))
    note(curve, seed, rounds, network, begun, games=2000)
    FOLDER.mkdir(parents=True, exist_ok=True)
    torch.save(network.state_dict(), FOLDER / f"seed-{seed}.pt")
    (FOLDER / f"seed-{seed}.json").write_text(json.dumps(curve))


def note(
    curve: list[Any],
    seed: int,
    number: int,
    network: Network,
    begun: tuple[float, float],
    games: int,
) -> None:
    """A point of the learning curve: decisions, seconds, share of the wins."""
    share = share_against_random(network, games, seed=7_000_000_000 + games)
    wall, busy = time.perf_counter() - begun[0], time.process_time() - begun[1]
    curve.append((number * SLOTS * STEPS, wall, share))
    times = f"{wall:5.0f} s ({busy:.0f} s of work)"
    print(f"seed {seed}: {curve[-1][0]:9,} decisions, {times}: {share:.1%} of {games}", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seeds", type=int, nargs="+", default=[1, 2, 3])
    parser.add_argument("--decisions", type=int, default=3_000_000, help="to learn from, a seed")
    asked = parser.parse_args()
    for seed in asked.seeds:
        train(seed, asked.decisions)


if __name__ == "__main__":
    main()
