"""A position for practice as data: the file of a game that `armarium practice make` writes and the server reads.

The record goes as far as the question; what the page is shown before an answer is what the seat saw, never the record.
"""

from __future__ import annotations

import functools
import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, TypedDict

from armarium.games.shelf import open_book
from armarium.games.table.errors import ArmariumError, IllegalAction
from armarium.games.table.practice import Practice

__all__ = [
    "Answered",
    "NoPosition",
    "NoPractice",
    "Position",
    "answer_to",
    "positions_of",
    "practice_of",
]


class NoPractice(ArmariumError):
    code: ClassVar[str] = "no-practice"
    sentence: ClassVar[str] = "There is nothing to practise at {asked}."


class NoPosition(ArmariumError):
    code: ClassVar[str] = "no-position"
    sentence: ClassVar[str] = "There is no position {asked} to practise."


class Answered(TypedDict):
    """`because`: what speaks for the best answer beside this one; in the best, beside what was played."""

    actions: list[str]
    chance: float
    error: float
    because: dict[str, Any] | None


@dataclass(frozen=True)
class Position:
    """`answers` are all there are, the best first; `played`: what was done in the game it comes from."""

    theme: str
    seat: int
    players: Sequence[str]
    record: str
    played: Sequence[str]
    answers: Sequence[Answered]

    @property
    def id(self) -> str:
        """The same for the same position, whatever else is in the file."""
        return hashlib.sha256(f"{self.seat} {self.record}".encode()).hexdigest()[:10]


def practice_of(game: str) -> Practice:
    found = open_book(game).practice
    if found is None:
        raise NoPractice(asked=game)
    return found


@functools.cache
def positions_of(game: str) -> Mapping[str, Position]:
    """By their ids, in the order in which they are asked."""
    told = json.loads(practice_of(game).file.read_text())
    found = [Position(**one) for one in told["positions"]]
    return {position.id: position for position in found}


def answer_to(position: Position, actions: Sequence[str]) -> Answered:
    """In any order: a payment is what lies on the table in the end."""
    for answer in position.answers:
        if sorted(answer["actions"]) == sorted(actions):
            return answer
    # In an order that tells nothing: the answers themselves stand best first.
    allowed = sorted(", ".join(answer["actions"]) for answer in position.answers)
    raise IllegalAction(asked=", ".join(actions), allowed=allowed)
