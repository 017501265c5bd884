"""The search: grows a tree of plans and chance in imagined futures, and follows the plan that ends best."""

from __future__ import annotations

import itertools
import secrets
from typing import Any

import numpy as np

from armarium.games.bibliogamo.actions import TEXTS
from armarium.games.bibliogamo.kernels import engine
from armarium.games.bibliogamo.players.kernels import planner
from armarium.games.bibliogamo.players.kernels.evaluation import new_evaluations
from armarium.games.bibliogamo.players.kernels.futures import grow
from armarium.games.bibliogamo.players.kernels.tree import ROOT, Tree, new_tree
from armarium.games.bibliogamo.players.weights import WEIGHTS
from armarium.games.bibliogamo.sketch import Sketch
from armarium.games.bibliogamo.state import HIRE, LIBRARY_STEP, MOVE, PRICE
from armarium.players.player import Player
from armarium.players.position import Position

__all__ = ["ITERATIONS", "SearchPlayer", "search"]

ITERATIONS = 2500  # futures a turn, each played to the end: under half a second on one core
# A step's share of them, by what they bring there: most at the hires, hardly anything at the price.
SHARES = {MOVE: 0.25, PRICE: 0.0625, HIRE: 0.5, LIBRARY_STEP: 0.125}


class SearchPlayer(Player):
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
        key = self._chance.integers(0, 1 << 32, 8, np.uint32)
        return TEXTS[self._code(Sketch(position.view).imagine(key), key)]

    def _code(self, roots: np.ndarray, key: np.ndarray) -> int:
        if self._rest and self._rest[0][0] == _sign(roots):
            return self._rest.pop(0)[1]
        self._rest = []
        share = SHARES.get(int(roots["step"][0]))
        if share is None:
            return int(planner.code_of(roots))
        tree, best = search(roots, key, int(self._iterations * share))
        root = tree.nodes[ROOT]
        codes = root["code"][best, : root["codes"][best]].tolist()
        self._remember(roots, codes)
        return int(codes[0])

    def _remember(self, roots: np.ndarray, codes: list[int]) -> None:
        """The rest of the plan, for as long as everything comes as expected; a card turned up ends it."""
        trial = roots.copy()
        for code, following in itertools.pairwise(codes):
            engine.apply_at(trial, 0, code)
            if not engine.is_legal_at(trial, 0, following):
                return  # the supply is short: first the planner picks the types
            self._rest.append((_sign(trial), following))


def search(roots: np.ndarray, key: np.ndarray, futures: int) -> tuple[Tree, int]:
    """A tree grown in worlds that look like this one, and which of the root's plans is best."""
    tree = new_tree(futures)
    rooms = np.concatenate([roots, roots])
    best = grow(*tree, roots, key.copy(), futures, WEIGHTS, rooms, new_evaluations())
    return tree, int(best)


def _sign(states: np.ndarray) -> tuple[int, ...]:
    """By what a step of a plan is known again."""
    names = ("day", "step", "hand", "librarian", "florins", "supply", "hires", "moves_left")
    return tuple(int(states[name][0]) for name in names)
