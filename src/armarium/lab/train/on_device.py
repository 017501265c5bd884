"""Run a checkpoint's networks on a GPU, with the interface of the packaged network, for very many rows at once.

It computes in float32 where the packaged network uses integers. About one action in a thousand differs. Use it for
measurements that would take a CPU days.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import torch

from armarium.core.registry import find_game
from armarium.lab.train import checkpoint
from armarium.lab.train.network import FeatureEncoder, forward
from armarium.lab.train.training_state import WEIGHTS, read_state
from armarium.lab.vector import find_batch
from armarium.players.network.columns import map_columns, seat_rotations
from armarium.players.network.kernels.layers import ONE
from armarium.players.network.network import NEVER, check_rows
from armarium.players.network.tensors import read_tensors

__all__ = ["NetworkOnDevice"]

ROWS = 32768  # rows per forward pass


class NetworkOnDevice:
    def __init__(self, folder: Path, game: str, device: str = "cuda") -> None:
        _, trained = read_state(folder, game)
        self._folder = folder
        torch.set_grad_enabled(False)
        torch.set_float32_matmul_precision("high")
        arrays = read_tensors(folder / WEIGHTS)
        self._device = device
        self._policy, self._critic = (
            {
                name: t.float().to(device)
                for name, t in checkpoint.from_numpy(arrays, prefix).items()
            }
            for prefix in ("policy.", "critic.")
        )
        batch, definition = find_batch(game), find_game(game)
        self._columns = map_columns(batch.LAYOUT, trained.row)
        self._whole_columns = map_columns(batch.WHOLE_LAYOUT, trained.whole)
        self._encode_row = FeatureEncoder(self._columns, device)
        self._encode_whole = FeatureEncoder(self._whole_columns, device)
        self._actions = len(batch.TEXTS)
        max_seats = definition.seats[-1]
        self._turns = {
            seats: seat_rotations(batch.WHOLE_LAYOUT, seats, max_seats)
            for seats in definition.seats
        }

    def logits(self, rows: np.ndarray, masks: np.ndarray) -> np.ndarray:
        """Return logits in units of 1/4096; illegal actions are far below all others."""
        outputs = np.concatenate([o.cpu().numpy() for o in self._outputs(rows)])
        whole = np.rint(outputs[:, : self._actions].astype(np.float64) * ONE).astype(np.int64)
        return np.where(masks[:, : self._actions] == 0, NEVER, whole)

    def choose(self, rows: np.ndarray, masks: np.ndarray) -> np.ndarray:
        found = [
            outputs[:, : self._actions]
            .masked_fill(self._to_device(masks[at : at + ROWS, : self._actions]) == 0, -torch.inf)
            .argmax(1)
            .cpu()
            .numpy()
            for at, outputs in zip(range(0, len(rows), ROWS), self._outputs(rows))
        ]
        return np.concatenate(found)

    def win_probabilities(self, rows: np.ndarray, seats: int) -> np.ndarray:
        own = slice(self._actions, self._actions + seats)
        return np.concatenate([_probabilities(outputs[:, own]) for outputs in self._outputs(rows)])

    def critic_probabilities(self, whole: np.ndarray, actors: np.ndarray, seats: int) -> np.ndarray:
        counted = np.take_along_axis(whole, self._turns[seats][actors], 1)
        check_rows(self._folder, self._whole_columns, counted)
        parts = self._forward(self._critic, self._encode_whole, counted)
        return np.concatenate([_probabilities(outputs[:, :seats]) for outputs in parts])

    def _outputs(self, rows: np.ndarray) -> Iterator[Any]:
        check_rows(self._folder, self._columns, rows)
        return self._forward(self._policy, self._encode_row, rows)

    def _forward(
        self, weights: dict[str, Any], reader: FeatureEncoder, rows: np.ndarray
    ) -> Iterator[Any]:
        for at in range(0, len(rows), ROWS):
            yield forward(
                weights, reader(self._to_device(rows[at : at + ROWS]).int(), torch.float32)
            )

    def _to_device(self, rows: np.ndarray) -> Any:
        return torch.from_numpy(np.ascontiguousarray(rows, np.int8)).to(self._device)


def _probabilities(outputs: Any) -> np.ndarray:
    found: np.ndarray = outputs.softmax(1).double().cpu().numpy()
    return found
