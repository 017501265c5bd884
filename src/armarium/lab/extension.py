"""What a game provides for research: observation rows, training opponents, explicit chance, suites and pictures.

A game registers its LabExtension as an entry point of the group `armarium.lab`. If a part is missing, its features are
off.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Protocol

import numpy as np

from armarium.core.batch import Entry, Kernel
from armarium.core.game import BaseGame, View
from armarium.core.registry import find_extension
from armarium.core.state_game import StateGame

__all__ = [
    "ChanceOutcomes",
    "ExplicitChance",
    "LabExtension",
    "ObservationRows",
    "OpponentBatch",
    "Suite",
    "lab_extension",
]

ChanceOutcomes = list[tuple[int, float]]  # outcomes of chance, each with its probability


class ObservationRows(Protocol):
    """Encodes what a seat knows as a row of bytes, and actions as codes."""

    @property
    def texts(self) -> tuple[str, ...]:
        """The text of every action code."""

    @property
    def layout(self) -> Sequence[Entry]: ...

    @property
    def size(self) -> int: ...

    @property
    def score(self) -> Entry | None:
        """The entry that holds the value of the game if it ended now. None: no reward before the end."""

    def observation(self, game: BaseGame, seat: int) -> np.ndarray:
        """Return the row of a seat, (size,) int8."""


class OpponentBatch(Protocol):
    """The built-in players in many games at once, against an external player: they move until it is to act."""

    @property
    def NAMES(self) -> Sequence[str]: ...  # noqa: N802

    def first_word(self, seed: int) -> int: ...

    def new_features(self, number: int) -> np.ndarray: ...

    @property
    def go_on(self) -> Kernel: ...

    @property
    def choose_slots(self) -> Kernel:
        """Choose an action for one of the players in every slot of a batch, for the seat to act there."""


class ExplicitChance(Protocol):
    """A game whose chance events are explicit: the caller chooses each outcome (lab/adapters/explicit.py)."""

    seats: int
    options: dict[str, Any]
    results: int  # number of distinct outcomes of chance
    longest: int  # maximum number of decisions in a game
    most_chances: int  # maximum number of chance outcomes in a game
    most_tokens: int  # maximum number of tokens that a seat sees
    tokens: tuple[str, ...]  # what can be seen: actions, cards …
    most_worth: float  # maximum return of a seat; the minimum is 0

    def begin(self, chosen: list[int]) -> tuple[np.ndarray | None, ChanceOutcomes]: ...

    def play_outcomes(
        self, before: np.ndarray, code: int, chosen: list[int]
    ) -> tuple[np.ndarray | None, ChanceOutcomes]: ...

    def seen(
        self, before: np.ndarray | None, code: int, after: np.ndarray, viewer: int
    ) -> list[int]: ...

    def hand(self, states: np.ndarray, seat: int) -> list[int]: ...

    def result(self, before: np.ndarray | None, chosen: list[int], result: int) -> str: ...

    def make_game(self, states: np.ndarray) -> StateGame: ...

    def play_out(self, states: np.ndarray, rng: np.random.Generator) -> list[float]:
        """Decide all open chance at random, then play at random to the end; return the reward of each seat."""

    def legal(self, states: np.ndarray) -> list[int]: ...

    def is_legal(self, states: np.ndarray, code: int) -> bool: ...

    def returns(self, states: np.ndarray | None) -> list[float]: ...


@dataclass(frozen=True)
class Suite:
    """Frozen deals and opponents for comparing players of a game. A suite never changes; a better one gets a new name.

    A player sits alone against each opponent, at each number of seats, in each edition; in a game for one seat it plays
    alone. A scored suite gives one number: every match has its own deals, so that all deals are independent. Two suites
    with the same seed have the same deals, as far as the shorter one goes. A strength suite gives the worst share over
    its opponents instead.
    """

    seed: int
    deals: int  # deals per match
    opponents: tuple[str, ...]
    seats: tuple[int, ...]
    editions: tuple[str, ...]  # ("",) for a game with one edition
    is_scored: bool = False
    cap: float = 1.0  # scored games for one seat: the score of a deal counts up to this
    is_strength: bool = False

    @property
    def has_own_deals(self) -> bool:
        """Whether every match has its own deals, so that all deals are independent."""
        return self.is_scored or self.is_strength


class LabExtension:
    """A game's part of the lab. Every member is optional."""

    figures: ClassVar[tuple[str, ...]] = ("score",)  # facts that are numbers or booleans
    deals_by: ClassVar[str] = "kind"  # name of the kinds of deals
    response_editions: ClassVar[tuple[str, ...]] = ("",)  # editions of the standard best response

    @property
    def rows(self) -> ObservationRows | None:
        """Observation rows. If absent, the game has no PettingZoo, Gymnasium or dataset support."""
        return None

    @property
    def opponents(self) -> OpponentBatch | None:
        """The built-in players in many games at once. If absent, networks cannot train against them."""
        return None

    @property
    def explicit(self) -> Callable[[int, str | None, Mapping[str, Any]], ExplicitChance] | None:
        """Creates a game with explicit chance from seats, edition and options. If absent, the game has no OpenSpiel
        support."""
        return None

    @property
    def suites(self) -> Mapping[str, Suite]:
        """Suites by name, for `armarium arena --suite`."""
        return {}

    @property
    def picture(self) -> Callable[[View], str] | None:
        """Draws a view as SVG. If absent, environments render as text only."""
        return None

    def facts(self, game: BaseGame) -> dict[str, Any]:
        """Return what the arena reports about a finished game for one seat. It compares the `figures`; the first is the
        score."""
        return {name: fact for name, fact in (game.outcome() or {}).items() if name != "winners"}

    def deal_kind(self, game: BaseGame) -> int | None:
        """Return the kind of a deal if some kinds are better than others. Arenas then use all kinds in turn."""
        return None

    def deal_kinds(self, options: Mapping[str, Any]) -> Sequence[int]:
        """Return all kinds of deals, or none if all deals are equally good."""
        return ()


def lab_extension(game: str) -> LabExtension:
    """Return a game's LabExtension, or an empty one."""
    return find_extension("armarium.lab", game, LabExtension) or LabExtension()
