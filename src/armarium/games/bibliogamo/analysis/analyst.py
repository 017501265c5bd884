"""The analyst of Bibliogamo: the promise of games/table/analyst.py, kept by the planner's futures."""

from __future__ import annotations

import hashlib
import itertools
from collections.abc import Sequence
from typing import Any, cast

import numpy as np

from armarium.games.bibliogamo.actions import CODES, TEXTS
from armarium.games.bibliogamo.analysis.futures import ends_of, ends_with, worlds_of
from armarium.games.bibliogamo.cards import FLORINS_A_POINT
from armarium.games.bibliogamo.game import Game as Bibliogamo
from armarium.games.bibliogamo.players.kernels.planner import code_of
from armarium.games.bibliogamo.players.weights import WEIGHTS
from armarium.games.bibliogamo.sketch import Sketch
from armarium.games.table.analyst import Choice, Course, Lot, Measure, Progress
from armarium.games.table.game import Game, View
from armarium.games.table.reason import Reason

__all__ = ["BibliogamoAnalyst"]

VERSION = 2  # raised by every change of these files that changes a number
FUTURES = 80  # for a point of the curve
FIRST, WORLDS, MOST = 4, 24, 4  # worlds for every action, and then for the few that were best
REASONS = 48
LITTLE = 0.25  # points that are not worth a reason
_ANY = np.zeros(8, np.uint32)


class BibliogamoAnalyst:
    measure = Measure("score", good=0.25, inaccuracy=0.75, mistake=1.5, blunder=3.0, half=15.0)

    @property
    def version(self) -> str:
        return f"{VERSION}-{hashlib.sha256(WEIGHTS.tobytes()).hexdigest()[:12]}"

    def course(self, games: Sequence[Game], noted: Progress) -> Course:
        played = cast("Sequence[Bibliogamo]", games)
        points, settled = np.zeros((len(played), 1)), np.zeros((len(played) - 1, 1))
        for v, game in enumerate(played):
            points[v] = ends_of(worlds_of(game._states, FUTURES, 2 * v))["score"].mean()
            noted(v + 1, len(played))
        for v, (before, after) in enumerate(itertools.pairwise(played)):
            settled[v] = _before_chance(before, after, 2 * v + 1, points[v + 1])
        return Course(points, settled)

    def weigh(self, view: View, chosen: str | None, effort: float, seed: int) -> list[Choice]:
        """All actions in a few worlds; then the best of them, the planner's and the chosen one in others.

        What is best in a few worlds was lucky there, so the second worlds alone decide; and of what another action is
        better than the chosen one, only as much counts as a standard error leaves.
        """
        root = Sketch(view).imagine(_ANY)
        codes = np.array([CODES[action] for action in view["legal"]])
        if len(codes) > MOST:
            first = ends_with(worlds_of(root, FIRST, seed), codes)["score"].mean(0)
            wanted = {int(code_of(root)), *codes[np.argsort(-first, kind="stable")[:MOST]].tolist()}
            wanted |= {CODES[chosen]} if chosen else set()
            codes = np.array([code for code in codes.tolist() if code in wanted])
        number = max(2, round(WORLDS * effort))
        scores = ends_with(worlds_of(root, number, seed + 1), codes)["score"].astype(float)
        kept = CODES[chosen] if chosen else int(code_of(root))
        worth, error = _surely(scores, codes.tolist().index(kept))
        order = np.argsort(-worth, kind="stable")
        return [Choice(TEXTS[int(codes[n])], float(worth[n]), float(error[n])) for n in order]

    def reason(self, view: View, better: str, chosen: str) -> Reason | None:
        """Which part of the score the better action leaves larger."""
        root = Sketch(view).imagine(_ANY)
        ends = ends_with(worlds_of(root, REASONS, 0), np.array([CODES[better], CODES[chosen]]))
        here, beside = _parts(ends[:, 0]), _parts(ends[:, 1])
        code, gain = max(((c, here[c] - beside[c]) for c in here), key=lambda pair: pair[1])
        if gain < LITTLE:
            return None
        count = {"prestige": 100 * gain / _prestige(ends), "florins": FLORINS_A_POINT * gain}
        return Reason(code, {"count": max(1, round(count.get(code, gain)))})

    def lots(self, games: Sequence[Game], noted: Progress) -> list[Lot]:
        return []


def _before_chance(before: Bibliogamo, after: Bibliogamo, seed: int, point: Any) -> Any:
    """What the action was worth before cards were turned up after it; where none were, what it is worth now."""
    old, new = before._states, after._states
    if all(int(old[name][0]) == int(new[name][0]) for name in ("draw_next", "draw_end", "drawn")):
        return point
    code = np.array([CODES[after.last_action[1]]])
    worlds = worlds_of(old, FUTURES, seed)
    return ends_with(worlds, code)["score"].mean()


def _surely(scores: np.ndarray, kept: int) -> tuple[np.ndarray, np.ndarray]:
    """(actions,) worth and error: another is better than the kept one by no more than a standard error leaves."""
    means = scores.mean(0)
    apart = scores - scores[:, kept : kept + 1]
    error = apart.std(0) / np.sqrt(len(scores))
    ahead = apart.mean(0)
    sure = np.where(ahead > 0, np.maximum(ahead - error, 0.0), ahead)
    return means[kept] + sure, error


def _prestige(ends: np.ndarray) -> float:
    s = ends[0, 0]
    return max(1.0, float(s["collection_points"][int(s["prestige"])]))


def _parts(ends: np.ndarray) -> dict[str, float]:
    """The score of finished games by what it comes from, in points on average."""
    florins = (ends["florins"] // FLORINS_A_POINT).mean()
    which = ends["prestige"].astype(int)
    points = np.take_along_axis(ends["collection_points"], which[:, None], 1)[:, 0]
    prestige = (points * (ends["fulfilled"] != 0)).mean()
    books = ends["score"].mean() - florins - prestige
    return {"books": float(books), "florins": float(florins), "prestige": float(prestige)}
