"""Practice positions as data: `armarium practice make` writes the file, the server reads it.

A record ends at the question. Before an answer the page receives only the seat's view, never the record.
"""

from __future__ import annotations

import functools
import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, TypedDict

from armarium.analysis.extension import Practice, analysis_extension
from armarium.core.errors import ArmariumError, IllegalAction

__all__ = [
    "EvaluatedAnswer",
    "NoPosition",
    "NoPractice",
    "PracticePosition",
    "find_answer",
    "find_practice",
    "load_positions",
]


class NoPractice(ArmariumError):
    code: ClassVar[str] = "no-practice"
    sentence: ClassVar[str] = "There are no practice positions for {asked}."


class NoPosition(ArmariumError):
    code: ClassVar[str] = "no-position"
    sentence: ClassVar[str] = "There is no practice position {asked}."


class EvaluatedAnswer(TypedDict):
    """One answer with its value.

    `because` compares the best answer with the one that was played, and every other answer with the best. It is None if
    no reason is large enough to explain the difference.
    """

    actions: list[str]
    chance: float
    error: float
    because: dict[str, Any] | None


@dataclass(frozen=True)
class PracticePosition:
    """A position with all its answers, best first. `played` is the answer given in the original game."""

    theme: str
    seat: int
    players: Sequence[str]
    record: str
    played: Sequence[str]
    answers: Sequence[EvaluatedAnswer]

    @property
    def id(self) -> str:
        """Identify the position, independent of the rest of the file."""
        return hashlib.sha256(f"{self.seat} {self.record}".encode()).hexdigest()[:10]


def find_practice(game: str) -> Practice:
    found = analysis_extension(game).practice
    if found is None:
        raise NoPractice(asked=game)
    return found


@functools.cache
def load_positions(game: str) -> Mapping[str, PracticePosition]:
    """Return the positions of a game by id, in the order in which they are asked."""
    data = json.loads(find_practice(game).file.read_text())
    found = [PracticePosition(**one) for one in data["positions"]]
    return {position.id: position for position in found}


def find_answer(position: PracticePosition, actions: Sequence[str]) -> EvaluatedAnswer:
    """Find an answer, whatever the order of its actions: the order of a payment does not matter.

    A press may play several actions, such as three steps. If every answer is a single action, the first one counts.
    """
    is_single = all(len(answer["actions"]) == 1 for answer in position.answers)
    wanted = list(actions[:1] if is_single else sorted(actions))
    for answer in position.answers:
        if sorted(answer["actions"]) == wanted:
            return answer
    # The answers are stored best first, so sort them to reveal nothing.
    allowed = sorted(", ".join(answer["actions"]) for answer in position.answers)
    raise IllegalAction(asked=", ".join(actions), allowed=allowed)
