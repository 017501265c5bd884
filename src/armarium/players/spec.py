"""Players as they are registered: by entry points of the group `armarium.players`, ours like anybody's.

    [project.entry-points."armarium.players"]
    mine = "my_package.players:PLAYERS"

An entry point leads to a list of PlayerSpecs. Those of our own package are made in the process that asks; a stranger's
package is never imported there: `strangers.py` asks for its specs, and lets its players choose, in another process.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from armarium.games.table.game import Game
from armarium.games.table.reason import Reason
from armarium.players.player import Player
from armarium.players.position import Position

__all__ = ["Advice", "Kernel", "PlayerSpec"]


@dataclass(frozen=True)
class Advice:
    """What a player thinks of one action: its chance to win, how sure that is (a standard error), and why.

    The words of the reason are under `<game>_advice_<code>`.
    """

    action: str
    chance: float
    error: float
    reason: Reason


@dataclass(frozen=True)
class Kernel:
    """A compiled player. Those with the same `play` can be seated together and play whole games without views:
    `play(game, numbers, seeds)` goes to the end, with the player of that number and seed in each seat."""

    play: Callable[[Game, Sequence[int], Sequence[int]], None]
    number: int


@dataclass(frozen=True)
class PlayerSpec:
    """`level`: its place among those that people choose by, the easiest 0; None for a yardstick of the arena.

    `make(seed, settings)` is given what follows the colon of its name (`search:iterations=400`), and answers None where
    it cannot read that. The catalogue of the game has its name under `<game>_player_<name>` and what it is like under
    `…_character`. `kernel`, `advise` and `ponders` are asked of built-in players alone: a stranger's say nothing.
    """

    name: str
    game: str
    level: int | None
    make: Callable[[int | None, str], Player | None]
    kernel: Kernel | None = None
    settings: str = ""  # an example of them
    advise: Callable[[Position], list[Advice]] | None = None  # all legal actions, best first
    ponders: bool = False  # some positions for longer than others: at a table its answer waits, so that nobody sees it

    @property
    def form(self) -> str:
        """How it is asked for."""
        return f"{self.name}:{self.settings}" if self.settings else self.name
