"""The search: tries whole plans for a step in imagined futures and follows the one that ends best.

Sequential halving: all plans are tried in the same few futures, the better half in more of them, and so on. What is
tried is a world drawn anew from the view alone: the order of the draw pile is never looked at.
"""

from __future__ import annotations

import itertools
import secrets
from collections.abc import Generator
from dataclasses import dataclass
from typing import Any

import numpy as np

from armarium.games.bibliogamo import engine
from armarium.games.bibliogamo.actions import TEXTS
from armarium.games.bibliogamo.sketch import Sketch
from armarium.players.bibliogamo import planner
from armarium.players.bibliogamo.futures import play_futures
from armarium.players.bibliogamo.outlook import new_outlooks
from armarium.players.bibliogamo.plans import plans_for
from armarium.players.bibliogamo.weights import WEIGHTS
from armarium.players.position import Position

__all__ = ["ITERATIONS", "Round", "SearchPlayer"]

ITERATIONS = 1000  # futures played to the end for a step, all plans together
PLANS = 12  # for a step: those that the planner thinks best
BREADTH = 1  # of the planner in a future
SCALE = 0.45  # real points in one of the planner's
DOUBT = 0.4  # how far the planner's opinion of a plan may be off, in points
LEAST_NOISE = 1.0  # of a single future, squared


@dataclass(frozen=True)
class Round:
    """Futures to be played, of each plan that is alive; how much better they end than the first is added up."""

    roots: np.ndarray
    plans: np.ndarray
    alive: np.ndarray
    first: int
    last: int
    key: np.ndarray
    sums: np.ndarray
    squares: np.ndarray

    def play(self) -> None:
        play_futures(
            self.roots, self.plans, self.alive, self.first, self.last,
            self.key.copy(), WEIGHTS, BREADTH, self.sums, self.squares,
            np.concatenate([self.roots, self.roots]), new_outlooks(),
        )  # fmt: skip


class SearchPlayer:
    """Deterministic: the same views and the same seed give the same choices."""

    def __init__(self, iterations: int = ITERATIONS, seed: int | None = None) -> None:
        self._iterations = iterations
        self._begin(secrets.randbits(32) if seed is None else seed)

    def _begin(self, seed: int) -> None:
        self._chance = np.random.Generator(np.random.Philox(seed))
        self._rest: list[tuple[tuple[int, ...], int]] = []

    def start(self, seat: int, seats: int, options: dict[str, Any], seed: int) -> None:
        self._begin(seed)

    def choose(self, position: Position) -> str:
        key = self.new_key()
        thinking = self.think(Sketch(position.view).imagine(key), key)
        while True:
            try:
                next(thinking).play()
            except StopIteration as end:
                code: int = end.value
                return TEXTS[code]

    def new_key(self) -> np.ndarray:
        return self._chance.integers(0, 1 << 32, 8, np.uint32)

    def think(self, roots: np.ndarray, key: np.ndarray) -> Generator[Round, None, int]:
        """The rounds that it wants played in worlds like this one, one after the other; in the end its code."""
        if self._rest and self._rest[0][0] == _sign(roots):
            return self._rest.pop(0)[1]
        self._rest = []
        plans = plans_for(roots, WEIGHTS, PLANS)
        number = int(plans["number"][0])
        if number == 0:
            return int(planner.code_of(roots))
        best = yield from self._race(roots, plans, number, key)
        codes = plans["code"][0, best, : plans["codes"][0, best]].tolist()
        self._remember(roots, codes)
        return int(codes[0])

    def _race(
        self, roots: np.ndarray, plans: np.ndarray, number: int, key: np.ndarray
    ) -> Generator[Round, None, int]:
        """Half of the plans drop out of each round; the first one stays, to measure the others by."""
        alive, played = np.ones(number, np.bool_), 0
        sums, squares = np.zeros(number), np.zeros(number)
        prior = SCALE * (plans["worth"][0, :number] - plans["worth"][0, 0])
        rounds, left, guess = (number - 1).bit_length(), number, prior
        for _ in range(rounds):
            futures = max(1, self._iterations // (rounds * int(alive.sum())))
            yield Round(roots, plans, alive, played, played + futures, key, sums, squares)
            played += futures
            guess = np.where(alive, _posterior(prior, sums, squares, played), -np.inf)
            left = -(-left // 2)
            alive[np.argsort(-guess, kind="stable")[left:]] = False
            alive[0] = True
        return int(np.argmax(guess))

    def _remember(self, roots: np.ndarray, codes: list[int]) -> None:
        """The rest of the plan, for as long as everything comes as expected; a card turned up ends it."""
        trial = roots.copy()
        for code, following in itertools.pairwise(codes):
            engine.apply_at(trial, 0, code)
            if not engine.is_legal_at(trial, 0, following):
                return  # the supply is short: first the planner picks the types
            self._rest.append((_sign(trial), following))


def _posterior(prior: np.ndarray, sums: np.ndarray, squares: np.ndarray, played: int) -> np.ndarray:
    """How much better a plan is than the first: the planner's opinion, corrected by the futures."""
    mean = sums / played
    noise = np.maximum(squares / played - mean**2, LEAST_NOISE)
    trust = played * DOUBT**2 / noise
    better: np.ndarray = (prior + trust * mean) / (1.0 + trust)
    return better


def _sign(states: np.ndarray) -> tuple[int, ...]:
    """By what a step of a plan is known again."""
    names = ("day", "step", "hand", "librarian", "florins", "supply", "hires", "moves_left")
    return tuple(int(states[name][0]) for name in names)
