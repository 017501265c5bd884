"""Suites: frozen deals and opponents, so that others can compare. A suite never changes; a better one gets a new name.

A test pins the sources of the opponents by their hash.
"""

from __future__ import annotations

from armarium.games.shelf import DEFAULT
from armarium.lab.arena import Match
from armarium.lab.deals import Setting

__all__ = ["SUITES", "matches_of"]

# For each suite: seed of the deals, deals a match, opponents, numbers of seats, editions.
SUITES = {
    "v1": (
        20261115,
        500,
        ("random", "oblate", "novice", "baseline"),
        (2, 3, 4),
        ("iello", "manual"),
    )
}


def matches_of(suite: str, player: str, game: str = DEFAULT) -> list[Match]:
    """The player alone among each of the suite's opponents."""
    seed, deals, opponents, seats, editions = SUITES[suite]
    return [
        Match(Setting(game, n, edition, (), seed), (player, opponent), deals)
        for edition in editions
        for n in seats
        for opponent in opponents
    ]
