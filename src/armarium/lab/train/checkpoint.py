"""Checkpoints: all that a training needs to go on, as tensors and JSON; nothing in them can run.

weights.safetensors    both networks
moments.safetensors    the optimiser's memory; without it the rate rises slowly again
pool.safetensors       earlier selves; without it the pool begins anew
guests.safetensors     imitations of the house that sit in the pool; without it they are learnt anew
games.safetensors      the games in play, if the settings keep them; without it new ones begin
state.json             what it belongs to, and how far it has come
"""

from __future__ import annotations

import os
import shutil
from pathlib import Path
from typing import Any

import numpy as np
import torch

from armarium.lab.train.network import Weights
from armarium.lab.train.standing import (
    STATE,
    WEIGHTS,
    BadCheckpoint,
    Standing,
    read_state,
    write_state,
)
from armarium.players.network.tensors import Bits, read_tensors, write_tensors

__all__ = [
    "BadCheckpoint",
    "Standing",
    "from_numpy",
    "policy_of",
    "read",
    "slim",
    "to_numpy",
    "write",
]

PARTS = ("weights", "moments", "pool", "guests", "games")


def write(
    folder: Path, game: str, standing: Standing, parts: dict[str, dict[str, np.ndarray]]
) -> None:
    """First everything beside the old files, then all of it takes their places."""
    beside = folder / "next"
    beside.mkdir(parents=True, exist_ok=True)
    for name in PARTS:
        if parts.get(name):
            write_tensors(beside / f"{name}.safetensors", parts[name])
    write_state(beside, game, standing)
    for path in sorted(beside.iterdir()):
        os.replace(path, folder / path.name)
    beside.rmdir()


def read(folder: Path, game: str) -> tuple[Standing, dict[str, dict[str, np.ndarray]]]:
    """Where no training has begun yet, guests at most."""
    has_begun = (folder / STATE).exists()
    standing = read_state(folder, game) if has_begun else Standing()
    files = {name: folder / f"{name}.safetensors" for name in (PARTS if has_begun else ("guests",))}
    parts = {name: read_tensors(file) for name, file in files.items() if file.exists()}
    if has_begun and "weights" not in parts:
        raise BadCheckpoint(asked=str(folder), reason="checkpoint-no-weights")
    return standing, parts


def policy_of(folder: Path, game: str) -> Weights:
    """The policy of a checkpoint, in half precision, to be played against."""
    read_state(folder, game)
    tensors = read_tensors(folder / WEIGHTS)
    return {name: tensor.half() for name, tensor in from_numpy(tensors, "policy.").items()}


def slim(folder: Path, to: Path) -> None:
    """What is worth keeping for long: the networks in half precision, and how they came about."""
    to.mkdir(parents=True, exist_ok=True)
    tensors = read_tensors(folder / WEIGHTS)
    write_tensors(to / WEIGHTS, {name: t.astype(np.float16) for name, t in tensors.items()})
    for name in (STATE, "guests.safetensors", "settings.toml", "journal.jsonl", "curves.svg"):
        if (folder / name).exists():
            shutil.copyfile(folder / name, to / name)


def to_numpy(tensors: Weights, kind: str) -> dict[str, np.ndarray]:
    found: dict[str, np.ndarray] = {}
    for name, tensor in tensors.items():
        there = tensor.detach().to(getattr(torch, kind)).cpu()
        if kind == "bfloat16":
            found[name] = there.view(torch.int16).numpy().view(np.uint16).view(Bits)
        else:
            found[name] = there.numpy().copy()
    return found


def from_numpy(arrays: dict[str, np.ndarray], prefix: str = "") -> Weights:
    """Those whose names begin so, without it."""
    return {
        name[len(prefix) :]: _tensor(array)
        for name, array in arrays.items()
        if name.startswith(prefix)
    }


def _tensor(array: np.ndarray) -> Any:
    if isinstance(array, Bits):
        return torch.from_numpy(np.asarray(array).view(np.int16)).view(torch.bfloat16)
    return torch.from_numpy(array)
