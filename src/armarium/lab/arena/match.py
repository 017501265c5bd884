"""Matches of the arena: the players, the deals and the results, for single matches, pools and suites."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from armarium.lab.arena.deals import SecretSeed, Setting, derive_number
from armarium.lab.arena.intervals import WinShare
from armarium.lab.extension import lab_extension

__all__ = [
    "DealResult",
    "Match",
    "make_matches",
    "make_pool_matches",
    "make_settings",
    "make_suite_matches",
]


@dataclass(frozen=True)
class DealResult:
    """The results of a deal, by rotation and by place in the line-up."""

    deal: int
    shares: list[list[float]]
    points: list[list[int] | None]
    faults: list[dict[str, Any]]
    facts: list[dict[str, Any] | None] = field(default_factory=list)  # only in games for one seat
    # Of all seats and games; 0 if read from a file. It is work, and no part of the result.
    decisions: int = field(default=0, compare=False)


@dataclass
class Match:
    setting: Setting
    entrants: tuple[str, ...]
    deals: int
    results: dict[int, DealResult] = field(default_factory=dict)

    @property
    def line_up(self) -> tuple[str, ...]:
        missing = self.setting.seats - len(self.entrants)
        return (*self.entrants, *[self.entrants[-1]] * missing)

    def places_of(self, entrant: int) -> list[int]:
        """Return the places of an entrant in the line-up."""
        last = len(self.entrants) - 1
        return [entrant] if entrant < last else list(range(last, self.setting.seats))

    def list_completed(self) -> list[DealResult]:
        """Return the results of all deals before the first missing one."""
        found: list[DealResult] = []
        for deal in range(self.deals):
            if deal not in self.results:
                break
            found.append(self.results[deal])
        return found

    def shares(self, entrant: int) -> np.ndarray:
        """Return the win share per seat of an entrant, deal by deal."""
        places = self.places_of(entrant)
        return np.array(
            [np.array(result.shares)[:, places].mean() for result in self.list_completed()]
        )

    def is_decided(self) -> bool:
        return WinShare(self.shares(0), 1 / self.setting.seats).decided_after is not None


def make_settings(
    game: str, seats: Sequence[int], editions: Iterable[str], options: Mapping[str, Any], seed: int
) -> list[Setting]:
    chosen = tuple(sorted(options.items()))
    return [Setting(game, n, edition, chosen, seed) for edition in editions for n in seats]


def make_matches(settings: Iterable[Setting], players: Sequence[str], deals: int) -> list[Match]:
    return [Match(setting, tuple(players), deals) for setting in settings]


def make_pool_matches(
    settings: Iterable[Setting], players: Sequence[str], deals: int
) -> list[Match]:
    """Match each player alone against each other one; with two seats, once per pair."""
    names = list(dict.fromkeys(players))
    matches = []
    for setting in settings:
        pairs = itertools.combinations if setting.seats == 2 else itertools.permutations
        matches += [Match(setting, pair, deals) for pair in pairs(names, 2)]
    return matches


def make_suite_matches(
    game: str,
    name: str,
    player: str,
    secret: SecretSeed | None = None,
    more_opponents: Sequence[str] = (),
) -> list[Match]:
    """Match a player alone against each opponent of a suite, and then against more opponents.

    A secret replaces the published deals if the suite gives a number.
    """
    suite = lab_extension(game).suites[name]
    matches: list[Match] = []
    line_ups: list[tuple[str, ...]] = [(player, opponent) for opponent in suite.opponents] or [
        (player,)
    ]
    more = [(player, opponent) for opponent in more_opponents]
    for edition, seats, line_up in itertools.chain(
        itertools.product(suite.editions, suite.seats, line_ups),
        itertools.product(suite.editions, suite.seats, more),
    ):
        seed, commitment = suite.seed, ""
        if secret is not None:
            seed = derive_number("suite", secret.secret.hex(), len(matches))
            commitment = secret.commitment
        elif suite.has_own_deals:
            seed += len(matches)
        setting = Setting(game, seats, edition, (), seed, commitment)
        matches.append(Match(setting, line_up, suite.deals))
    return matches
