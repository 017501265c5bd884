"""What a game provides for analysis: an analyst, odds for the memory aid and practice positions.

A game registers its AnalysisExtension as an entry point of the group `armarium.analysis`. If a part is missing, its
features are off.

The analysis uses two points of view. The referee sees all hands and piles, but not the order of the cards to come. A
seat sees only its view. A value is a win probability or an expected score, depending on the game.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from importlib.resources.abc import Traversable
from typing import Any, Protocol, TypedDict

import numpy as np

from armarium.analysis.report import Chapter, Decision, Price, RecordFacts, Result, Sentence
from armarium.core.errors import Reason
from armarium.core.game import BaseGame, View
from armarium.core.registry import find_extension
from armarium.text.catalogue import Functions

__all__ = [
    "ActionValue",
    "AnalysisExtension",
    "Analyst",
    "AnswerValue",
    "Lot",
    "MajorityShares",
    "Measure",
    "Practice",
    "Progress",
    "Storyteller",
    "ValueCurve",
    "analysis_extension",
]

Progress = Callable[[int, int], None]  # arguments: done, total


@dataclass(frozen=True)
class Measure:
    """The unit of values, and the loss from which a decision belongs to each class.

    `half` is the total loss in a game that gives an accuracy of 50 %.
    """

    name: str  # "chance" or "score"
    good: float
    inaccuracy: float
    mistake: float
    blunder: float
    half: float


@dataclass(frozen=True)
class ValueCurve:
    """The referee's values, one column per seat.

    `points` holds the value at every version. `after_action` holds the value after each action, before chance.
    """

    points: np.ndarray
    after_action: np.ndarray


@dataclass(frozen=True)
class ActionValue:
    """The value of an action as its seat could estimate it, with the standard error."""

    action: str
    value: float
    error: float


@dataclass(frozen=True)
class Lot:
    """A purchase: the card, the price paid, and the fair price from the buyer's point of view."""

    v: int
    seat: int
    card: str
    paid: int
    fair: int


class Analyst(Protocol):
    """Evaluates positions and actions.

    All numbers follow from games, seed and version, so every process analyses a game in the same way.
    """

    @property
    def version(self) -> str:
        """Identify everything that affects the numbers. A new version invalidates cached analyses."""

    @property
    def measure(self) -> Measure: ...

    def compute_curve(self, games: Sequence[BaseGame], progress: Progress) -> ValueCurve:
        """Compute the referee's curve from one game per version, from the deal to the end."""

    def evaluate_actions(
        self, view: View, chosen: str | None, effort: float, seed: int
    ) -> list[ActionValue]:
        """Return the plausible actions and the chosen one, best first, from the view alone.

        An `effort` of 1 is a first look. A larger effort uses that many times as many worlds.
        """

    def guess_losses(self, games: Sequence[BaseGame], versions: Sequence[int]) -> list[float]:
        """Return a quick guess of what the action at each version lost. It decides only what is evaluated first."""

    def explain(self, view: View, better: str, chosen: str) -> Reason | None:
        """Return the clearest advantage of the better action over the chosen one, from the view alone.

        Returns None if no advantage is certain. The catalogue key of a reason is `<game>_analysis_<code>`.
        """

    def price_lots(self, games: Sequence[BaseGame], progress: Progress) -> list[Lot]:
        """Return the fair price of every purchase. A game without prices returns an empty list."""


@dataclass(frozen=True)
class AnswerValue:
    """The value of an answer as the seat could estimate it.

    `error` is the standard error of the value. `gap_error` is the standard error of its distance from the best.
    """

    actions: tuple[str, ...]
    value: float
    error: float
    gap_error: float


class Practice(Protocol):
    """Practice positions of a game. Like an analyst, it uses the view alone."""

    @property
    def themes(self) -> Sequence[str]:
        """What can be practised. The catalogue key of a question is `<game>_practice_<theme>`."""

    @property
    def players(self) -> Sequence[str]:
        """The players of the games from which positions are taken."""

    @property
    def options(self) -> Mapping[str, Any]:
        """The options of those games."""

    @property
    def undecided_range(self) -> tuple[float, float]:
        """The range of the best answer's value in which a game is neither lost nor won."""

    @property
    def file(self) -> Traversable:
        """The file with the practice positions."""

    def find_theme(self, view: View) -> str | None:
        """Return the theme of a position, or None if it is not suitable for practice."""

    def evaluate_answers(self, view: View, effort: float, seed: int) -> list[AnswerValue]:
        """Return every possible answer, best first. Return no answers if there are too many to choose from."""

    def explain(self, view: View, better: Sequence[str], chosen: Sequence[str]) -> Reason | None:
        """Return the clearest advantage of the better answer over the chosen one, or None."""

    def size_of(self, view: View, reason: Reason) -> float:
        """Return how much of the value a reason can account for."""

    def describe(self, view: View, answer: Sequence[str]) -> list[Reason]:
        """Return the facts behind an answer, like `describe_hint`."""


class MajorityShares(TypedDict):
    """For one category of cards, the share of the possible worlds in which each seat holds the most."""

    thing: str
    shares: list[float]


class Storyteller(Protocol):
    """Puts an analysis into words. A sentence with the code `c` is the catalogue entry `<game>_story_<c>`.

    Every method is a pure function of its arguments.
    """

    def collect(self, games: Sequence[BaseGame]) -> tuple[list[Chapter], list[dict[str, Any]]]:
        """Return the chapters, and facts of every action from the game before and after it.

        The decisions of a chapter with the same fact `group` make one note. The fact `bid` is the highest bid
        before a bid or a pass.
        """

    def tell_result(self, facts: RecordFacts, seat: int, result: Result) -> list[Sentence]:
        """Return how the game ended for a seat, and what decided it."""

    def tell_decision(
        self, facts: RecordFacts, decision: Decision, price: Price | None
    ) -> tuple[Sentence, Sentence | None]:
        """Return what the seat did and what was better. `price` is given if the decision led to a purchase."""

    def measure_reason(self, facts: RecordFacts, decision: Decision, is_priced: bool) -> float:
        """Return how much of a decision's cost its reason accounts for, in the game's measure.

        If `is_priced`, the story tells the price of a card as well.
        """

    def functions(self, options: Mapping[str, Any], language: str) -> Functions:
        """Return the functions that name the game's things in its catalogue entries."""


class AnalysisExtension:
    """A game's part of the analysis. Every member is optional."""

    @property
    def analyst(self) -> Analyst | None:
        """Analyses finished games and gives hints. If absent, the game has no `armarium analyse` and no hints."""
        return None

    @property
    def describe_hint(self) -> Callable[[View, str], list[Reason]] | None:
        """Return the facts behind a hinted action, from the view alone: cards, dice, totals.

        The catalogue key of a reason is `<game>_hint_<code>`. If absent, a hint has only the reason of the analyst.
        """
        return None

    @property
    def narrator(self) -> Storyteller | None:
        """Tells why a seat won or lost. If absent, an analysis has no stories."""
        return None

    @property
    def odds(self) -> Callable[[View], list[MajorityShares]] | None:
        """Computes from a view who holds the most of what. If absent, the memory aid only counts seen cards."""
        return None

    @property
    def practice(self) -> Practice | None:
        """Practice positions. If absent, the game has no practice."""
        return None


def analysis_extension(game: str) -> AnalysisExtension:
    """Return a game's AnalysisExtension, or an empty one."""
    return find_extension("armarium.analysis", game, AnalysisExtension) or AnalysisExtension()
