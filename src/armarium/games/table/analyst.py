"""What a finished game can be asked so that it explains itself: the promise of an analyst, an optional part of a book.

Two truths, never mixed: the referee's, who sees all hands and piles but not the order of what is still to come, and a
seat's, from its view alone. Worth is what a book measures its games by: the chance to win, or the score.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Protocol

import numpy as np

from armarium.games.table.game import Game, View
from armarium.games.table.reason import Reason

__all__ = ["Analyst", "Choice", "Course", "Lot", "Measure", "Progress"]

Progress = Callable[[int, int], None]  # done, of so many


@dataclass(frozen=True)
class Measure:
    """What worth is counted in, and from which losses on a decision is no longer best, good, an inaccuracy, a mistake.

    `half`: who gives away so much in a whole game has an accuracy of 50 in a hundred.
    """

    name: str  # "chance" or "score"
    good: float
    inaccuracy: float
    mistake: float
    blunder: float
    half: float


@dataclass(frozen=True)
class Course:
    """The referee's curve, a column a seat: `points` at every version, `settled` after each action, before chance."""

    points: np.ndarray
    settled: np.ndarray


@dataclass(frozen=True)
class Choice:
    """An action as its seat could judge it: its worth, and a standard error of that."""

    action: str
    worth: float
    error: float


@dataclass(frozen=True)
class Lot:
    """What a seat bought at a version: the card, what it paid, and what the card was worth to it as it saw things."""

    v: int
    seat: int
    card: str
    paid: int
    fair: int


class Analyst(Protocol):
    """All numbers follow from games, seed and version: the same game is explained in the same way everywhere."""

    @property
    def version(self) -> str:
        """Of everything that decides the numbers; what another version has found is found again."""

    @property
    def measure(self) -> Measure: ...

    def course(self, games: Sequence[Game], noted: Progress) -> Course:
        """The referee's curve of a whole game: one game a version, from the deal to the end."""

    def weigh(self, view: View, chosen: str | None, effort: float, seed: int) -> list[Choice]:
        """The actions worth a thought and the chosen one, best first, from the view and nothing else.

        `effort` 1 is a first look, more takes as many times as many worlds.
        """

    def reason(self, view: View, better: str, chosen: str) -> Reason | None:
        """What speaks for the better action against the chosen one, from the view; None where nothing surely does.

        Its words are under `<game>_analysis_<code>`.
        """

    def lots(self, games: Sequence[Game], noted: Progress) -> list[Lot]:
        """The fair price of everything that was bought; empty in a game without prices."""
