"""A book: everything that server, lab, terminal, players and page may ask of a game.

A book is found by an entry point of the group `armarium.games`, in our own package as in anybody's:

    [project.entry-points."armarium.games"]
    mill = "mill.book:BOOK"

Opening a book is cheap: its `game`, its kernels and its rooms are imported when they are asked for. What a game must
have is abstract; the rest is optional, and each part says what is missing without it.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from importlib.resources.abc import Traversable
from typing import TYPE_CHECKING, Any, ClassVar

from armarium.games.table.errors import BadOption, BadSeats, UnknownEdition
from armarium.games.table.option import Option, checked_options

if TYPE_CHECKING:
    import numpy as np

    from armarium.games.table.address import Address
    from armarium.games.table.analyst import Analyst
    from armarium.games.table.command import Command
    from armarium.games.table.game import Game, View
    from armarium.games.table.instructions import Instructions
    from armarium.games.table.lesson import Lesson
    from armarium.games.table.odds import Held
    from armarium.games.table.practice import Practice
    from armarium.games.table.promises import Batch, Beside, ExplicitChance, Rows
    from armarium.games.table.reason import Reason
    from armarium.games.table.suite import Suite
    from armarium.terminal.room import Room

__all__ = ["Book"]


class Book(ABC):
    """One game of the shelf."""

    name: ClassVar[str]
    seats: ClassVar[tuple[int, ...]]
    editions: ClassVar[tuple[str, ...]] = ()  # none: there is only one
    options: ClassVar[tuple[Option, ...]] = ()
    asked: ClassVar[tuple[str, ...]] = ()  # options worth a question before every game

    # ── what every game has ────────────────────────────────────────────────────────────────────

    @property
    @abstractmethod
    def game(self) -> type[Game]:
        """The rules; asking for them imports them."""

    @property
    @abstractmethod
    def words(self) -> Traversable:
        """The folder of its catalogue, en.json and fr.json; every key begins with the game's name.

        Rooms that know nothing else of a game look for `<game>_title`, `<game>_view_<field>` (also of an outcome),
        `<game>_action_<verb>` ({rest}: what follows the verb) and `<game>_event_<event>` (its facts; {name}: who sits
        in its `seat`), and show things as they are where there are no words.
        """

    @abstractmethod
    def worlds_of(self, view: View) -> Callable[[np.ndarray], Game]:
        """A game for every key (eight words of 32 bits) that looks like this view, all it does not show redrawn."""

    # ── how it behaves at a table ──────────────────────────────────────────────────────────────

    stand_in: ClassVar[str | None] = (
        None  # the level that holds the seat of who is gone; none: the best quick one
    )
    has_daily: ClassVar[bool] = False  # one deal a day for everyone; needs a score in the outcome
    stops_at_cards: ClassVar[bool] = False  # a list of actions ends where a card is turned

    def is_foreseeable(self, actions: Sequence[str]) -> bool:
        """Whether its sender knows beforehand that the whole list is legal.

        A list that is refused changes nothing, so its verdict must never depend on a card that the sender has not
        seen. One action is always fair; a game that allows more says which.
        """
        return len(actions) == 1

    def may_take_back(self, view: View, action: str) -> bool:
        """Whether its seat may take a legal action back, as long as nobody else has acted since.

        Decided by the kind of the action and from nothing but the view of the seat before it. Never what may show any
        eye a card, use chance, end the game, or make another seat pay, be penalised or be asked for a payment: in all
        worlds that look like the view, its seat must see the same happen. A game that does not say takes nothing back.
        """
        return False

    def why_not(self, view: View, action: str) -> Reason | None:
        """The sentence of the rules that forbids an action in this view, and from nothing but the view.

        Its words are under `<game>_why_<code>`; None where no sentence says it better than the legal actions do.
        """
        return None

    def named(
        self, facts: Mapping[str, Any], options: Mapping[str, Any], language: str
    ) -> dict[str, Any]:
        """The facts of a reason as a table with these options calls them: cards, categories and actions by name."""
        return dict(facts)

    def options_to_store(self, asked: Mapping[str, Any]) -> dict[str, Any]:
        """Options as strangers ask for them over the wire, without anything that a table must not keep."""
        known = [option.name for option in self.options]
        for name, value in asked.items():
            if name not in known:
                raise BadOption(option=name, asked=value, reason="no-option", allowed=known)
        return dict(asked)

    def addresses(self) -> Sequence[Address]:
        """Addresses of its own that a server answers: sets of cards to be read and checked, say."""
        return ()

    figures: ClassVar[tuple[str, ...]] = ("score",)  # facts that are numbers or yes-or-no
    deals_by: ClassVar[str] = "kind"  # what the kinds of its deals are called

    def commands(self) -> Sequence[Command]:
        """Commands of its own that `armarium` knows; imported when they are called."""
        return ()

    def facts(self, game: Game) -> dict[str, Any]:
        """What the arena tells of a finished game for one seat; its `figures` are compared, the first is the score."""
        return {name: fact for name, fact in (game.outcome() or {}).items() if name != "winners"}

    def deal_kind(self, game: Game) -> int | None:
        """The kind of a deal where deals of different kinds are not worth the same; arenas take them in turn."""
        return None

    def deal_kinds(self, options: Mapping[str, Any]) -> Sequence[int]:
        """All of them; none: any deal is as good as any other."""
        return ()

    # ── what a game may have ───────────────────────────────────────────────────────────────────

    def warm(self) -> None:
        """Compile everything now, so that nobody waits later; nothing to do for a game in plain Python."""

    @property
    def instructions(self) -> Instructions | None:
        """What a seat may say beforehand: how far to bid for it, say. Without it every seat acts by hand."""
        return None

    @property
    def beside(self) -> Beside | None:
        """The built-in players beside a network, in many games at once. Without it no training against them."""
        return None

    @property
    def rows(self) -> Rows | None:
        """What a seat knows as a row of numbers. Without it no PettingZoo, Gymnasium or dataset."""
        return None

    @property
    def batch(self) -> Batch | None:
        """Many games at once. Without it no VectorGame, on a CPU or on a GPU, and no `bench rules`."""
        return None

    @property
    def network(self) -> Traversable | None:
        """The file of its trained network; its rows and actions are those of `batch`. Without it nobody is learnt."""
        return None

    @property
    def explicit(self) -> Callable[[int, str | None, Mapping[str, Any]], ExplicitChance] | None:
        """A table whose chance is asked for, by seats, edition and options. Without it no OpenSpiel."""
        return None

    @property
    def suites(self) -> Mapping[str, Suite]:
        """Frozen deals and opponents, by name, for `armarium arena --suite`."""
        return {}

    @property
    def analyst(self) -> Analyst | None:
        """Who explains finished games and gives hints. Without it no `armarium analyse`, no hints."""
        return None

    @property
    def odds(self) -> Callable[[View], list[Held]] | None:
        """Who holds most of what, from a view alone. Without it the memory aid only counts what was seen."""
        return None

    @property
    def practice(self) -> Practice | None:
        """Positions with a question. Without it nothing to practise."""
        return None

    @property
    def lesson(self) -> Lesson | None:
        """A first game that teaches. Without it nobody is taught by playing."""
        return None

    @property
    def picture(self) -> Callable[[View], str] | None:
        """A view drawn as SVG. Without it environments render as text only."""
        return None

    @property
    def room(self) -> Room | None:
        """The game in the terminal. Without it a plain room shows views and actions as they are."""
        return None

    @property
    def shapes(self) -> Mapping[str, Any]:
        """The types of its views and events, from which the page's are written; none: the page shows tables."""
        return {}

    # ── what is the same for all ───────────────────────────────────────────────────────────────

    @property
    def usual_seats(self) -> int:
        """How many sit down where nobody says a number."""
        return self.seats[len(self.seats) // 2]

    def edition(self, asked: str | None) -> str | None:
        """The edition asked for, or the first; None for a game that has only one."""
        if asked is None:
            return self.editions[0] if self.editions else None
        if asked not in self.editions:
            only = {} if self.editions else {"reason": "one-edition"}
            raise UnknownEdition(asked=asked, allowed=list(self.editions), **only)
        return asked

    def deal(
        self, seats: int, seed: int | bytes | None, edition: str | None = None, **options: Any
    ) -> Game:
        """A new game; without an edition, of the first."""
        if edition:
            options["edition"] = edition
        return self.game.new(seats, seed, **options)

    def checked(self, seats: int, edition: str | None, asked: Mapping[str, Any]) -> dict[str, Any]:
        """All options of a table; says what cannot be played."""
        if isinstance(seats, bool) or seats not in self.seats:
            raise BadSeats(asked=seats, allowed=list(self.seats))
        return checked_options(self.options, edition, self.editions, seats, asked)
