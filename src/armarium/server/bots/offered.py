"""Which bots a table may have: the built-in levels, and players of other packages that the host allows.

This module handles only names. It imports no player, so that the server process loads no player code.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from armarium import players
from armarium.players import registry
from armarium.players.player import UnknownPlayer
from armarium.players.spec import PlayerSpec
from armarium.server.errors import UnknownBot
from armarium.server.extension import server_extension
from armarium.server.readiness import Readiness

__all__ = [
    "Lane",
    "OfferedBots",
    "choose_interpreted_level",
    "choose_lane",
    "choose_stand_in",
    "find_faster_bot",
    "is_search_bot",
]

Lane = Literal["quick", "search", "third-party"]


def choose_stand_in(game: str) -> str:
    """Return the bot that stands in for a person: the game's choice, or its strongest fast level, or the random
    player.
    """
    if asked := server_extension(game).stand_in:
        return asked
    quick = [
        spec.name for spec in registry.specs(game, third_party=False) if spec.kernel is not None
    ]
    levels = [name for name in players.levels(game) if name in quick]
    return levels[-1] if levels else registry.ANY_GAME


def find_faster_bot(game: str, name: str) -> str | None:
    """Return the bot that moves for a slow one: its fallback, or the strongest fast level below it.

    It is never the random player.
    """
    own = registry.specs(game, third_party=False)
    asked = next((spec for spec in own if spec.name == name), None)
    if asked is None or asked.level is None or _is_quick(asked):
        return None
    below = [s.name for s in own if _is_quick(s) and 0 < (s.level or 0) < asked.level]
    return asked.fallback or (below[-1] if below else None)


def choose_interpreted_level(game: str, name: str) -> str:
    """Return the level that moves for a bot while the rules are interpreted: itself, or the strongest below it that
    is fast enough.
    """
    if not _needs_compiled(game, name):
        return name
    own = registry.specs(game, third_party=False)
    asked = next(spec for spec in own if spec.name == name.partition(":")[0])
    fast = [spec for spec in own if spec.level is not None and not spec.needs_compiled]
    below = [spec.name for spec in fast if asked.level is None or (spec.level or 0) < asked.level]
    return below[-1] if below else registry.ANY_GAME


def _needs_compiled(game: str, name: str) -> bool:
    spec = registry.find_spec(name.partition(":")[0], game, third_party=False)
    return spec is not None and spec.needs_compiled


def is_search_bot(game: str, name: str) -> bool:
    """Return whether the bot searches some positions longer than others, so that its timing would reveal its cards."""
    spec = registry.find_spec(name, game, third_party=False)
    return spec is not None and bool(spec.fallback)


def choose_lane(game: str, name: str) -> Lane:
    """Return the group of processes for a player. A slow or failing player delays nobody in another group."""
    kind = name.partition(":")[0]
    if kind == registry.ANY_GAME:
        return "quick"
    spec = registry.find_spec(kind, game, third_party=False)
    if spec is None:
        return "third-party"
    return "quick" if _is_quick(spec) else "search"


def _is_quick(spec: PlayerSpec) -> bool:
    return spec.is_quick or spec.kernel is not None


class OfferedBots:
    """The bots that a server offers.

    `extra_bots`: names of registered players besides the levels. Raise UnknownPlayer if one is not registered.
    """

    def __init__(self, extra_bots: Sequence[str] = (), readiness: Readiness | None = None) -> None:
        self._readiness = readiness or Readiness()
        self._extra_bots: dict[str, list[str]] = {}  # by game
        for name in extra_bots:
            games = [spec.game for spec in registry.specs() if spec.name == name]
            if not games:
                known = (spec.name for spec in registry.specs())
                raise UnknownPlayer(asked=name, allowed=list(dict.fromkeys(known)))
            for game in games:
                self._extra_bots.setdefault(game, []).append(name)

    def list_for(self, game: str) -> list[str]:
        """Return the levels, weakest first, then the extra bots."""
        return list(dict.fromkeys([*players.levels(game), *self._extra_bots.get(game, ())]))

    def list_not_ready(self, game: str) -> list[str]:
        """Return the bots that cannot be chosen yet, because they need compiled rules."""
        if not self._readiness.is_interpreted:
            return []
        return [name for name in self.list_for(game) if _needs_compiled(game, name)]

    def check(self, game: str, name: str) -> None:
        """Raise UnknownBot for a player that is not offered, and NotReady for one that needs compiled rules.

        Clients can name neither files nor commands.
        """
        if name in self.list_not_ready(game):
            self._readiness.check_level(name)
        if name != registry.ANY_GAME and name not in self.list_for(game):
            raise UnknownBot(asked=name, allowed=self.list_for(game))
