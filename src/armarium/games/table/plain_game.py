"""A game in plain Python: its state is its own attributes, and a rulebook writes nothing but rules.

`_deal` lays the table out, `_do` does an action and tells what happened, `_view` shows what an eye may see, `_lay`
makes a game that looks like a view. Seeds, options, records, copies and events are this page's business.
"""

from __future__ import annotations

import copy
import json
from abc import abstractmethod
from collections.abc import Collection, Mapping
from typing import Any, ClassVar, NamedTuple, Self

import numpy as np

from armarium.games.table.book import Book
from armarium.games.table.errors import ArmariumError, BadOption, BadRecord, BadSeats
from armarium.games.table.game import Event, Game, View, is_seat
from armarium.games.table.option import options_from_text, options_text
from armarium.games.table.record import Record
from armarium.games.table.seeding import contributions_of, facts_of, read_seeds, seed_of
from armarium.games.table.stream import Stream, commitment_of, key_of

__all__ = ["PlainGame"]


class _Told(NamedTuple):
    event: Event
    secret: Event
    to: frozenset[int]


class PlainGame(Game):
    """`agreed` has the options of the table, `chance` draws; all other attributes without an underscore are the state:
    plain data, copied with the game, compared and hashed."""

    book: ClassVar[Book]

    agreed: dict[str, Any]
    chance: Stream

    # ── what a rulebook writes, beside to_act, legal and outcome ───────────────────────────────

    @abstractmethod
    def _deal(self) -> None:
        """Lay the table out."""

    @abstractmethod
    def _do(self, action: str) -> None:
        """Do a legal action of the seat to act."""

    @abstractmethod
    def _view(self, seat: int | None) -> View:
        """What an eye may see beside what every view has; `seats`, a list, has an entry a seat."""

    @abstractmethod
    def _lay(self, view: View) -> None:
        """Instead of a deal: all that the view shows, and the rest as `chance` draws it."""

    def _tell(
        self, event: str, /, to: Collection[int] = (), secret: Mapping[str, Any] = {}, **facts: Any
    ) -> None:
        """Something happened: the facts are for everyone, the secret is `to` some seats only."""
        self._told.append(_Told({"event": event, **facts}, dict(secret), frozenset(to)))

    # ── what follows ───────────────────────────────────────────────────────────────────────────

    def __init__(
        self, seats: int, edition: str | None, agreed: dict[str, Any], chance: Stream
    ) -> None:
        self._seats, self._edition = seats, edition
        self.agreed, self.chance = agreed, chance
        self._actions = []
        self._told: list[_Told] = []
        self._seed = bytes(32)  # of no meaning until it is dealt from
        self._contributions: list[bytes | None] = [None] * seats

    @classmethod
    def new(
        cls,
        seats: int | None = None,
        seed: int | bytes | None = None,
        edition: str | None = None,
        *,
        deal: dict[str, Any] | None = None,
        contributions: list[bytes | None] | None = None,
        keep_knowledge: bool = True,
        **options: Any,
    ) -> Self:
        """Deal a game. Knowledge costs nothing here: it is always kept."""
        seats = cls.book.usual_seats if seats is None else seats
        edition = cls.book.edition(edition)
        agreed = cls.book.checked(seats, edition, options)
        if deal is not None:
            known = [option.name for option in cls.book.options]
            raise BadOption(option="deal", asked=deal, reason="no-option", allowed=known)
        own_seed, given = seed_of(seed), contributions_of(contributions, seats)
        game = cls(seats, edition, agreed, Stream(key_of(own_seed, given)))
        game._seed, game._contributions = own_seed, given
        game._deal()
        return game

    @classmethod
    def imagined(cls, view: View, key: np.ndarray) -> Self:
        """A game that looks like a view to its eye; it has no past."""
        agreed = dict(view["options"])
        edition = agreed.pop("edition", None)
        game = cls(len(view["seats"]), edition, agreed, Stream(key.astype("<u4").tobytes()))
        game._has_past = False
        game._lay(view)
        game._told = []
        return game

    @property
    def seats(self) -> int:
        return self._seats

    @property
    def options(self) -> dict[str, Any]:
        return {**({"edition": self._edition} if self._edition else {}), **self.agreed}

    @property
    def commitment(self) -> str:
        return commitment_of(self._seed)

    def truth(self) -> dict[str, Any]:
        no_state = ("agreed", "chance")
        state = {k: v for k, v in vars(self).items() if not k.startswith("_") and k not in no_state}
        return copy.deepcopy(state)

    def view(self, seat: int | None) -> View:
        self._check_eye(seat)
        return {
            "rules": self.rules_version,
            "game": self.name,
            "you": seat,
            "to_act": self.to_act,
            **self._view(seat),
            "legal": self.legal() if seat is not None and seat == self.to_act else [],
            "options": self.options,
            "outcome": self.outcome(),
        }

    def seen(self, seat: int | None) -> list[Event]:
        self._check_eye(seat)
        return [event | secret if seat in to else dict(event) for event, secret, to in self._told]

    def _check_eye(self, seat: int | None) -> None:
        if seat is not None and not is_seat(seat, self.seats):
            raise BadSeats(asked=seat, reason="no-seat", allowed=[*range(self.seats), None])

    def _apply(self, code: int) -> list[Event]:
        self._told = []
        self._do(list(self.codes)[code])
        return [event | secret for event, secret, _ in self._told]

    def _bytes(self) -> bytes:
        views = [self._view(eye) for eye in (*range(self.seats), None)]
        facts = [self.options, self.truth(), self.outcome(), views, self._chance_used()]
        return json.dumps(facts, sort_keys=True).encode()

    def _chance_used(self) -> int:
        return self.chance.drawn

    def _copied(self) -> Self:
        return copy.deepcopy(self)

    def _facts(self) -> dict[str, str]:
        return {
            "game": self.name,
            "rules": str(self.rules_version),
            **({"edition": self._edition} if self._edition else {}),
            "seats": str(self.seats),
            "options": options_text(self.book.options, self.agreed),
            **facts_of(self._seed, self._contributions),
        }

    @classmethod
    def _from_facts(cls, record: Record) -> Self:
        arguments: dict[str, Any] = {
            **record.read("options", lambda text: options_from_text(cls.book.options, text)),
            **read_seeds(record),
            "seats": record.read("seats", int),
        }
        if cls.book.editions:
            arguments["edition"] = record.fact("edition")
        try:
            return cls.new(**arguments)
        except ArmariumError as error:
            raise BadRecord(line=record.lines["options"], reason=str(error).rstrip(".")) from error
