"""The base class of games in plain Python: the state is the object's attributes, and a subclass contains only rules.

`_deal` sets up the table, `_apply_action` applies an action and reports events, `_view` returns what a viewer may see,
`_set_up_from_view` makes a game that looks like a view. Seeds, options, records, copies and events are handled here.
"""

from __future__ import annotations

import copy
import json
from abc import abstractmethod
from collections.abc import Collection, Mapping
from typing import Any, ClassVar, NamedTuple, Self

import numpy as np

from armarium.core.definition import GameDefinition, default_seats, resolve_edition
from armarium.core.errors import ArmariumError, BadOption, BadRecord, BadSeats
from armarium.core.game import BaseGame, Event, View, is_seat
from armarium.core.option import format_options, parse_options
from armarium.core.record import Record
from armarium.core.seeding import check_contributions, parse_seed, read_seeds, seed_facts
from armarium.core.stream import Stream, compute_commitment, compute_key

__all__ = ["PlainGame"]


class _ReportedEvent(NamedTuple):
    event: Event
    secret: Event
    to: frozenset[int]


class PlainGame(BaseGame):
    """`agreed` holds the options of the table, and `chance` draws random numbers.

    All other attributes without an underscore are the state: plain data that is copied with the game, compared and
    hashed.
    """

    definition: ClassVar[GameDefinition]

    agreed: dict[str, Any]
    chance: Stream

    # ── members that a subclass implements, besides to_act, legal and outcome ──────────

    @abstractmethod
    def _deal(self) -> None:
        """Set up the table."""

    @abstractmethod
    def _apply_action(self, action: str) -> None:
        """Apply a legal action of the seat to act."""

    @abstractmethod
    def _view(self, seat: int | None) -> View:
        """Return what a viewer may see, besides what every view has; `seats` is a list with one entry per seat."""

    @abstractmethod
    def _set_up_from_view(self, view: View) -> None:
        """Set up a game from a view instead of a deal; draw everything that the view does not show."""

    def _report(
        self, event: str, /, to: Collection[int] = (), secret: Mapping[str, Any] = {}, **facts: Any
    ) -> None:
        """Report an event. Everyone sees the facts; only the seats in `to` also see the secret."""
        self._reported.append(
            _ReportedEvent({"event": event, **facts}, dict(secret), frozenset(to))
        )

    # ── members that are the same for all such games ────────────────────────────────────

    def __init__(
        self, seats: int, edition: str | None, agreed: dict[str, Any], chance: Stream
    ) -> None:
        self._seats, self._edition = seats, edition
        self.agreed, self.chance = agreed, chance
        self._actions = []
        self._reported: list[_ReportedEvent] = []
        self._seed = bytes(32)  # unused until the deal
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
        """Deal a game. Tracking knowledge costs nothing here, so it is always on."""
        seats = default_seats(cls.definition) if seats is None else seats
        edition = resolve_edition(cls.definition, edition)
        agreed = cls.definition.check_table(seats, edition, options)
        if deal is not None:
            known = [option.name for option in cls.definition.options]
            raise BadOption(option="deal", asked=deal, reason="no-option", allowed=known)
        own_seed, given = parse_seed(seed), check_contributions(contributions, seats)
        game = cls(seats, edition, agreed, Stream(compute_key(own_seed, given)))
        game._seed, game._contributions = own_seed, given
        game._deal()
        return game

    @classmethod
    def imagine_from(cls, view: View, key: np.ndarray) -> Self:
        """Return a game that looks like a view to its viewer, without history."""
        agreed = dict(view["options"])
        edition = agreed.pop("edition", None)
        game = cls(len(view["seats"]), edition, agreed, Stream(key.astype("<u4").tobytes()))
        game._has_history = False
        game._set_up_from_view(view)
        game._reported = []
        return game

    @property
    def seats(self) -> int:
        return self._seats

    @property
    def options(self) -> dict[str, Any]:
        return {**({"edition": self._edition} if self._edition else {}), **self.agreed}

    @property
    def commitment(self) -> str:
        return compute_commitment(self._seed)

    def truth(self) -> dict[str, Any]:
        no_state = ("agreed", "chance")
        state = {k: v for k, v in vars(self).items() if not k.startswith("_") and k not in no_state}
        return copy.deepcopy(state)

    def view(self, seat: int | None) -> View:
        self._check_viewer(seat)
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
        self._check_viewer(seat)
        return [
            event | secret if seat in to else dict(event) for event, secret, to in self._reported
        ]

    def may_take_back(self, action: str) -> bool:
        return self.definition.may_take_back(self.view(self.to_act), action)

    def _check_viewer(self, seat: int | None) -> None:
        if seat is not None and not is_seat(seat, self.seats):
            raise BadSeats(asked=seat, reason="no-seat", allowed=[*range(self.seats), None])

    def _apply(self, code: int) -> list[Event]:
        self._reported = []
        self._apply_action(list(self.codes)[code])
        return [event | secret for event, secret, _ in self._reported]

    def _bytes(self) -> bytes:
        views = [self._view(viewer) for viewer in (*range(self.seats), None)]
        facts = [self.options, self.truth(), self.outcome(), views, self._chance_used()]
        return json.dumps(facts, sort_keys=True).encode()

    def _chance_used(self) -> int:
        return self.chance.drawn

    def _copy_with_state(self) -> Self:
        return copy.deepcopy(self)

    def _facts(self) -> dict[str, str]:
        return {
            "game": self.name,
            "rules": str(self.rules_version),
            **({"edition": self._edition} if self._edition else {}),
            "seats": str(self.seats),
            "options": format_options(self.definition.options, self.agreed),
            **seed_facts(self._seed, self._contributions),
        }

    @classmethod
    def _from_facts(cls, record: Record) -> Self:
        arguments: dict[str, Any] = {
            **record.read("options", lambda text: parse_options(cls.definition.options, text)),
            **read_seeds(record),
            "seats": record.read("seats", int),
        }
        if cls.definition.editions:
            arguments["edition"] = record.fact("edition")
        try:
            return cls.new(**arguments)
        except ArmariumError as error:
            raise BadRecord(line=record.lines["options"], reason=str(error).rstrip(".")) from error
