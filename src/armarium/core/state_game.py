"""The base class of games whose state is one record that kernels change."""

from __future__ import annotations

import json
from abc import abstractmethod
from collections.abc import Callable, Sequence
from typing import Any, ClassVar, Protocol, Self

import numpy as np

from armarium.core.errors import ArmariumError, BadRecord, IllegalAction, NotYourTurn
from armarium.core.game import BaseGame, Event
from armarium.core.record import Record
from armarium.core.seeding import commitment

__all__ = ["Engine", "RecordFields", "StateGame", "copy_states"]


class RecordFields:
    """Reads fields of an array's only record; reading them from the record itself would copy all of it."""

    def __init__(self, states: np.ndarray) -> None:
        self._states = states

    def __getitem__(self, name: str) -> Any:
        return self._states[name][0]


def copy_states(states: np.ndarray) -> np.ndarray:
    """Return a copy of states, by bytes, because NumPy would copy a record field by field."""
    own = bytearray(states.tobytes())
    return np.ndarray(len(states), states.dtype, own).view(type(states))


class Engine(Protocol):
    """The kernels used here; a game's `kernels/engine.py` has them, and more."""

    @property
    def legal_at(self) -> Callable[..., Any]: ...

    @property
    def is_legal_at(self) -> Callable[..., Any]: ...

    @property
    def apply_at(self) -> Callable[..., Any]: ...


class StateGame(BaseGame):
    _engine: ClassVar[Engine]

    _states: np.ndarray  # one record; `drawn` counts its random numbers
    _seed: bytes

    @staticmethod
    @abstractmethod
    def _texts_of(words: tuple[int, ...]) -> list[str]:
        """Return the texts of a set of actions as the rules encode it, in canonical order."""

    @staticmethod
    @abstractmethod
    def _arguments_of(record: Record) -> dict[str, Any]:
        """Return the header of a record as arguments of `new`."""

    @abstractmethod
    def _advance(self, code: int) -> None:
        """Apply a legal action."""

    @abstractmethod
    def _events_for_referee(self) -> bytes:
        """Return the events of the last action with every card, as JSON."""

    @abstractmethod
    def outcome_text(self) -> bytes:
        """Return the outcome as JSON; null until the game is over."""

    @property
    def states(self) -> np.ndarray:
        """The full state as an array of one record, which kernels read and write."""
        return self._states

    @property
    def commitment(self) -> str:
        return commitment(self._seed)

    @property
    def to_act(self) -> int | None:
        actor = int(self._states["actor"][0])
        return None if actor < 0 else actor

    def legal(self) -> list[str]:
        return self._texts_of(self._engine.legal_at(self._states, 0))

    def _is_legal(self, code: int) -> bool:
        return bool(self._engine.is_legal_at(self._states, 0, code))

    def _apply(self, code: int) -> list[Event]:
        self._advance(code)
        events: list[Event] = json.loads(self._events_for_referee())
        return events

    def follow(self, actions: Sequence[tuple[int, str]]) -> None:
        for seat, action in actions:
            to_act, code = self._check(action, seat)
            self._advance(code)
            self._note(to_act, action)

    def seen(self, seat: int | None) -> list[Event]:
        events: list[Event] = json.loads(self.seen_text(seat))
        return events

    def outcome(self) -> dict[str, Any] | None:
        if self.to_act is not None:
            return None
        outcome: dict[str, Any] = json.loads(self.outcome_text())
        return outcome

    def play_code(self, code: int) -> None:
        """Check and apply an action by its code, for loops over many games.

        It returns no events, and the game keeps no history: `record()` raises NoRecord from then on.
        """
        if self.to_act is None:
            raise NotYourTurn(seat=None, asked=code, to_act=None, reason="game-over")
        if not 0 <= code < len(self.codes) or not self._is_legal(code):
            raise IllegalAction(asked=code, allowed=self.legal())
        self._engine.apply_at(self._states, 0, code)
        self._has_history = False

    @classmethod
    def _from_facts(cls, record: Record) -> Self:
        try:
            return cls.new(**cls._arguments_of(record))
        except BadRecord:
            raise
        except ArmariumError as error:
            line = record.lines["options"]
            raise BadRecord(line=line, reason="record-options", cause=error) from error

    def _bytes(self) -> bytes:
        return self._states.tobytes()

    def _chance_used(self) -> int:
        return int(self._states["drawn"][0])

    def _copy_with_state(self) -> Self:
        twin = type(self).__new__(type(self))
        twin.__dict__.update(self.__dict__)
        twin._states = copy_states(self._states)
        return twin
