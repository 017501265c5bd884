"""Which players there are: the built-in ones from our entry points, strangers' from theirs.

Strangers' packages are asked in other processes, once, and only by somebody who looks beyond the built-in ones. One
that cannot be asked is said in the log and left out: it stops nobody else.
"""

from __future__ import annotations

import functools
import logging
from importlib.metadata import EntryPoint, entry_points

from armarium.games.shelf import open_book
from armarium.players.spec import PlayerSpec
from armarium.players.stranger import PlayerFailed
from armarium.players.strangers import specs_in_another_process

__all__ = ["ANY_GAME", "broken", "find", "levels", "specs"]

GROUP = "armarium.players"
ANY_GAME = "random"  # who plays every game, also one that has no players of its own

_logger = logging.getLogger(__name__)


def _is_ours(entry: EntryPoint) -> bool:
    return entry.value.startswith(f"{__name__.partition('.')[0]}.")


def _entries() -> list[EntryPoint]:
    return sorted(entry_points(group=GROUP), key=lambda entry: (entry.name, entry.value))


@functools.cache
def _ours() -> tuple[PlayerSpec, ...]:
    return tuple(spec for entry in _entries() if _is_ours(entry) for spec in entry.load())


@functools.cache
def _strangers() -> tuple[tuple[PlayerSpec, ...], tuple[PlayerFailed, ...]]:
    """Their players, and why packages could not be asked."""
    found: list[PlayerSpec] = []
    failed: list[PlayerFailed] = []
    for entry in _entries():
        if _is_ours(entry):
            continue
        try:
            found += specs_in_another_process(entry.value)
        except PlayerFailed as error:
            _logger.warning("%s Its players are left out.", error)
            failed.append(error)
    return tuple(found), tuple(failed)


def broken() -> list[PlayerFailed]:
    """What is wrong with packages whose players are left out."""
    return list(_strangers()[1])


def specs(game: str | None = None, *, strangers: bool = True) -> list[PlayerSpec]:
    """The players of a game, or of all: the easiest first, yardsticks last, built-in ones before strangers'."""
    found = [*_ours(), *(_strangers()[0] if strangers else ())]
    mine = [spec for spec in found if game in (None, spec.game)]
    return sorted(mine, key=lambda spec: (spec.level is None, spec.level or 0))


def levels(game: str) -> list[str]:
    """The names that people choose by at a game, weakest first: the built-in ones."""
    open_book(game)  # says so if there is none
    own = [spec.name for spec in specs(game, strangers=False) if spec.level is not None]
    return own or [ANY_GAME]


def find(name: str, game: str | None = None, *, strangers: bool = True) -> PlayerSpec | None:
    """By name alone, or by game and name; a stranger never stands in for a built-in player."""
    own = _named(name, game, _ours())
    return own if own or not strangers else _named(name, game, _strangers()[0])


def _named(name: str, game: str | None, among: tuple[PlayerSpec, ...]) -> PlayerSpec | None:
    fitting = (spec for spec in among if spec.name == name and game in (None, spec.game))
    return next(fitting, None)
