"""Run the networks of a checkpoint in NumPy, without torch.

The weights may be stored in any precision.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

from armarium.lab.train.training_state import WEIGHTS, BadCheckpoint, read_state
from armarium.lab.vector import find_batch
from armarium.players.network.columns import Columns, map_columns
from armarium.players.network.network import check_rows
from armarium.players.network.tensors import read_tensors

__all__ = ["CheckpointNetwork"]

_NEVER = -1e9


class CheckpointNetwork:
    """The policy and the critic of a checkpoint. Both also predict win probabilities."""

    def __init__(self, folder: Path, game: str) -> None:
        _, trained = read_state(folder, game)
        tensors = read_tensors(folder / WEIGHTS)
        self._folder = folder
        self._policy = _layers(tensors, "policy.")
        self._critic = _layers(tensors, "critic.")
        if not self._policy:
            raise BadCheckpoint(asked=folder, reason="checkpoint-no-weights")
        batch = find_batch(game)
        self._columns = map_columns(batch.LAYOUT, trained.row)
        self._whole = map_columns(batch.WHOLE_LAYOUT, trained.whole)
        self._actions = len(batch.TEXTS)

    @property
    def size(self) -> dict[str, int]:
        """The width of the layers and the number of blocks, named as in the settings."""
        return {
            "width": len(self._policy["in.b"]),
            "blocks": _count_blocks(self._policy),
            "critic_blocks": _count_blocks(self._critic),
        }

    def action_probabilities(self, rows: np.ndarray, masks: np.ndarray) -> np.ndarray:
        """Return the probability of each legal action, (rows, actions)."""
        outputs = self._forward(self._policy, self._columns, rows)
        return _softmax(np.where(masks == 0, _NEVER, outputs[:, : self._actions]))

    def choose(self, rows: np.ndarray, masks: np.ndarray) -> np.ndarray:
        """Return the codes of the most likely actions."""
        found: np.ndarray = self.action_probabilities(rows, masks).argmax(1)
        return found

    def make_sampler(self, seed: int) -> Callable[[np.ndarray, np.ndarray], np.ndarray]:
        """Return a function like `choose` that samples from the policy."""
        rng = np.random.default_rng(seed)

        def sample(rows: np.ndarray, masks: np.ndarray) -> np.ndarray:
            probabilities = self.action_probabilities(rows, masks)
            noise = rng.exponential(size=probabilities.shape)
            found: np.ndarray = (probabilities / noise).argmax(1)
            return found

        return sample

    def win_probabilities(self, rows: np.ndarray, seats: int) -> np.ndarray:
        """Return each seat's win probability from a seat's own row, (rows, seats), starting with that seat."""
        outputs = self._forward(self._policy, self._columns, rows)
        return _softmax(outputs[:, self._actions : self._actions + seats])

    def critic_probabilities(self, whole: np.ndarray, seats: int) -> np.ndarray:
        """Return the critic's win probabilities from full-state rows, starting with the seat to act."""
        return _softmax(self._forward(self._critic, self._whole, whole)[:, :seats])

    def _forward(self, weights: dict[str, np.ndarray], columns: Columns, rows: np.ndarray) -> Any:
        check_rows(self._folder, columns, rows)
        return _forward(weights, columns, rows)


def _layers(tensors: dict[str, np.ndarray], prefix: str) -> dict[str, np.ndarray]:
    return {
        name[len(prefix) :]: tensor.astype(np.float32)
        for name, tensor in tensors.items()
        if name.startswith(prefix)
    }


def _count_blocks(weights: dict[str, np.ndarray]) -> int:
    return sum(name.endswith(".up.w") for name in weights)


def _forward(weights: dict[str, np.ndarray], columns: Columns, rows: np.ndarray) -> Any:
    def layer(name: str, x: np.ndarray) -> np.ndarray:
        found: np.ndarray = x @ weights[f"{name}.w"] + weights[f"{name}.b"]
        return found

    x = layer("in", columns.features(rows))
    for n in range(_count_blocks(weights)):
        x = x + layer(f"{n}.down", np.maximum(layer(f"{n}.up", _layer_norm(x)), 0))
    return layer("out", np.maximum(_layer_norm(x), 0))


def _layer_norm(x: np.ndarray) -> np.ndarray:
    centred = x - x.mean(-1, keepdims=True)
    found: np.ndarray = centred / np.sqrt((centred**2).mean(-1, keepdims=True) + 1e-5)
    return found


def _softmax(outputs: np.ndarray) -> np.ndarray:
    powers = np.exp(outputs - outputs.max(-1, keepdims=True))
    found: np.ndarray = powers / powers.sum(-1, keepdims=True)
    return found
