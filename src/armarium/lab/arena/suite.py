"""The matches of a suite: frozen deals and opponents that a game's book names."""

from __future__ import annotations

from armarium.games.shelf import open_book
from armarium.lab.arena.deals import Setting
from armarium.lab.arena.match import Match

__all__ = ["matches_of"]


def matches_of(game: str, name: str, player: str) -> list[Match]:
    """The player alone among each of the suite's opponents."""
    suite = open_book(game).suites[name]
    return [
        Match(Setting(game, seats, edition, (), suite.seed), (player, opponent), suite.deals)
        for edition in suite.editions
        for seats in suite.seats
        for opponent in suite.opponents
    ]
