"""Explicit chance: a game whose chance is asked for, one result at a time, instead of drawn from a seed.

The rules finish an action by themselves, chance included. So an action is first tried on a copy, to see what chance
has to decide. When all of that is chosen, it is done for good, with the results put in through the rulebook's doors
for chance (docs/chance.md). What nobody has seen is not decided yet: it has no order.
"""

from __future__ import annotations

from abc import ABC, abstractmethod

import numpy as np

from armarium.games.table.promises import Kernel
from armarium.games.table.state_game import StateGame
from armarium.lab.adapters.rows import rows_of
from armarium.lab.batch.single import game_at

__all__ = ["ExplicitGame", "Odds", "odds_of"]

Odds = list[tuple[int, float]]  # results of chance, each with its probability
Next = tuple[
    np.ndarray | None, Odds
]  # the state after an action or, as long as there is none, the odds


class ExplicitGame(ABC):
    """What is played, by how many. Its games are state records, and it keeps none of them."""

    results: int  # how many results of chance have a number
    longest: int  # no game has more decisions,
    most_chances: int  # nor more results of chance,
    most_tokens: int  # nor is more of it seen
    tokens: tuple[str, ...]  # what can be seen: actions, cards …
    most_worth: float  # what a game can be worth to a seat; nothing is worth less than 0

    def __init__(self, pattern: StateGame) -> None:
        self._pattern = pattern  # only its name, its options and its ways are used
        self.seats, self.options = pattern.seats, pattern.options
        self.rows = rows_of(pattern.name)

    @abstractmethod
    def begin(self, chosen: list[int]) -> Next:
        """A new game, with these results of chance."""

    @abstractmethod
    def after(self, before: np.ndarray, code: int, chosen: list[int]) -> Next:
        """What an action leads to, with these results of chance."""

    @abstractmethod
    def seen(self, before: np.ndarray | None, code: int, after: np.ndarray, eye: int) -> list[int]:
        """What an eye (the public's is the last) saw of an action or, before the first one, of the deal; as tokens."""

    @abstractmethod
    def hand(self, states: np.ndarray, seat: int) -> list[int]:
        """What a seat can be sure of in a world without a past: its hand, as tokens."""

    @abstractmethod
    def redealt(self, states: np.ndarray, rng: np.random.Generator) -> np.ndarray:
        """A copy in which the order of what nobody has seen, and chance to come, are drawn anew."""

    @property
    @abstractmethod
    def random_end(self) -> Kernel:
        """Random play to the end, compiled: states, a place, a random word, and where to write the rewards."""

    @abstractmethod
    def result(self, before: np.ndarray | None, chosen: list[int], result: int) -> str:
        """A result of chance in words."""

    def at(self, states: np.ndarray) -> StateGame:
        """The game that stands like this; it has no past."""
        return game_at(self._pattern, states)

    def play_out(self, states: np.ndarray, rng: np.random.Generator) -> list[float]:
        world, rewards = self.redealt(states, rng), np.zeros(self.seats)
        world["key"] = rng.integers(2**32, size=8, dtype=np.uint32)
        world["drawn"] = 0
        self.random_end(world, 0, int(rng.integers(1, 2**63 - 1)), rewards)
        found: list[float] = rewards.tolist()
        return found

    def legal(self, states: np.ndarray) -> list[int]:
        return [self.rows.codes[text] for text in self.at(states).legal()]

    def is_legal(self, states: np.ndarray, code: int) -> bool:
        is_action = 0 <= code < len(self.rows.texts)
        if not is_action or states["actor"][0] < 0:
            return False
        return bool(self._pattern._engine.is_legal_at(states, 0, code))

    def returns(self, states: np.ndarray | None) -> list[float]:
        outcome = None if states is None else self.at(states).outcome()
        if outcome is None:
            return [0.0] * self.seats
        return [self.rows.worth(outcome, seat) for seat in range(self.seats)]


def odds_of(here: np.ndarray) -> Odds:
    """As likely as there are cards."""
    total = int(here.sum())
    return [(int(result), int(here[result]) / total) for result in np.flatnonzero(here)]
