"""Which players a table may be given: the house's levels, and those of other packages that the host lists.

Names only: nothing of a player is imported here, so that no kernel is loaded where the tables are.
"""

from __future__ import annotations

from collections.abc import Sequence

from armarium import players
from armarium.games.shelf import open_book
from armarium.players import registry
from armarium.players.player import UnknownPlayer
from armarium.server.errors import UnknownBot

__all__ = ["Offered", "ponders", "quicker", "stand_in"]


def stand_in(game: str) -> str:
    """Who holds a person's seat: the book says it; else the strongest that takes no time, else who plays everything."""
    if asked := open_book(game).stand_in:
        return asked
    quick = [spec.name for spec in registry.specs(game, strangers=False) if spec.kernel is not None]
    levels = [name for name in players.levels(game) if name in quick]
    return levels[-1] if levels else registry.ANY_GAME


def quicker(game: str, name: str) -> str | None:
    """The strongest level below one that thinks for long which is compiled and takes no time; never plain chance."""
    own = registry.specs(game, strangers=False)
    asked = next((spec for spec in own if spec.name == name), None)
    if asked is None or asked.level is None or asked.kernel is not None:
        return None
    below = [s.name for s in own if s.kernel is not None and 0 < (s.level or 0) < asked.level]
    return below[-1] if below else None


def ponders(game: str, name: str) -> bool:
    """Whether the time that it takes would tell what it holds."""
    spec = registry.find(name, game, strangers=False)
    return spec is not None and spec.ponders


class Offered:
    """`guests`: names of registered players beside the levels; UnknownPlayer if nobody registers one."""

    def __init__(self, guests: Sequence[str] = ()) -> None:
        self._guests: dict[str, list[str]] = {}  # by game
        for name in guests:
            games = [spec.game for spec in registry.specs() if spec.name == name]
            if not games:
                known = (spec.name for spec in registry.specs())
                raise UnknownPlayer(asked=name, allowed=list(dict.fromkeys(known)))
            for game in games:
                self._guests.setdefault(game, []).append(name)

    def at(self, game: str) -> list[str]:
        """Weakest first, guests last."""
        return list(dict.fromkeys([*players.levels(game), *self._guests.get(game, ())]))

    def check(self, game: str, name: str) -> None:
        """A stranger's file or command never comes over the wire; who plays every game may always be asked."""
        if name != registry.ANY_GAME and name not in self.at(game):
            raise UnknownBot(asked=name, allowed=self.at(game))
