"""The interface of a game, and the part of it that is the same for all games.

A game is a state record that the rules change, and the list of actions that led to it. A game's rules provide the
state, the action texts and what each viewer sees; this module checks, applies, records and replays.
"""

from __future__ import annotations

import hashlib
import json
import sys
from abc import ABC, abstractmethod
from collections.abc import Sequence
from numbers import Integral
from typing import Any, ClassVar, Self

from armarium.core.errors import (
    ArmariumError,
    BadRecord,
    IllegalAction,
    InvalidAction,
    NoRecord,
    NotYourTurn,
    OldRules,
)
from armarium.core.record import Record

__all__ = ["NO_EVENTS", "BaseGame", "Event", "View", "encode_json", "is_seat"]

View = dict[str, Any]
Event = dict[str, Any]

NO_EVENTS = b"[]"  # what `seen_text` returns if nothing happened

_writer = json.JSONEncoder(separators=(",", ":"), ensure_ascii=False)


def encode_json(data: Any) -> bytes:
    """Encode data as compact JSON."""
    return _writer.encode(data).encode()


def is_seat(asked: Any, seats: int) -> bool:
    """Return True for the number of a seat. 1.0 and True equal a number but are not one."""
    if type(asked) is int:  # the common case, and faster
        return 0 <= asked < seats
    is_whole = isinstance(asked, Integral) and not isinstance(asked, bool)
    return is_whole and 0 <= asked < seats


