"""What a checkpoint belongs to and how far its training has come: state.json. Needs no torch."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, ClassVar

from armarium.games.shelf import open_book
from armarium.games.table.errors import ArmariumError
from armarium.lab.vector import batch_of
from armarium.players.network.columns import fingerprint

__all__ = [
    "STATE",
    "WEIGHTS",
    "BadCheckpoint",
    "Standing",
    "belongs_to",
    "read_state",
    "write_state",
]

FORMAT = 1
STATE = "state.json"
WEIGHTS = "weights.safetensors"


class BadCheckpoint(ArmariumError):
    code: ClassVar[str] = "bad-checkpoint"
    sentence: ClassVar[str] = "The checkpoint in {asked} cannot be gone on with: {reason}."
    reasons: ClassVar = {
        "checkpoint-unreadable": "{file} cannot be read ({detail})",
        "checkpoint-format": "its format is {found}, this is {own}",
        "checkpoint-other": "its {what} are {found}, here they are {own}",
        "checkpoint-no-weights": "it has no weights",
        "checkpoint-shape": "its {network} has another width or depth than the settings",
        "checkpoint-broke": "learning broke down in round {round}: {detail}",
    }


@dataclass
class Standing:
    """How far a training has come."""

    call: int = 0  # how often it was begun or gone on with
    rounds: int = 0
    decisions: float = 0.0  # learnt from
    seconds: float = 0.0  # of playing and learning
    lessons: int = 0
    since_cold: int = 0  # lessons since the optimiser had no moments
    selves: int = 0  # that ever came into the pool
    processes: int = 1  # that learnt together in the last call


def belongs_to(game: str) -> dict[str, Any]:
    """What a network's inputs and outputs mean: a checkpoint of anything else is refused."""
    batch = batch_of(game)
    return {
        "game": game,
        "rules": open_book(game).game.rules_version,
        "rows": fingerprint(batch.LAYOUT, batch.WHOLE_LAYOUT, tuple(batch.TEXTS)),
    }


def write_state(folder: Path, game: str, standing: Standing) -> None:
    state = {"format": FORMAT, **belongs_to(game), **asdict(standing)}
    (folder / STATE).write_text(json.dumps(state, indent=2) + "\n", encoding="utf-8")


def read_state(folder: Path, game: str) -> Standing:
    try:
        state = json.loads((folder / STATE).read_text(encoding="utf-8"))
        version = state.pop("format")
        found = {name: state.pop(name) for name in ("game", "rules", "rows")}
        standing = Standing(**state)
    except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
        raise BadCheckpoint(
            asked=str(folder), reason="checkpoint-unreadable", file=STATE, detail=str(error)
        ) from error
    if version != FORMAT:
        raise BadCheckpoint(
            asked=str(folder), reason="checkpoint-format", found=version, own=FORMAT
        )
    for name, ours in belongs_to(game).items():
        if found[name] != ours:
            raise BadCheckpoint(
                asked=str(folder), reason="checkpoint-other", what=name, found=found[name], own=ours
            )
    return standing
