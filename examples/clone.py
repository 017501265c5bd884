"""From training to the arena: a linear policy learns from a built-in player, is saved, and plays a match.

python examples/clone.py --steps 1500 --deals 50 (see docs/research.md)
"""

import argparse
from pathlib import Path

import numpy as np

from armarium.lab.arena.command import arena
from armarium.lab.players import BatchPlayers
from armarium.lab.vector import VectorGame

SLOTS, STEP_SIZE = 256, 0.02
FILE = Path("build/clone/policy.npz")


def make_features(rows: np.ndarray) -> np.ndarray:
    """Bring counts and flags to one scale; the last column is the bias."""
    return np.hstack([np.log1p(rows.astype(np.float32)), np.ones((len(rows), 1), np.float32)])


def train(teacher: str, steps: int) -> np.ndarray:
    """Let the teacher play itself; raise the probability of each of its actions (softmax regression)."""
    games = VectorGame("biblios", SLOTS, seats=2, seed=1)
    players = BatchPlayers(games, teacher, seed=1)
    weights = np.zeros((games.observe().shape[1] + 1, len(games.actions)), np.float32)
    squares = np.full_like(weights, 1e-8)  # for AdaGrad
    for _ in range(steps):
        inputs, actions = make_features(games.observe()), players.actions()
        logits = np.where(games.masks(), inputs @ weights, -np.inf)
        errors = np.exp(logits - logits.max(1, keepdims=True))
        errors /= errors.sum(1, keepdims=True)
        errors[np.arange(SLOTS), actions] -= 1
        squares += (gradient := inputs.T @ errors / SLOTS) ** 2
        weights -= STEP_SIZE * gradient / np.sqrt(squares)
        games.step(actions)
    return weights


class ClonedPolicy:
    """The trained policy as a player, which the arena loads in a process of its own."""

    def __init__(self) -> None:
        self.weights = np.load(FILE)["weights"]

    def choose_batch(self, rows: np.ndarray, masks: np.ndarray) -> np.ndarray:
        return np.where(masks, make_features(rows) @ self.weights, -np.inf).argmax(1)


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--steps", type=int, default=1500)
    parser.add_argument("--deals", default="50")
    given = parser.parse_args()
    FILE.parent.mkdir(parents=True, exist_ok=True)
    np.savez(FILE, weights=train("monk", given.steps))
    arena([f"{__file__}:ClonedPolicy", "random", "--deals", given.deals])
