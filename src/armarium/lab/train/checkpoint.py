"""Checkpoints: everything needed to resume a training run, as tensors and JSON. Nothing in them is executable.

weights.safetensors    both networks
average.safetensors    their moving average, if enabled; if absent, it starts from the weights
moments.safetensors    Adam's moments; if absent, the learning rate warms up again
pool.safetensors       earlier policies; if absent, the pool starts empty
guests.safetensors     imitations of built-in players in the pool; if absent, they are trained again
games.safetensors      the games in play, if enabled; if absent, new games start
state.json             game, rules, columns and progress
"""

from __future__ import annotations

import os
import shutil
from pathlib import Path
from typing import Any

import numpy as np
import torch

from armarium.lab.train.network import Weights
from armarium.lab.train.training_state import (
    STATE,
    WEIGHTS,
    BadCheckpoint,
    TrainingState,
    read_state,
    read_weights,
    widen_all,
    write_state,
)
from armarium.players.network.tensors import Bits, read_tensors, write_tensors

__all__ = [
    "BadCheckpoint",
    "TrainingState",
    "export_slim",
    "from_numpy",
    "load_policy",
    "read",
    "to_numpy",
    "write",
]

PARTS = ("weights", "average", "moments", "pool", "guests", "games")


def write(
    folder: Path, game: str, state: TrainingState, parts: dict[str, dict[str, np.ndarray]]
) -> None:
    """Write all files to a temporary folder, then move each over its old version."""
    staging = folder / "next"
    staging.mkdir(parents=True, exist_ok=True)
    for name in PARTS:
        if parts.get(name):
            write_tensors(staging / f"{name}.safetensors", parts[name])
    write_state(staging, game, state)
    for path in sorted(staging.iterdir()):
        os.replace(path, folder / path.name)
    staging.rmdir()


def read(folder: Path, game: str) -> tuple[TrainingState, dict[str, dict[str, np.ndarray]]]:
    """Read a checkpoint. A folder without a training run holds at most guests."""
    has_state = (folder / STATE).exists()
    state, trained = read_state(folder, game) if has_state else (TrainingState(), None)
    files = {name: folder / f"{name}.safetensors" for name in (PARTS if has_state else ("guests",))}
    parts = {name: read_tensors(file) for name, file in files.items() if file.exists()}
    if trained is not None:
        parts = {name: widen_all(arrays, trained, game) for name, arrays in parts.items()}
    if has_state and "weights" not in parts:
        raise BadCheckpoint(asked=str(folder), reason="checkpoint-no-weights")
    return state, parts


def load_policy(folder: Path, game: str) -> Weights:
    """Load the policy of a checkpoint in half precision, to be played against."""
    weights = from_numpy(read_weights(folder, game), "policy.")
    return {name: tensor.half() for name, tensor in weights.items()}


def export_slim(folder: Path, to: Path) -> None:
    """Copy what is worth archiving: the networks in half precision, and the history of the run.

    If the run keeps a moving average of the weights, export that: it plays better than the last weights.
    """
    to.mkdir(parents=True, exist_ok=True)
    average = folder / "average.safetensors"
    tensors = read_tensors(average if average.exists() else folder / WEIGHTS)
    write_tensors(to / WEIGHTS, {name: t.astype(np.float16) for name, t in tensors.items()})
    for name in (STATE, "guests.safetensors", "settings.toml", "journal.jsonl", "curves.svg"):
        if (folder / name).exists():
            shutil.copyfile(folder / name, to / name)


def to_numpy(tensors: Weights, dtype: str) -> dict[str, np.ndarray]:
    found: dict[str, np.ndarray] = {}
    for name, tensor in tensors.items():
        tensor_on_cpu = tensor.detach().to(getattr(torch, dtype)).cpu()
        if dtype == "bfloat16":
            found[name] = tensor_on_cpu.view(torch.int16).numpy().view(np.uint16).view(Bits)
        else:
            found[name] = tensor_on_cpu.numpy().copy()
    return found


def from_numpy(arrays: dict[str, np.ndarray], prefix: str = "") -> Weights:
    """Return the tensors whose names start with the prefix, without the prefix."""
    return {
        name[len(prefix) :]: _to_tensor(array)
        for name, array in arrays.items()
        if name.startswith(prefix)
    }


def _to_tensor(array: np.ndarray) -> Any:
    if isinstance(array, Bits):
        return torch.from_numpy(np.asarray(array).view(np.int16)).view(torch.bfloat16)
    return torch.from_numpy(array)
