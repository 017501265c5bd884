"""Players of other people's packages: their code runs in processes of its own, and only views go there.

A package is asked what it registers by one process that ends at once; each of its players has another, which greets
when it is ready. What comes back is read with care: it is a stranger who answers.
"""

from __future__ import annotations

import json
import subprocess
import sys
from functools import partial

from armarium.players.player import Player
from armarium.players.spec import PlayerSpec
from armarium.players.stranger import PlayerFailed, Stranger

__all__ = ["READY", "UNREADABLE", "specs_in_another_process"]

SECONDS = 60.0  # libraries of learners take their time to load
# How a player's process greets.
READY, UNREADABLE = "ready", "unreadable"


def _command(*arguments: str) -> list[str]:
    return [sys.executable, "-m", "armarium.players.host", *arguments]


def specs_in_another_process(entry: str) -> list[PlayerSpec]:
    """What an entry point `module:name` registers; PlayerFailed if it cannot be asked."""
    try:
        done = subprocess.run(
            _command("--list", entry),
            stdin=subprocess.DEVNULL, capture_output=True, timeout=SECONDS, check=False,
        )  # fmt: skip
    except subprocess.TimeoutExpired as error:
        raise PlayerFailed(asked=entry, reason="player-no-answer", seconds=SECONDS) from error
    if done.returncode != 0:
        raise _ended(entry, done.stderr)
    try:
        return [_spec(entry, **one) for one in json.loads(done.stdout)]
    except (ValueError, TypeError) as error:
        raise PlayerFailed(asked=entry, reason="player-unreadable") from error


def _ended(entry: str, errors: bytes) -> PlayerFailed:
    lines = errors.decode(errors="replace").strip().splitlines()
    if not lines:
        return PlayerFailed(asked=entry, reason="player-ended")
    return PlayerFailed(asked=entry, reason="player-ended-saying", said=lines[-1][:200])


def _spec(entry: str, *, name: str, game: str, level: int | None, settings: str) -> PlayerSpec:
    if not (isinstance(name, str) and isinstance(game, str) and isinstance(settings, str)):
        raise TypeError(entry)
    if level is not None and not isinstance(level, int):
        raise TypeError(entry)
    return PlayerSpec(name, game, level, partial(_make, entry, game, name), settings=settings)


def _make(entry: str, game: str, name: str, seed: int | None, settings: str) -> Player | None:
    command = _command("--spec", entry, game, name, settings, "" if seed is None else str(seed))
    try:
        return _Registered(command, name, tells_start=True, start_seconds=SECONDS)
    except _Unreadable:
        return None


class _Unreadable(Exception):
    """The player cannot read its settings."""


class _Registered(Stranger):
    """A stranger that greets: whether it can play is known before its first move."""

    def _open(self) -> None:
        super()._open()
        greeting = self._answer()
        if greeting == UNREADABLE:
            self.close()
            raise _Unreadable
        if greeting != READY:
            raise self._failed("player-unreadable")
        self._seconds = self._start_seconds  # a first move may have to be compiled
