"""The state of a training run: what its checkpoint belongs to and its progress (state.json). Needs no torch."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, ClassVar

import numpy as np

from armarium.core.errors import ArmariumError
from armarium.core.registry import find_game
from armarium.lab.vector import find_batch
from armarium.players.network.columns import TrainedColumns, widen
from armarium.players.network.network import check_columns
from armarium.players.network.tensors import read_tensors

__all__ = [
    "STATE",
    "WEIGHTS",
    "BadCheckpoint",
    "TrainingState",
    "read_state",
    "read_weights",
    "widen_all",
    "write_state",
]

FORMAT = 2  # format 1 had a fingerprint of the rows instead of their columns
STATE = "state.json"
WEIGHTS = "weights.safetensors"


class BadCheckpoint(ArmariumError):
    code: ClassVar[str] = "bad-checkpoint"
    sentence: ClassVar[str] = "The checkpoint in {asked} cannot be resumed: {reason}."
    reasons: ClassVar = {
        "checkpoint-unreadable": "{file} cannot be read ({detail})",
        "checkpoint-format": "its format is {found}; this program uses {own}",
        "checkpoint-no-weights": "it has no weights",
        "checkpoint-shape": "its {network} has a different width or depth than the settings",
        "checkpoint-broke": "training diverged in round {round}: {detail}",
    }


@dataclass
class TrainingState:
    """The progress of a training run. `_KEYS` maps attributes to their names in state.json."""

    run_number: int = 0  # number of times the run was started or resumed
    rollouts: int = 0
    decisions: float = 0.0  # decisions learnt from
    seconds: float = 0.0  # time spent playing and learning
    optimiser_steps: int = 0
    steps_since_reset: int = 0  # optimiser steps since Adam's moments were reset
    pool_additions: int = 0  # policies ever added to the opponent pool
    processes: int = 1  # processes in the last run

    _KEYS: ClassVar = {
        "run_number": "call",
        "rollouts": "rounds",
        "optimiser_steps": "lessons",
        "steps_since_reset": "since_cold",
        "pool_additions": "selves",
    }

    def to_json(self) -> dict[str, float]:
        return {self._KEYS.get(name, name): value for name, value in asdict(self).items()}

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> TrainingState:
        names = {key: name for name, key in cls._KEYS.items()}
        return cls(**{names.get(key, key): value for key, value in data.items()})


def write_state(folder: Path, game: str, state: TrainingState) -> None:
    columns = TrainedColumns.of_batch(find_batch(game)).notes()
    rules = find_game(game).game.rules_version
    data = {"format": FORMAT, "game": game, "rules": rules, **columns, **state.to_json()}
    (folder / STATE).write_text(json.dumps(data, indent=2) + "\n", encoding="utf-8")


def read_state(folder: Path, game: str) -> tuple[TrainingState, TrainedColumns]:
    """Read the progress of a run and the columns of its networks. Refuse a run of another game."""
    try:
        data = json.loads((folder / STATE).read_text(encoding="utf-8"))
        version = data.pop("format")
        notes = {
            name: data.pop(name) for name in ("game", "rules", "rows", "columns") if name in data
        }
        state = TrainingState.from_json(data)
    except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
        raise BadCheckpoint(
            asked=str(folder), reason="checkpoint-unreadable", file=STATE, detail=str(error)
        ) from error
    if version not in (1, FORMAT):
        raise BadCheckpoint(
            asked=str(folder), reason="checkpoint-format", found=version, own=FORMAT
        )
    return state, check_columns(folder, game, notes)


def read_weights(folder: Path, game: str) -> dict[str, np.ndarray]:
    """Read the networks of a checkpoint, widened to the current columns."""
    _, trained = read_state(folder, game)
    return widen_all(read_tensors(folder / WEIGHTS), trained, game)


def widen_all(
    arrays: dict[str, np.ndarray], trained: TrainedColumns, game: str
) -> dict[str, np.ndarray]:
    """Widen the input layers of the networks to the current columns."""
    own = TrainedColumns.of_batch(find_batch(game))
    return {
        name: array
        if "in.w" not in name
        else widen(array, trained.whole, own.whole)
        if "critic." in name
        else widen(array, trained.row, own.row)
        for name, array in arrays.items()
    }
