"""A game whose state is one record that kernels change: what follows from that alone."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable
from typing import Any, ClassVar, Protocol, Self

import numpy as np

from armarium.games.table.errors import ArmariumError, BadRecord
from armarium.games.table.game import Game
from armarium.games.table.record import Record
from armarium.games.table.seeding import commitment

__all__ = ["Engine", "StateGame"]


class Engine(Protocol):
    """The doors into a game's rules that are asked here; its `kernels/engine.py` has them, and more."""

    @property
    def legal_at(self) -> Callable[..., Any]: ...

    @property
    def is_legal_at(self) -> Callable[..., Any]: ...


class StateGame(Game):
    _engine: ClassVar[Engine]

    _states: np.ndarray  # of one record, with its numbers of chance counted in `drawn`
    _seed: bytes

    @staticmethod
    @abstractmethod
    def _texts_of(words: tuple[int, ...]) -> list[str]:
        """The texts of a set of actions as the rules give it, in canonical order."""

    @staticmethod
    @abstractmethod
    def _arguments_of(record: Record) -> dict[str, Any]:
        """What the header of a record says, as arguments of `new`."""

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

    def _copied(self) -> Self:
        twin = type(self).__new__(type(self))
        twin.__dict__.update(self.__dict__)
        # As bytes: NumPy would copy a record field by field.
        own, form = bytearray(self._states.tobytes()), self._states.dtype
        twin._states = np.ndarray(len(self._states), form, own).view(type(self._states))
        return twin
