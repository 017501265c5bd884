"""A checkpoint on a GPU that answers what players ask of a network of the package, for very many rows at once.

It computes in float32 where the package has whole numbers: it chooses the same but for one action in about a thousand,
and serves measurements that would take a processor days.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import torch

from armarium.games.shelf import open_book
from armarium.lab.train import checkpoint
from armarium.lab.train.network import Reader, run
from armarium.lab.train.standing import WEIGHTS, read_state
from armarium.lab.vector import batch_of
from armarium.players.network.columns import columns_of, turned
from armarium.players.network.kernels.layers import ONE
from armarium.players.network.network import NEVER
from armarium.players.network.tensors import read_tensors

__all__ = ["NetworkOnDevice"]

ROWS = 32768  # that go through the layers at once


class NetworkOnDevice:
    def __init__(self, folder: Path, game: str, device: str = "cuda") -> None:
        read_state(folder, game)
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
        batch, book = batch_of(game), open_book(game)
        self._row = Reader(columns_of(batch.LAYOUT), device)
        self._whole = Reader(columns_of(batch.WHOLE_LAYOUT), device)
        self._actions = len(batch.TEXTS)
        most = book.seats[-1]
        self._turns = {seats: turned(batch.WHOLE_LAYOUT, seats, most) for seats in book.seats}

    def logits(self, rows: np.ndarray, masks: np.ndarray) -> np.ndarray:
        """In 4096ths; what is not allowed is far below everything."""
        outputs = np.concatenate([o.cpu().numpy() for o in self._outputs(rows)])
        whole = np.rint(outputs[:, : self._actions].astype(np.float64) * ONE).astype(np.int64)
        return np.where(masks[:, : self._actions] == 0, NEVER, whole)

    def choose(self, rows: np.ndarray, masks: np.ndarray) -> np.ndarray:
        found = [
            outputs[:, : self._actions]
            .masked_fill(self._there(masks[at : at + ROWS, : self._actions]) == 0, -torch.inf)
            .argmax(1)
            .cpu()
            .numpy()
            for at, outputs in zip(range(0, len(rows), ROWS), self._outputs(rows))
        ]
        return np.concatenate(found)

    def chances(self, rows: np.ndarray, seats: int) -> np.ndarray:
        own = slice(self._actions, self._actions + seats)
        return np.concatenate([_shares(outputs[:, own]) for outputs in self._outputs(rows)])

    def judged(self, whole: np.ndarray, actors: np.ndarray, seats: int) -> np.ndarray:
        counted = np.take_along_axis(whole, self._turns[seats][actors], 1)
        parts = self._through(self._critic, self._whole, counted)
        return np.concatenate([_shares(outputs[:, :seats]) for outputs in parts])

    def _outputs(self, rows: np.ndarray) -> Iterator[Any]:
        return self._through(self._policy, self._row, rows)

    def _through(self, weights: dict[str, Any], reader: Reader, rows: np.ndarray) -> Iterator[Any]:
        for at in range(0, len(rows), ROWS):
            yield run(weights, reader(self._there(rows[at : at + ROWS]).int(), torch.float32))

    def _there(self, rows: np.ndarray) -> Any:
        return torch.from_numpy(np.ascontiguousarray(rows, np.int8)).to(self._device)


def _shares(outputs: Any) -> np.ndarray:
    found: np.ndarray = outputs.softmax(1).double().cpu().numpy()
    return found
