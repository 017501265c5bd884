"""A game with explicit chance: the caller chooses each outcome, instead of a seed.

The rules finish an action by themselves, chance included. So an action is first tried on a copy, to see what chance has
to decide. When all of that is chosen, the action is played with the outcomes set through the rulebook's functions for
chance (docs/chance.md). Cards that no player has seen are not decided yet: they have no order.
"""

from __future__ import annotations

from abc import ABC, abstractmethod

import numpy as np

from armarium.core.batch import Kernel
from armarium.core.state_game import StateGame
from armarium.lab.extension import ChanceOutcomes
from armarium.lab.rows import find_rows
from armarium.lab.slots import game_from_state
from armarium.players.observing import observe_state

__all__ = ["ExplicitGame", "outcomes_from_counts"]

# The state after an action or, while chance is still open, None and its possible outcomes.
Next = tuple[np.ndarray | None, ChanceOutcomes]


class ExplicitGame(ABC):
    """The rules of a game with explicit chance. Its games are state records; it stores none of them."""

    results: int  # number of distinct outcomes of chance
    longest: int  # maximum number of decisions in a game
    most_chances: int  # maximum number of chance outcomes in a game
    most_tokens: int  # maximum number of tokens that a seat sees
    tokens: tuple[str, ...]  # what can be seen: actions, cards …
    most_worth: float  # maximum return of a seat; the minimum is 0

    def __init__(self, pattern: StateGame) -> None:
        self._pattern = pattern  # used for its name, options and rules
        self.seats, self.options = pattern.seats, pattern.options
        self.rows = find_rows(pattern.name)

    @abstractmethod
    def begin(self, chosen: list[int]) -> Next:
        """Start a new game with these outcomes of chance."""

    @abstractmethod
    def play_outcomes(self, before: np.ndarray, code: int, chosen: list[int]) -> Next:
        """Play an action with these outcomes of chance."""

    @abstractmethod
    def seen(
        self, before: np.ndarray | None, code: int, after: np.ndarray, viewer: int
    ) -> list[int]:
        """Return what a viewer saw of an action, or of the deal before the first one, as tokens. The last viewer is the
        public."""

    @abstractmethod
    def hand(self, states: np.ndarray, seat: int) -> list[int]:
        """Return what a seat knows in a game without history, its hand, as tokens."""

    @abstractmethod
    def redeal(self, states: np.ndarray, rng: np.random.Generator) -> np.ndarray:
        """Return a copy with the hidden order and all future chance drawn again."""

    @property
    @abstractmethod
    def random_end(self) -> Kernel:
        """The compiled random play to the end. Arguments: states, index, random word, output array of rewards."""

    @abstractmethod
    def result(self, before: np.ndarray | None, chosen: list[int], result: int) -> str:
        """Return an outcome of chance as text."""

    def make_game(self, states: np.ndarray) -> StateGame:
        """Return a game in this state, without history."""
        return game_from_state(self._pattern, states)

    def play_out(self, states: np.ndarray, rng: np.random.Generator) -> list[float]:
        world, rewards = self.redeal(states, rng), np.zeros(self.seats)
        world["key"] = rng.integers(2**32, size=8, dtype=np.uint32)
        world["drawn"] = 0
        self.random_end(world, 0, int(rng.integers(1, 2**63 - 1)), rewards)
        found: list[float] = rewards.tolist()
        return found

    def legal(self, states: np.ndarray) -> list[int]:
        codes: list[int] = np.flatnonzero(
            observe_state(self._pattern.name, states, int(states["actor"][0]))[1]
        ).tolist()
        return codes

    def is_legal(self, states: np.ndarray, code: int) -> bool:
        is_action = 0 <= code < len(self.rows.texts)
        if not is_action or states["actor"][0] < 0:
            return False
        return bool(self._pattern._engine.is_legal_at(states, 0, code))

    def returns(self, states: np.ndarray | None) -> list[float]:
        outcome = None if states is None else self.make_game(states).outcome()
        if outcome is None:
            return [0.0] * self.seats
        return [self.rows.final_reward(outcome, seat) for seat in range(self.seats)]


def outcomes_from_counts(counts: np.ndarray) -> ChanceOutcomes:
    """Return the outcomes with probabilities in proportion to the numbers of cards."""
    total = int(counts.sum())
    return [(result, count / total) for result, count in enumerate(counts.tolist()) if count]
