"""Who meets whom, and where."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from armarium.lab.arena.deals import Setting
from armarium.lab.arena.match import Match

__all__ = ["one_match", "pool", "settings_of"]


def settings_of(
    game: str, seats: Sequence[int], editions: Iterable[str], options: Mapping[str, Any], seed: int
) -> list[Setting]:
    chosen = tuple(sorted(options.items()))
    return [Setting(game, n, edition, chosen, seed) for edition in editions for n in seats]


def one_match(settings: Iterable[Setting], players: Sequence[str], deals: int) -> list[Match]:
    return [Match(setting, tuple(players), deals) for setting in settings]


def pool(settings: Iterable[Setting], players: Sequence[str], deals: int) -> list[Match]:
    """Each player alone among each other: with two seats, once a pair."""
    names = list(dict.fromkeys(players))
    matches = []
    for setting in settings:
        pairs = itertools.combinations if setting.seats == 2 else itertools.permutations
        matches += [Match(setting, pair, deals) for pair in pairs(names, 2)]
    return matches
