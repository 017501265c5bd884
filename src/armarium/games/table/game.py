"""The promise that every game keeps, and the part of it that is the same for all.

A game is one state record that the rules change, and the list of actions that led to it. A rulebook supplies the
state, the texts of its actions and what each eye sees; this page checks, applies, records and replays.
"""

from __future__ import annotations

import hashlib
import json
import sys
from abc import ABC, abstractmethod
from collections.abc import Sequence
from numbers import Integral
from typing import Any, ClassVar, Self

from armarium.games.table.errors import (
    ArmariumError,
    BadRecord,
    IllegalAction,
    InvalidAction,
    NoRecord,
    NotYourTurn,
    OldRules,
)
from armarium.games.table.record import Record

__all__ = ["Event", "Game", "View", "as_text", "is_seat"]

View = dict[str, Any]
Event = dict[str, Any]

_writer = json.JSONEncoder(separators=(",", ":"), ensure_ascii=False)


def as_text(data: Any) -> bytes:
    """As JSON, without a space too many."""
    return _writer.encode(data).encode()


def is_seat(asked: Any, seats: int) -> bool:
    """Whether it is the number of a seat. 1.0 and True are equal to one, and none."""
    if type(asked) is int:  # as nearly always, and quicker
        return 0 <= asked < seats
    is_whole = isinstance(asked, Integral) and not isinstance(asked, bool)
    return is_whole and 0 <= asked < seats


class Game(ABC):
    """One game in play. Everything it returns is JSON-ready; an error never changes it."""

    name: ClassVar[str]
    rules_version: ClassVar[int]
    codes: ClassVar[dict[str, int]]  # action text → code
    forms: ClassVar[list[str]]  # how actions look, for whoever sends nonsense

    _actions: list[tuple[int, str]]
    _has_past: bool = True

    # What a rulebook supplies.

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
        """Deal a game. Without a seed the cards are random; a chosen deal sets them card by card."""

    @property
    @abstractmethod
    def seats(self) -> int: ...

    @property
    @abstractmethod
    def options(self) -> dict[str, Any]:
        """What the table agreed on, the edition included where there is one."""

    @property
    @abstractmethod
    def commitment(self) -> str:
        """What may be shown before the deal, to be checked against the seed after the game."""

    @property
    @abstractmethod
    def to_act(self) -> int | None:
        """The seat that is to decide; None when the game is over."""

    @abstractmethod
    def legal(self) -> list[str]:
        """The legal actions of the seat to act, in canonical order."""

    @abstractmethod
    def view(self, seat: int | None) -> View:
        """What a seat may see; None: what everyone may see."""

    @abstractmethod
    def truth(self) -> dict[str, Any]:
        """Everything; for tests and the referee only."""

    @abstractmethod
    def outcome(self) -> dict[str, Any] | None:
        """None until the game is over."""

    @abstractmethod
    def seen(self, seat: int | None) -> list[Event]:
        """What an eye saw of the last action; None: what everyone saw."""

    @abstractmethod
    def _apply(self, code: int) -> list[Event]:
        """Do a legal action; the events as the referee saw them."""

    @abstractmethod
    def _facts(self) -> dict[str, str]:
        """The header of the record: what `_from_facts` needs to begin the same game again."""

    @classmethod
    @abstractmethod
    def _from_facts(cls, record: Record) -> Self: ...

    @abstractmethod
    def _bytes(self) -> bytes:
        """Every byte of the state, knowledge included."""

    @abstractmethod
    def _chance_used(self) -> int:
        """How many numbers were drawn so far."""

    @abstractmethod
    def _copied(self) -> Self:
        """The same game with a state of its own."""

    # What a rulebook may know better.

    def view_text(self, seat: int | None) -> bytes:
        """The view as JSON. A rulebook whose kernels write it makes its view of this."""
        return as_text(self.view(seat))

    def follow(self, actions: Sequence[tuple[int, str]]) -> None:
        """Play many, each by its seat, of which nobody is told. Where one cannot be, those before it are played."""
        for seat, action in actions:
            self.play(action, seat)

    def showed(self) -> dict[str, Any]:
        """To whom the last action showed which cards, and whether it used chance. A rulebook that does not say
        showed everything."""
        return {"cards": {}, "hands": True, "chance": True}

    # What is the same for all.

    def play(self, action: str, seat: int | None = None) -> list[Event]:
        """Check and do an action; with a seat, also check whose turn it is. Returns what happened."""
        to_act = self.to_act
        if to_act is None or (seat is not None and seat != to_act):
            over = {} if to_act is not None else {"reason": "game-over"}
            raise NotYourTurn(seat=seat, asked=action, to_act=to_act, **over)
        code = self.codes.get(action) if isinstance(action, str) else None
        if code is None:
            raise InvalidAction(asked=action, game=self.name, allowed=self.forms)
        if not self._is_legal(code):
            raise IllegalAction(asked=action, allowed=self.legal())
        events = self._apply(code)
        # Every game of a server has the same few texts: they are kept once.
        self._actions.append((to_act, sys.intern(action)))
        return events

    def _is_legal(self, code: int) -> bool:
        return any(self.codes[text] == code for text in self.legal())

    @property
    def actions(self) -> list[tuple[int, str]]:
        """Seat and text of every action so far."""
        return list(self._actions)

    @property
    def has_past(self) -> bool:
        """Whether it was played from its deal; an imagined game was not, and has no record."""
        return self._has_past

    @property
    def last_action(self) -> tuple[int, str]:
        return self._actions[-1]

    def digest(self) -> str:
        """Of every byte of the state, knowledge included; for comparing games of one build."""
        return hashlib.sha256(self._bytes()).hexdigest()

    def fingerprint(self) -> str:
        """Of the truth and of the chance used so far: the same in every build of a rules version.

        Records and logs hold this one, so that a better way to keep knowledge leaves them readable.
        """
        facts = [self.truth(), self._sealed_outcome(), self._chance_used()]
        return hashlib.sha256(json.dumps(facts, sort_keys=True).encode()).hexdigest()

    def _sealed_outcome(self) -> dict[str, Any] | None:
        """The outcome as fingerprints hold it. A game that calls results otherwise than it did when the first
        records were written keeps the old words here."""
        return self.outcome()

    def record(self) -> str:
        """The whole game as text; replaying it reaches the same bytes."""
        if not self._has_past:
            raise NoRecord(game=self.name)
        return Record(self._facts(), self._actions, self.fingerprint()).text()

    @classmethod
    def begun(cls, record: Record) -> Self:
        """A recorded game before its first action; says what is wrong with the header."""
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
        game = cls.begun(record)
        for number, (seat, action) in enumerate(record.actions, record.first_action_line):
            try:
                game.play(action, seat)
            except ArmariumError as error:
                raise BadRecord(line=number, reason="record-action", cause=error) from error
        last = len(text.splitlines())
        if game.fingerprint() != record.state:
            raise BadRecord(line=last - 1, reason="record-other-state")
        if game.record() != text:
            # One game has one record: nothing may hide in a second spelling of it.
            raise BadRecord(line=last, reason="record-other-words")
        return game

    def copy(self) -> Self:
        twin = self._copied()
        twin._actions = list(self._actions)
        return twin
