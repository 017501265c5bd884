"""The registry of players: built-in ones from our own entry points, and those of third-party packages.

Third-party packages are loaded in other processes, once, and only if a caller asks for more than the built-in players.
If one fails, the log says so and its players are left out.
"""

from __future__ import annotations

import functools
import logging
from importlib.metadata import EntryPoint, entry_points

from armarium.core.registry import find_game
from armarium.players.spec import PlayerSpec
from armarium.players.third_party import PlayerFailed, load_specs_in_subprocess

__all__ = ["ANY_GAME", "find_spec", "levels", "list_failures", "specs", "strongest_compiled"]

GROUP = "armarium.players"
ANY_GAME = "random"  # plays every game, also one without its own players

_logger = logging.getLogger(__name__)


def _is_ours(entry: EntryPoint) -> bool:
    return entry.value.startswith(f"{__name__.partition('.')[0]}.")


def _entries() -> list[EntryPoint]:
    return sorted(entry_points(group=GROUP), key=lambda entry: (entry.name, entry.value))


@functools.cache
def _built_in() -> tuple[PlayerSpec, ...]:
    return tuple(spec for entry in _entries() if _is_ours(entry) for spec in entry.load())


@functools.cache
def _third_party() -> tuple[tuple[PlayerSpec, ...], tuple[PlayerFailed, ...]]:
    """Return the players of third-party packages, and the errors of packages that failed."""
    found: list[PlayerSpec] = []
    failed: list[PlayerFailed] = []
    for entry in _entries():
        if _is_ours(entry):
            continue
        try:
            found += load_specs_in_subprocess(entry.value)
        except PlayerFailed as error:
            _logger.warning("%s Its players are left out.", error)
            failed.append(error)
    return tuple(found), tuple(failed)


def list_failures() -> list[PlayerFailed]:
    """Return the errors of packages whose players are left out."""
    return list(_third_party()[1])


def specs(game: str | None = None, *, third_party: bool = True) -> list[PlayerSpec]:
    """Return the players of a game, or of all games.

    The easiest come first and players without a level last; built-in players come before third-party ones.
    """
    found = [*_built_in(), *(_third_party()[0] if third_party else ())]
    matching = [spec for spec in found if game in (None, spec.game)]
    return sorted(matching, key=lambda spec: (spec.level is None, spec.level or 0))


def levels(game: str) -> list[str]:
    """Return the names of the built-in levels of a game, weakest first."""
    find_game(game)  # raises UnknownGame
    own = [spec.name for spec in specs(game, third_party=False) if spec.level is not None]
    return own or [ANY_GAME]


def strongest_compiled(game: str) -> str:
    """Return the strongest level that plays whole games compiled: the lab's default opponent."""
    compiled = [
        spec.name
        for spec in specs(game, third_party=False)
        if spec.kernel and spec.level is not None
    ]
    return compiled[-1] if compiled else ANY_GAME


def find_spec(name: str, game: str | None = None, *, third_party: bool = True) -> PlayerSpec | None:
    """Find a player by name, or by game and name. A third-party player never replaces a built-in one."""
    own = _find_by_name(name, game, _built_in())
    return own if own or not third_party else _find_by_name(name, game, _third_party()[0])


def _find_by_name(
    name: str, game: str | None, candidates: tuple[PlayerSpec, ...]
) -> PlayerSpec | None:
    matching = (spec for spec in candidates if spec.name == name and game in (None, spec.game))
    return next(matching, None)
