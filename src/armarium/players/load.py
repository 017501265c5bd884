"""Players by name: those that are registered, and strangers, who get a process of their own."""

from __future__ import annotations

import shlex
from pathlib import Path

from armarium.players import registry
from armarium.players.player import Player, UnknownPlayer
from armarium.players.random import RandomPlayer
from armarium.players.stranger import Stranger, host_command

__all__ = ["load"]

FORMS = ("path/to/file.py:Class", "cmd:./mybot")


def load(name: str, seed: int | None = None, game: str | None = None) -> Player:
    """A player, of any game unless one is named; strangers start at once, and `close()` ends their process."""
    kind, _, rest = name.partition(":")
    if name == "random":
        return RandomPlayer(seed)
    if kind == "cmd" and rest.strip():
        return Stranger(shlex.split(rest), name)
    path, _, class_name = name.rpartition(":")
    if path.endswith(".py") and class_name.isidentifier():
        if not Path(path).is_file():
            raise UnknownPlayer(asked=name, reason="player-no-file", path=path, allowed=[])
        return Stranger(host_command(path, class_name), name, tells_start=True)
    spec = registry.find(kind, game)
    player = None if spec is None else spec.make(seed, rest)
    if player is None:
        known = [spec] if spec else registry.specs(game)
        forms = (one.form for one in known)
        own = forms if spec else ["random", *forms, *FORMS]
        raise UnknownPlayer(asked=name, allowed=list(dict.fromkeys(own)))
    return player
