"""Load players by name: built-in ones, networks in files, and third-party players in their own process."""

from __future__ import annotations

import shlex
from pathlib import Path

from armarium.players import registry
from armarium.players.player import Player, RandomPlayer, UnknownPlayer
from armarium.players.third_party import PlayerFailed, ThirdPartyPlayer, host_command

__all__ = ["load"]

FORMS = ("path/to/file.py:Class", "path/to/network.safetensors", "cmd:./mybot")


def load(name: str, seed: int | None = None, game: str | None = None) -> Player:
    """Load a player. `game` limits the search to one game.

    Third-party players start at once; `close()` ends their process.
    """
    if not isinstance(name, str):
        raise UnknownPlayer(asked=str(name), allowed=_forms(game))
    kind, _, rest = name.partition(":")
    if name == "random":
        return RandomPlayer(seed)
    if kind == "cmd" and rest.strip():
        return ThirdPartyPlayer(_split_command(rest, name), name)
    path, _, class_name = name.rpartition(":")
    if path.endswith(".py") and class_name.isidentifier():
        if not Path(path).is_file():
            raise UnknownPlayer(asked=name, reason="player-no-file", path=path, allowed=[])
        return ThirdPartyPlayer(host_command(path, class_name), name, is_hosted=True)
    if name.endswith(".safetensors"):
        return _load_network(name, game)
    spec = registry.find_spec(kind, game)
    player = None if spec is None else spec.make(seed, rest)
    if player is None:
        raise UnknownPlayer(asked=name, allowed=[spec.form] if spec else _forms(game))
    return player


def _load_network(name: str, game: str | None) -> Player:
    from armarium.players.network.file_player import NetworkPlayer  # loads compiled code

    if not Path(name).is_file():
        raise UnknownPlayer(asked=name, reason="player-no-file", path=name, allowed=[])
    return NetworkPlayer(Path(name), game)


def _forms(game: str | None) -> list[str]:
    own = (spec.form for spec in registry.specs(game))
    return list(dict.fromkeys(["random", *own, *FORMS]))


def _split_command(command: str, name: str) -> list[str]:
    """Split a command as a shell does."""
    try:
        return shlex.split(command)
    except ValueError as error:
        raise PlayerFailed(asked=name, reason="player-start", detail=str(error)) from error
