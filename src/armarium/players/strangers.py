"""Players of other people's packages: their code runs in processes of its own, and only views go there."""

from __future__ import annotations

import json
import subprocess
import sys
from functools import partial
from typing import Any

from armarium.players.player import Player
from armarium.players.spec import PlayerSpec
from armarium.players.stranger import PlayerFailed, Stranger

__all__ = ["specs_in_another_process"]

_SECONDS = 60.0  # libraries of learners take their time to load


def _command(*arguments: str) -> list[str]:
    return [sys.executable, "-m", "armarium.players.host", *arguments]


def specs_in_another_process(entry: str) -> list[PlayerSpec]:
    """What an entry point `module:name` registers; PlayerFailed if it cannot be asked."""
    try:
        done = subprocess.run(
            _command("--list", entry),
            capture_output=True, text=True, timeout=_SECONDS, check=False,
        )  # fmt: skip
    except (OSError, subprocess.TimeoutExpired) as error:
        raise PlayerFailed(asked=entry, reason="player-no-answer", seconds=_SECONDS) from error
    if done.returncode != 0:
        said = (done.stderr.strip().splitlines() or [""])[-1][:200]
        raise PlayerFailed(asked=entry, reason="player-ended-saying", said=said)
    told: list[dict[str, Any]] = json.loads(done.stdout)
    return [
        PlayerSpec(
            name=one["name"],
            game=one["game"],
            level=one["level"],
            settings=one["settings"],
            make=partial(_make, entry, one["name"], one["game"]),
        )
        for one in told
    ]


def _make(entry: str, name: str, game: str, seed: int | None, settings: str) -> Player:
    command = _command("--spec", entry, game, name, settings)
    return Stranger(command, name, tells_start=True, seed=seed)
