"""Which players there are: the house's own from its entry points, strangers' from theirs."""

from __future__ import annotations

import functools
from importlib.metadata import EntryPoint, entry_points

from armarium.players.spec import PlayerSpec
from armarium.players.strangers import specs_in_another_process

__all__ = ["find", "levels", "specs"]

GROUP = "armarium.players"


def _is_ours(entry: EntryPoint) -> bool:
    return entry.value.startswith(f"{__name__.partition('.')[0]}.")


@functools.cache
def _ours() -> tuple[PlayerSpec, ...]:
    entries = sorted(filter(_is_ours, entry_points(group=GROUP)), key=lambda entry: entry.name)
    return tuple(spec for entry in entries for spec in entry.load())


@functools.cache
def _strangers() -> tuple[PlayerSpec, ...]:
    """Asked for once, and only by somebody who looks beyond the house."""
    entries = sorted(entry_points(group=GROUP), key=lambda entry: entry.name)
    foreign = (entry for entry in entries if not _is_ours(entry))
    return tuple(spec for entry in foreign for spec in specs_in_another_process(entry.value))


def specs(game: str | None = None, *, strangers: bool = True) -> list[PlayerSpec]:
    """The players of a game, or of all; the house's first, the easiest first."""
    found = [*_ours(), *(_strangers() if strangers else ())]
    mine = [spec for spec in found if game is None or spec.game == game]
    last = len(mine)
    return sorted(mine, key=lambda spec: last if spec.level is None else spec.level)


def levels(game: str) -> list[str]:
    """The names that people choose by at a game, weakest first."""
    return [spec.name for spec in specs(game, strangers=False) if spec.level is not None]


def find(name: str, game: str | None = None) -> PlayerSpec | None:
    """By name alone, or by game and name; a stranger never stands in for a player of the house."""
    for found in (_ours, _strangers):
        for spec in found():
            if spec.name == name and game in (None, spec.game):
                return spec
    return None
