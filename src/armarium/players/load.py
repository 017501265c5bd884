"""Players by name: those that are registered, and strangers, who get a process of their own."""

from __future__ import annotations

import shlex
from pathlib import Path

from armarium.players import registry
from armarium.players.player import Player, UnknownPlayer
from armarium.players.random import RandomPlayer
from armarium.players.stranger import PlayerFailed, Stranger, host_command

__all__ = ["load"]

FORMS = ("path/to/file.py:Class", "cmd:./mybot")


def load(name: str, seed: int | None = None, game: str | None = None) -> Player:
    """A player, of any game unless one is named; strangers start at once, and `close()` ends their process."""
    if not isinstance(name, str):
        raise UnknownPlayer(asked=str(name), allowed=_forms(game))
    kind, _, rest = name.partition(":")
    if name == "random":
        return RandomPlayer(seed)
    if kind == "cmd" and rest.strip():
        return Stranger(_words_of(rest, name), name)
    path, _, class_name = name.rpartition(":")
    if path.endswith(".py") and class_name.isidentifier():
        if not Path(path).is_file():
            raise UnknownPlayer(asked=name, reason="player-no-file", path=path, allowed=[])
        return Stranger(host_command(path, class_name), name, tells_start=True)
    spec = registry.find(kind, game)
    player = None if spec is None else spec.make(seed, rest)
    if player is None:
        raise UnknownPlayer(asked=name, allowed=[spec.form] if spec else _forms(game))
    return player


def _forms(game: str | None) -> list[str]:
    own = (spec.form for spec in registry.specs(game))
    return list(dict.fromkeys(["random", *own, *FORMS]))


def _words_of(command: str, name: str) -> list[str]:
    """A command as a shell would take it apart."""
    try:
        return shlex.split(command)
    except ValueError as error:
        raise PlayerFailed(asked=name, reason="player-start", detail=str(error)) from error
