"""Player specs, registered by entry points of the group `armarium.players`, in this package and in others.

    [project.entry-points."armarium.players"]
    mine = "my_package.players:PLAYERS"

An entry point leads to a list of PlayerSpecs. Built-in players are made in the calling process. A third-party package
is never imported there: `third_party.py` reads its specs and runs its players in another process.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from armarium.core.errors import Reason
from armarium.core.game import BaseGame
from armarium.players.player import Player
from armarium.players.position import Position

__all__ = ["Advice", "Kernel", "PlayerSpec", "Sampling"]


@dataclass(frozen=True)
class Advice:
    """What a player thinks of an action: its win probability, the standard error and the reason.

    The catalogue key of a reason is `<game>_advice_<code>`.
    """

    action: str
    chance: float
    error: float
    reason: Reason


@dataclass(frozen=True)
class Kernel:
    """A compiled player. Players with the same `play` can play whole games together without views.

    `play(game, numbers, seeds)` plays to the end, with the player of that number and seed in each seat. It returns the
    number of decisions.
    """

    play: Callable[[BaseGame, Sequence[int], Sequence[int]], int]
    number: int


class Sampling(NamedTuple):
    """How a player that uses the network alone samples its actions."""

    temperature: float
    least: float  # minimum probability relative to the most likely action


@dataclass(frozen=True)
class PlayerSpec:
    """A registered player.

    `level` is its place among the levels, 0 for the easiest; None for a reference player of the arena. `make(seed,
    settings)` receives what follows the colon of its name (`search:iterations=400`), and returns None if it cannot read
    that. The game's catalogue has its name under `<game>_player_<name>` and its character under `…_character`. `kernel`
    and the fields after `settings` are used for built-in players only.
    """

    name: str
    game: str
    level: int | None
    make: Callable[[int | None, str], Player | None]
    kernel: Kernel | None = None
    settings: str = ""  # an example of its settings
    advise: Callable[[Position], list[Advice]] | None = None  # all legal actions, best first
    needs_compiled: bool = False  # too slow for a table while the rules are interpreted
    is_quick: bool = False  # answers within milliseconds in every position; a kernel always does
    # For a player that searches some positions longer than others: the quick player that moves for it when its time is
    # up. At a table its answer always comes after the same pause, so that its thinking time reveals nothing.
    fallback: str = ""
    sampling: Sampling | None = None  # None if the player is not the network alone

    @property
    def form(self) -> str:
        """How to request the player by name."""
        return f"{self.name}:{self.settings}" if self.settings else self.name
