"""The registry finds the installed games and their extensions by entry points.

Games are in the group `armarium.games`. Each layer has its own group for what it needs from a game:
`armarium.analysis`, `armarium.lab`, `armarium.server`, `armarium.terminal`.
"""

from __future__ import annotations

import functools
import logging
from importlib.metadata import EntryPoint, entry_points
from typing import Any, TypeVar

from armarium.core.definition import GameDefinition
from armarium.core.errors import BadRecord, UnknownGame
from armarium.core.record import Record

__all__ = ["DEFAULT_GAME", "find_extension", "find_game", "game_names", "game_of_record"]

DEFAULT_GAME = "biblios"  # if no game is named

GROUP = "armarium.games"
T = TypeVar("T")

_logger = logging.getLogger(__name__)


def _is_built_in(entry: EntryPoint) -> bool:
    return entry.value.startswith(f"{__name__.partition('.')[0]}.")


def _load(group: str, game: str, base: type[T]) -> T | None:
    """Load what is registered for a game in a group.

    Another package never replaces a built-in part. If its part cannot be loaded, a warning is logged and the part is
    left out; everything else still works.
    """
    for entry in sorted(
        entry_points(group=group, name=game), key=lambda one: not _is_built_in(one)
    ):
        try:
            loaded = entry.load()
            if not isinstance(loaded, base):
                raise TypeError(f"{entry.value} is not a {base.__name__}")
            return loaded
        except Exception as error:
            if _is_built_in(entry):
                raise
            _logger.warning("%s: %s cannot be loaded (%r) and is left out.", group, game, error)
    return None


@functools.cache
def _definitions() -> dict[str, GameDefinition]:
    """Return the games by name: the default first, then ours, then those of other packages."""
    entries = sorted(
        entry_points(group=GROUP),
        key=lambda one: (one.name != DEFAULT_GAME, not _is_built_in(one), one.name),
    )
    found: dict[str, GameDefinition] = {}
    for name in dict.fromkeys(entry.name for entry in entries):
        game = _load(GROUP, name, GameDefinition)  # type: ignore[type-abstract]
        if game is not None and game.name == name:
            found[name] = game
    return found


def find_extension(group: str, game: str, base: type[T]) -> T | None:
    """Return a game's extension for a layer, from that layer's group of entry points, or None.

    Raise UnknownGame if there is no such game.
    """
    find_game(game)
    found: T | None = _load_once(group, game, base)  # type: ignore[arg-type]  # a class is hashable
    return found


@functools.cache
def _load_once(group: str, game: str, base: type[Any]) -> Any:
    return _load(group, game, base)


def game_names() -> tuple[str, ...]:
    return tuple(_definitions())


def find_game(name: str) -> GameDefinition:
    """Return a game's definition. This is cheap: its rules are imported and compiled when `game` is read."""
    definitions = _definitions()
    if name not in definitions:
        raise UnknownGame(asked=name, allowed=list(definitions))
    return definitions[name]


def game_of_record(record: Record) -> GameDefinition:
    """Return the definition of the recorded game; raise BadRecord if it is not installed."""
    name = record.fact("game")
    if name not in game_names():
        line, allowed = record.lines["game"], list(game_names())
        raise BadRecord(line=line, reason="record-no-game", found=name, allowed=allowed)
    return find_game(name)
