"""What is asked and told about positions for practice."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import Meta, Struct

from armarium.server.replay.bodies import PastSeat
from armarium.server.table.messages import AnyView, Line
from armarium.server.table.plan import Name

__all__ = [
    "PracticeAnswer",
    "PracticeAsked",
    "PracticeOffered",
    "PracticePlayOn",
    "PracticeTheme",
    "PracticeTold",
    "PracticeWorth",
]

MOST_ACTIONS = 32
_MOST_TEXT = 64
Action = Annotated[str, Meta(max_length=_MOST_TEXT)]


class PracticeTheme(Struct):
    """A position by its name, and what is asked there."""

    id: str
    theme: str


class PracticeOffered(Struct):
    """All positions of a game, in the order in which they are asked."""

    game: str
    themes: list[str]
    positions: list[PracticeTheme]


class PracticeAsked(Struct):
    """A position as its seat saw it, with all that it had seen happen."""

    id: str
    game: str
    theme: str
    seat: int
    v: int
    edition: str
    options: dict[str, Any]
    seats: list[PastSeat]
    view: AnyView
    lines: list[Line]


class PracticeAnswer(Struct):
    actions: Annotated[list[Action], Meta(min_length=1, max_length=MOST_ACTIONS)]


class PracticeWorth(Struct):
    actions: list[str]
    told: str
    chance: float
    error: float


class PracticeTold(Struct):
    """What all answers are worth, best first; `chosen`: which of them was given, `played`: which in the game."""

    measure: Literal["chance", "score"]
    answers: list[PracticeWorth]
    chosen: int
    played: int
    cost: float
    is_right: bool
    reason: str | None


class PracticePlayOn(Struct):
    """From a position against bots; all that the seat had not seen is drawn anew."""

    bot: Annotated[str, Meta(max_length=40)]
    name: Name = ""
