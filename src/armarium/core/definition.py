"""A GameDefinition describes a game; every game implements one.

Games are found by the entry points of the group `armarium.games`, in this package and in others:

    [project.entry-points."armarium.games"]
    mill = "mill.definition:DEFINITION"

Loading a definition is cheap: rules and kernels are imported on first use.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from importlib.resources.abc import Traversable
from typing import TYPE_CHECKING, Any, ClassVar

from armarium.core.errors import BadSeats, Reason, UnknownEdition
from armarium.core.option import Option, check_options

if TYPE_CHECKING:
    import numpy as np

    from armarium.core.batch import Batch
    from armarium.core.game import BaseGame, View

__all__ = ["GameDefinition", "default_seats", "resolve_edition"]


class GameDefinition(ABC):
    """What every layer may use of a game. Abstract members are required.

    What only one layer needs is in that layer's extension: `armarium.{analysis,lab,server,terminal}.extension`.
    """

    name: ClassVar[str]
    seats: ClassVar[tuple[int, ...]]
    editions: ClassVar[tuple[str, ...]] = ()  # empty if there is only one
    options: ClassVar[tuple[Option, ...]] = ()

    @property
    @abstractmethod
    def game(self) -> type[BaseGame]:
        """The rules; reading this imports them."""

    @property
    @abstractmethod
    def folder(self) -> Traversable:
        """The folder of its files: `text/en.json`, `text/fr.json` and optionally `players/network.safetensors`.

        Every key of its texts begins with the game's name. Generic code looks for `<game>_title`, `<game>_view_<field>`
        (also for outcomes), `<game>_action_<verb>` ({rest} is what follows the verb) and `<game>_event_<event>` (its
        facts; {name} is the player in its `seat`). It shows plain data if there is no text.
        """

    @abstractmethod
    def make_world_sampler(self, view: View) -> Callable[[np.ndarray], BaseGame]:
        """Return a function from a key (eight 32-bit words) to a game that looks like this view.

        Everything that the view does not show is redrawn.
        """

    def may_take_back(self, view: Mapping[str, Any], action: str) -> bool:
        """Return True if a seat may take back a legal action while no other seat has acted since.

        The answer depends only on the kind of the action and on the seat's view before it. Return False for an action
        that may reveal a card, use chance, end the game, or make another seat pay, be penalised or be asked for a
        payment. In all worlds that look like the view, the seat must see the same result. The view may be any mapping.
        """
        return False

    def why_not(self, view: View, action: str) -> Reason | None:
        """Return the rule that forbids an action, from the view alone, or None if the legal actions explain it best.

        Its text has the key `<game>_why_<code>`.
        """
        return None

    def name_facts(
        self, facts: Mapping[str, Any], options: Mapping[str, Any], language: str
    ) -> dict[str, Any]:
        """Return facts with the names of cards, categories and actions, as used at a table with these options."""
        return dict(facts)

    def warm(self) -> None:
        """Compile everything now. A game in plain Python has nothing to do."""

    @property
    def batch(self) -> Batch | None:
        """Many games at once. If absent, the game has no VectorGame, no `bench rules` and no network."""
        return None

    @property
    def shapes(self) -> Mapping[str, Any]:
        """The types of its views and events. If absent, the page shows plain tables."""
        return {}

    def deal(
        self, seats: int, seed: int | bytes | None, edition: str | None = None, **options: Any
    ) -> BaseGame:
        """Return a new game, in the first edition unless one is given."""
        if edition:
            options["edition"] = edition
        return self.game.new(seats, seed, **options)

    def check_table(
        self, seats: int, edition: str | None, asked: Mapping[str, Any]
    ) -> dict[str, Any]:
        """Return all options of a table; raise an error for invalid seats or options."""
        if isinstance(seats, bool) or seats not in self.seats:
            raise BadSeats(asked=seats, allowed=list(self.seats))
        return check_options(self.options, edition, self.editions, seats, asked)


def resolve_edition(definition: GameDefinition, asked: str | None) -> str | None:
    """Return the requested edition or the first; None for a game with only one."""
    if asked is None:
        return definition.editions[0] if definition.editions else None
    if asked not in definition.editions:
        only = {} if definition.editions else {"reason": "one-edition"}
        raise UnknownEdition(asked=asked, allowed=list(definition.editions), **only)
    return asked


def default_seats(definition: GameDefinition) -> int:
    """Return the default number of seats."""
    return definition.seats[len(definition.seats) // 2]
