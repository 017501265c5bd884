"""The rule-based players of Bibliogamo, and the search player."""

from __future__ import annotations

import itertools
import secrets
from collections.abc import Callable
from typing import Any

import numpy as np

from armarium.games.bibliogamo.actions import TEXTS
from armarium.games.bibliogamo.kernels import engine
from armarium.games.bibliogamo.players.kernels import careful, planner
from armarium.games.bibliogamo.players.kernels.evaluation import new_evaluations
from armarium.games.bibliogamo.players.kernels.futures import grow
from armarium.games.bibliogamo.players.kernels.tree import ROOT, Tree, new_tree
from armarium.games.bibliogamo.players.weights import WEIGHTS
from armarium.games.bibliogamo.state import HIRE, LIBRARY_STEP, MOVE, PRICE
from armarium.games.bibliogamo.state_from_view import BibliogamoStateFromView
from armarium.players.player import Player
from armarium.players.position import Position

__all__ = ["ITERATIONS", "BibliogamoRulePlayer", "SearchPlayer", "make_player", "search"]

_SETTING = "iterations="

_KEY = np.zeros(8, np.uint32)  # the players ignore the order of the imagined draw pile


def make_player(name: str, settings: str, seed: int | None) -> Player | None:
    """Make a built-in player. Return None if the settings are invalid."""
    if name == "search":
        number = settings.removeprefix(_SETTING)
        if not settings:
            return SearchPlayer(seed=seed)
        if settings.startswith(_SETTING) and number.isdecimal() and int(number) > 0:
            return SearchPlayer(int(number), seed)
        return None
    if settings:
        return None
    return BibliogamoRulePlayer({"careful": careful, "planner": planner}[name].code_of)


class BibliogamoRulePlayer(Player):
    """A rule-based player without randomness: the same view gives the same choice."""

    def __init__(self, code_of: Callable[[np.ndarray], int]) -> None:
        self._code_of = code_of

    def choose(self, position: Position) -> str:
        return TEXTS[self._code_of(BibliogamoStateFromView(position.view).imagine(_KEY))]


ITERATIONS = 2500  # playouts per turn, each to the end: under half a second on one core
# The share of each step, by its benefit: most for hires, very little for prices.
SHARES = {MOVE: 0.25, PRICE: 0.0625, HIRE: 0.5, LIBRARY_STEP: 0.125}


class SearchPlayer(Player):
    """Tree search. The same views and seed give the same choices."""

    def __init__(self, iterations: int = ITERATIONS, seed: int | None = None) -> None:
        self._iterations = iterations
        self._reset(secrets.randbits(32) if seed is None else seed)

    def _reset(self, seed: int) -> None:
        self._rng = np.random.Generator(np.random.Philox(seed))
        self._planned: list[tuple[tuple[int, ...], int]] = []

    def start(self, seat: int, seats: int, options: dict[str, Any], seed: int) -> None:
        self._reset(seed)

    def choose(self, position: Position) -> str:
        key = self._rng.integers(0, 1 << 32, 8, np.uint32)
        return TEXTS[self._code(BibliogamoStateFromView(position.view).imagine(key), key)]

    def _code(self, roots: np.ndarray, key: np.ndarray) -> int:
        if self._planned and self._planned[0][0] == _make_signature(roots):
            return self._planned.pop(0)[1]
        self._planned = []
        share = SHARES.get(int(roots["step"][0]))
        if share is None:
            return int(planner.code_of(roots))
        tree, best = search(roots, key, int(self._iterations * share))
        root = tree.nodes[ROOT]
        codes = root["code"][best, : root["codes"][best]].tolist()
        self._store_plan(roots, codes)
        return int(codes[0])

    def _store_plan(self, roots: np.ndarray, codes: list[int]) -> None:
        """Keep the rest of the plan, which is followed until the state differs or a card is turned up."""
        trial = roots.copy()
        for code, following in itertools.pairwise(codes):
            engine.apply_at(trial, 0, code)
            if not engine.is_legal_at(trial, 0, following):
                return  # the supply is short, so the planner chooses the types first
            self._planned.append((_make_signature(trial), following))


def search(roots: np.ndarray, key: np.ndarray, futures: int) -> tuple[Tree, int]:
    """Grow a tree in worlds that look like this one. Return the tree and the best plan of the root."""
    tree = new_tree(futures)
    scratch = np.concatenate([roots, roots])
    best = grow(*tree, roots, key.copy(), futures, WEIGHTS, scratch, new_evaluations())
    return tree, int(best)


def _make_signature(states: np.ndarray) -> tuple[int, ...]:
    """Return the fields that identify a step of a plan."""
    names = ("day", "step", "hand", "librarian", "florins", "supply", "hires", "moves_left")
    return tuple(int(states[name][0]) for name in names)
