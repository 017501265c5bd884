"""What a game offers to whoever wants to practise: positions with a question, an optional part of a book.

The positions themselves are a file of the game, made by `armarium practice make` (analysis/practice). An answer is what
a person does in one go: a list of actions, mostly of one.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from importlib.resources.abc import Traversable
from typing import Any, Protocol

from armarium.games.table.game import View
from armarium.games.table.reason import Reason

__all__ = ["Answer", "Practice"]


@dataclass(frozen=True)
class Answer:
    """Its worth as the seat could judge it; `error`: of the worth, `behind`: of how far it is behind the best."""

    actions: tuple[str, ...]
    worth: float
    error: float
    behind: float


class Practice(Protocol):
    """Everything from the view alone, as in the analyst's promise."""

    @property
    def themes(self) -> Sequence[str]:
        """What can be practised; the question is under `<game>_practice_<theme>`."""

    @property
    def players(self) -> Sequence[str]:
        """Who plays the games that positions are taken from."""

    @property
    def options(self) -> Mapping[str, Any]:
        """At tables with these options."""

    @property
    def still_open(self) -> tuple[float, float]:
        """What the best answer is worth where a game is neither lost nor won already."""

    @property
    def file(self) -> Traversable:
        """The positions that were made."""

    def theme(self, view: View) -> str | None:
        """Which theme a position belongs to; None: no position for practice."""

    def weigh(self, view: View, effort: float, seed: int) -> list[Answer]:
        """Every answer there is, best first; none where there are too many to choose from."""

    def reason(self, view: View, better: Sequence[str], chosen: Sequence[str]) -> Reason | None:
        """What speaks for the better answer against the chosen one; None where nothing surely does."""