class BaseGame(ABC):
    """One game in play. Everything it returns is JSON-ready; an error never changes it."""

    name: ClassVar[str]
    rules_version: ClassVar[int]
    codes: ClassVar[dict[str, int]]  # action text → code
    forms: ClassVar[list[str]]  # examples of actions, for error messages

    _actions: list[tuple[int, str]]
    _has_history: bool = True

    # Members that the rules of a game must implement.

    @classmethod
    @abstractmethod
    def new(
        cls,
        seats: int = ...,
        seed: int | bytes | None = None,
        edition: str = ...,
        *,
        deal: dict[str, Any] | None = None,
        contributions: list[bytes | None] | None = None,
        keep_knowledge: bool = True,
        **options: Any,
    ) -> Self:
        """Deal a game. Without a seed the cards are random; `deal` sets them card by card."""

    @property
    @abstractmethod
    def seats(self) -> int: ...

    @property
    @abstractmethod
    def options(self) -> dict[str, Any]:
        """The options of the table, including the edition if the game has editions."""

    @property
    @abstractmethod
    def commitment(self) -> str:
        """The hash that can be published before the deal and checked against the seed after the game."""

    @property
    @abstractmethod
    def to_act(self) -> int | None:
        """The seat to act; None when the game is over."""

    @abstractmethod
    def legal(self) -> list[str]:
        """Return the legal actions of the seat to act, in canonical order."""

    @abstractmethod
    def view(self, seat: int | None) -> View:
        """Return what a seat may see; None: what everyone may see."""

    @abstractmethod
    def truth(self) -> dict[str, Any]:
        """Return the full state, for tests and the referee only."""

    @abstractmethod
    def outcome(self) -> dict[str, Any] | None:
        """Return the result, or None until the game is over."""

    @abstractmethod
    def seen(self, seat: int | None) -> list[Event]:
        """Return what a viewer saw of the last action; None: what everyone saw."""

    @abstractmethod
    def _apply(self, code: int) -> list[Event]:
        """Apply a legal action; return the events as the referee sees them."""

    @abstractmethod
    def _facts(self) -> dict[str, str]:
        """Return the header of the record: what `_from_facts` needs to start the same game."""

    @classmethod
    @abstractmethod
    def _from_facts(cls, record: Record) -> Self: ...

    @abstractmethod
    def _bytes(self) -> bytes:
        """Return every byte of the state, knowledge included."""

    @abstractmethod
    def _chance_used(self) -> int:
        """Return how many random numbers were drawn so far."""

    @abstractmethod
    def _copy_with_state(self) -> Self:
        """Return the same game with its own copy of the state."""

    # Members that the rules of a game may override.

    def view_text(self, seat: int | None) -> bytes:
        """Return the view as JSON. If kernels write the JSON, the game derives its view from it."""
        return encode_json(self.view(seat))

    def seen_text(self, seat: int | None) -> bytes:
        """Return what a viewer saw of the last action, as JSON. If kernels write it, `seen` is derived from it."""
        return encode_json(self.seen(seat))

    def has_revealed(self) -> bool:
        """Return True if the last action showed anybody a card, or used chance."""
        reveals = self.describe_reveals()
        return bool(reveals["cards"] or reveals["hands"] or reveals["chance"])

    def may_take_back(self, action: str) -> bool:
        """Return True if the seat to act may take back this legal action while no other seat has acted since."""
        return False

    def follow(self, actions: Sequence[tuple[int, str]]) -> None:
        """Play many actions, each by its seat, without returning events. Stop with an error at an invalid one."""
        for seat, action in actions:
            self.play(action, seat)

    def describe_reveals(self) -> dict[str, Any]:
        """Return which cards the last action showed to whom, and whether it used chance. The default assumes
        everything."""
        return {"cards": {}, "hands": True, "chance": True}

    # Members that are the same for all games.

    def play(self, action: str, seat: int | None = None) -> list[Event]:
        """Check and apply an action; with a seat, also check whose turn it is. Return the events."""
        to_act, code = self._check(action, seat)
        events = self._apply(code)
        self._note(to_act, action)
        return events

    def _check(self, action: str, seat: int | None) -> tuple[int, int]:
        """Return the seat to act and the code of its action. Raise an error if it is not allowed."""
        to_act = self.to_act
        if to_act is None or (seat is not None and seat != to_act):
            over = {} if to_act is not None else {"reason": "game-over"}
            raise NotYourTurn(seat=seat, asked=action, to_act=to_act, **over)
        code = self.codes.get(action) if isinstance(action, str) else None
        if code is None:
            raise InvalidAction(asked=action, game=self.name, allowed=self.forms)
        if not self._is_legal(code):
            raise IllegalAction(asked=action, allowed=self.legal())
        return to_act, code

    def _note(self, seat: int, action: str) -> None:
        # All games of a server share the same few texts, so intern them.
        self._actions.append((seat, sys.intern(action)))

    def _is_legal(self, code: int) -> bool:
        return any(self.codes[text] == code for text in self.legal())

    @property
    def actions(self) -> list[tuple[int, str]]:
        """The seat and the text of every action so far."""
        return list(self._actions)

    @property
    def has_history(self) -> bool:
        """Whether the game was played from its deal. An imagined game was not, and has no record."""
        return self._has_history

    @property
    def last_action(self) -> tuple[int, str]:
        return self._actions[-1]

    def digest(self) -> str:
        """Return a hash of every byte of the state, knowledge included, to compare games of one build."""
        return hashlib.sha256(self._bytes()).hexdigest()

    def fingerprint(self) -> str:
        """Return a hash of the full state and the chance used: the same in every build of a rules version.

        Records and logs store this hash, so that a better way to track knowledge leaves them readable.
        """
        facts = [self.truth(), self._sealed_outcome(), self._chance_used()]
        return hashlib.sha256(json.dumps(facts, sort_keys=True).encode()).hexdigest()

    def _sealed_outcome(self) -> dict[str, Any] | None:
        """Return the outcome as used in fingerprints. A game that renames results keeps the old names here."""
        return self.outcome()

    def record(self) -> str:
        """Return the whole game as text; replaying it reaches the same bytes."""
        if not self._has_history:
            raise NoRecord(game=self.name)
        return Record(self._facts(), self._actions, self.fingerprint()).text()

    @classmethod
    def from_record(cls, record: Record) -> Self:
        """Return a recorded game before its first action; raise BadRecord if the header is invalid."""
        if record.fact("game") != cls.name:
            line, found = record.lines["game"], record.fact("game")
            raise BadRecord(line=line, reason="record-other-game", found=found, game=cls.name)
        if record.fact("rules") != str(cls.rules_version):
            raise OldRules(
                asked=record.fact("rules"), game=cls.name, allowed=cls.rules_version, line=1
            )
        return cls._from_facts(record)

    @classmethod
    def replay(cls, text: str) -> Self:
        record = Record.parse(text)
        game = cls.from_record(record)
        for number, (seat, action) in enumerate(record.actions, record.first_action_line):
            try:
                game.play(action, seat)
            except ArmariumError as error:
                raise BadRecord(line=number, reason="record-action", cause=error) from error
        last = len(text.splitlines())
        if game.fingerprint() != record.state:
            raise BadRecord(line=last - 1, reason="record-other-state")
        if game.record() != text:
            # A game has exactly one record, so refuse a different spelling.
            raise BadRecord(line=last, reason="record-other-words")
        return game

    def copy(self) -> Self:
        twin = self._copy_with_state()
        twin._actions = list(self._actions)
        return twin
