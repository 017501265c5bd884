"""A trained network in NumPy, without torch: its likeliest action, and the chances it tells.

Weights are read from a checkpoint, in whatever precision they were written.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np

from armarium.lab.train.standing import WEIGHTS, BadCheckpoint, read_state
from armarium.lab.vector import batch_of
from armarium.players.network.columns import Columns, columns_of
from armarium.players.network.tensors import read_tensors

__all__ = ["Prior"]

_NEVER = -1e9


class Prior:
    """The policy with its chances, and the critic, of a checkpoint."""

    def __init__(self, folder: Path, game: str) -> None:
        read_state(folder, game)
        tensors = read_tensors(folder / WEIGHTS)
        self._policy = _layers(tensors, "policy.")
        self._critic = _layers(tensors, "critic.")
        if not self._policy:
            raise BadCheckpoint(asked=folder, reason="checkpoint-no-weights")
        batch = batch_of(game)
        self._columns = columns_of(batch.LAYOUT)
        self._whole = columns_of(batch.WHOLE_LAYOUT)
        self._actions = len(batch.TEXTS)

    @property
    def size(self) -> dict[str, int]:
        """As settings tell it: the width of the layers, and the blocks of both."""
        return {
            "width": len(self._policy["in.b"]),
            "blocks": _blocks(self._policy),
            "critic_blocks": _blocks(self._critic),
        }

    def odds(self, rows: np.ndarray, masks: np.ndarray) -> np.ndarray:
        """(rows, actions): how likely each legal action is."""
        outputs = _run(self._policy, self._columns, rows)
        return _softmax(np.where(masks == 0, _NEVER, outputs[:, : self._actions]))

    def choose(self, rows: np.ndarray, masks: np.ndarray) -> np.ndarray:
        """The likeliest action codes."""
        found: np.ndarray = self.odds(rows, masks).argmax(1)
        return found

    def chances(self, rows: np.ndarray, seats: int) -> np.ndarray:
        """(rows, seats): each seat's chance to win, from the seat's own row; counted from that seat."""
        outputs = _run(self._policy, self._columns, rows)
        return _softmax(outputs[:, self._actions : self._actions + seats])

    def judged(self, whole: np.ndarray, seats: int) -> np.ndarray:
        """(rows, seats): the same by the critic, from the referee's rows, counted from the seat that acts."""
        return _softmax(_run(self._critic, self._whole, whole)[:, :seats])


def _layers(tensors: dict[str, np.ndarray], prefix: str) -> dict[str, np.ndarray]:
    return {
        name[len(prefix) :]: tensor.astype(np.float32)
        for name, tensor in tensors.items()
        if name.startswith(prefix)
    }


def _blocks(weights: dict[str, np.ndarray]) -> int:
    return sum(name.endswith(".up.w") for name in weights)


def _run(weights: dict[str, np.ndarray], columns: Columns, rows: np.ndarray) -> Any:
    def layer(name: str, x: np.ndarray) -> np.ndarray:
        found: np.ndarray = x @ weights[f"{name}.w"] + weights[f"{name}.b"]
        return found

    x = layer("in", columns.features(rows))
    for n in range(_blocks(weights)):
        x = x + layer(f"{n}.down", np.maximum(layer(f"{n}.up", _norm(x)), 0))
    return layer("out", np.maximum(_norm(x), 0))


def _norm(x: np.ndarray) -> np.ndarray:
    centred = x - x.mean(-1, keepdims=True)
    found: np.ndarray = centred / np.sqrt((centred**2).mean(-1, keepdims=True) + 1e-5)
    return found


def _softmax(outputs: np.ndarray) -> np.ndarray:
    powers = np.exp(outputs - outputs.max(-1, keepdims=True))
    found: np.ndarray = powers / powers.sum(-1, keepdims=True)
    return found
