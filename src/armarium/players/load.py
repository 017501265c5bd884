"""Players by name: the house's own levels, and strangers, who get a process of their own."""

from __future__ import annotations

import shlex
from importlib import import_module
from pathlib import Path
from typing import Any, Protocol

from armarium.games.table.errors import ArmariumError
from armarium.players.position import Position
from armarium.players.random import RandomPlayer
from armarium.players.stranger import Stranger, host_command

__all__ = ["CITY_LEVELS", "LEVELS", "Player", "UnknownPlayer", "kernel_of", "load"]

# The levels of Biblios, from the easiest on; `baseline` is the published heuristic that others are measured by.
LEVELS = ("random", "oblate", "novice", "monk")
COMPILED = ("oblate", "novice", "monk", "baseline")
# Those of Bibliogamo.
CITY_LEVELS = ("random", "careful", "planner", "search")
FORMS = ("search:iterations=400", "path/to/file.py:Class", "cmd:./mybot")


class Player(Protocol):
    """Any object with `choose`; `start(seat, seats, options, seed)` is called before a game if it exists."""

    def choose(self, position: Position) -> str: ...


class UnknownPlayer(ArmariumError):
    code = "unknown-player"
    sentence = "There is no player {asked!r}; choose one of: {allowed}."


def load(name: str, seed: int | None = None) -> Player:
    """A player; strangers start at once, and `close()` ends their process."""
    if name == "random":
        return RandomPlayer(seed)
    if name in COMPILED:
        from armarium.players.biblios.house import HousePlayer

        return HousePlayer(kernel_of(name).choose_at, seed)
    kind, _, rest = name.partition(":")
    if kind in CITY_LEVELS:
        from armarium.players.bibliogamo import house

        if (player := house.seat(kind, rest, seed)) is not None:
            return player
    if kind == "cmd" and rest.strip():
        return Stranger(shlex.split(rest), name)
    path, _, class_name = name.rpartition(":")
    if path.endswith(".py") and class_name.isidentifier():
        if not Path(path).is_file():
            raise UnknownPlayer(asked=name, allowed=f"a file that exists ({path} does not)")
        return Stranger(host_command(path, class_name), name, tells_start=True, seed=seed)
    raise UnknownPlayer(asked=name, allowed=[*LEVELS, "baseline", *CITY_LEVELS[1:], *FORMS])


def kernel_of(name: str) -> Any:
    """The chapter of a compiled player of Biblios, with its `choose`; opened and compiled only when it is asked for."""
    return import_module(f"armarium.players.biblios.{name}")
