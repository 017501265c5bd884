"""The analyst of Bibliogamo. It estimates scores by playouts of the planner."""

from __future__ import annotations

import hashlib
import itertools
from collections.abc import Sequence
from typing import Any, cast

import numpy as np

from armarium.analysis.extension import ActionValue, Lot, Measure, Progress, ValueCurve
from armarium.core.errors import Reason
from armarium.core.game import BaseGame, View
from armarium.games.bibliogamo.actions import CODES, TEXTS
from armarium.games.bibliogamo.cards import FLORINS_A_POINT
from armarium.games.bibliogamo.game import Game as Bibliogamo
from armarium.games.bibliogamo.players.kernels.evaluation import new_evaluations
from armarium.games.bibliogamo.players.kernels.futures import branch, end_all, imagine_all
from armarium.games.bibliogamo.players.kernels.planner import code_of
from armarium.games.bibliogamo.players.weights import WEIGHTS
from armarium.games.bibliogamo.state import OVER, new_states
from armarium.games.bibliogamo.state_from_view import BibliogamoStateFromView

__all__ = ["BibliogamoAnalyst", "imagine_worlds", "play_actions", "play_to_ends"]

VERSION = 3  # increased by every change of these files that changes a result
FUTURES = 80  # playouts per point of the curve
FIRST, WORLDS, MOST = 4, 24, 4  # worlds for every action, then for the best ones; how many are best
DOUBTFUL = 4  # times as many worlds if the chosen action may be a mistake
UNLIKELY = 1.0  # guessed loss in points of an action that the planner would not choose
REASONS = 48
LITTLE = 0.25  # smaller gains in points give no reason
_ANY = np.zeros(8, np.uint32)


class BibliogamoAnalyst:
    measure = Measure("score", good=0.25, inaccuracy=0.75, mistake=1.5, blunder=3.0, half=15.0)

    @property
    def version(self) -> str:
        return f"{VERSION}-{hashlib.sha256(WEIGHTS.tobytes()).hexdigest()[:12]}"

    def compute_curve(self, games: Sequence[BaseGame], progress: Progress) -> ValueCurve:
        played = cast("Sequence[Bibliogamo]", games)
        points, settled = np.zeros((len(played), 1)), np.zeros((len(played) - 1, 1))
        for v, game in enumerate(played):
            points[v] = play_to_ends(imagine_worlds(game._states, FUTURES, 2 * v))["score"].mean()
            progress(v + 1, 2 * len(played))
        for v, (before, after) in enumerate(itertools.pairwise(played)):
            settled[v] = _before_chance(before, after, 2 * v + 1, points[v + 1])
            progress(len(played) + v + 1, 2 * len(played))
        return ValueCurve(points, settled)

    def evaluate_actions(
        self, view: View, chosen: str | None, effort: float, seed: int
    ) -> list[ActionValue]:
        """Evaluate all actions in a few worlds, then the best, the planner's and the chosen one in other worlds.

        The best action of a few worlds was partly lucky, so only the second worlds count. If another action may be
        better by as much as a mistake costs, only the worlds of a third and larger set count. The advantage of another
        action over the chosen one is reduced by one standard error.
        """
        root = BibliogamoStateFromView(view).imagine(_ANY)
        codes = np.array([CODES[action] for action in view["legal"]])
        if len(codes) > MOST:
            first = play_actions(imagine_worlds(root, FIRST, seed), codes)["score"].mean(0)
            wanted = {int(code_of(root)), *codes[np.argsort(-first, kind="stable")[:MOST]].tolist()}
            wanted |= {CODES[chosen]} if chosen else set()
            codes = np.array([code for code in codes.tolist() if code in wanted])
        number = max(2, round(WORLDS * effort))
        kept = codes.tolist().index(CODES[chosen] if chosen else int(code_of(root)))
        scores = play_actions(imagine_worlds(root, number, seed + 1), codes)["score"].astype(float)
        if _largest_possible_loss(scores, kept) >= self.measure.mistake:
            worlds = imagine_worlds(root, DOUBTFUL * number, seed + 7)
            scores = play_actions(worlds, codes)["score"].astype(float)
        worth, error = _reduce_by_error(scores, kept)
        order = np.argsort(-worth, kind="stable")
        return [ActionValue(TEXTS[int(codes[n])], float(worth[n]), float(error[n])) for n in order]

    def guess_losses(self, games: Sequence[BaseGame], versions: Sequence[int]) -> list[float]:
        """Return a guess: whatever the planner would not have done probably lost something."""
        played = cast("Sequence[Bibliogamo]", games)
        actions = played[-1].actions
        return [
            0.0 if TEXTS[int(code_of(played[v]._states))] == actions[v][1] else UNLIKELY
            for v in versions
        ]

    def explain(self, view: View, better: str, chosen: str) -> Reason | None:
        """Return the part of the score that the better action increases most."""
        root = BibliogamoStateFromView(view).imagine(_ANY)
        ends = play_actions(
            imagine_worlds(root, REASONS, 0), np.array([CODES[better], CODES[chosen]])
        )
        here, beside = _split_score(ends[:, 0]), _split_score(ends[:, 1])
        code, gain = max(((c, here[c] - beside[c]) for c in here), key=lambda pair: pair[1])
        if gain < LITTLE:
            return None
        count = {"prestige": 100 * gain / _prestige_points(ends), "florins": FLORINS_A_POINT * gain}
        return Reason(code, {"count": max(1, round(count.get(code, gain)))})

    def price_lots(self, games: Sequence[BaseGame], progress: Progress) -> list[Lot]:
        return []


def _before_chance(before: Bibliogamo, after: Bibliogamo, seed: int, point: Any) -> Any:
    """Return the value of an action before its cards were turned up; without cards, the value after it."""
    old, new = before._states, after._states
    if all(int(old[name][0]) == int(new[name][0]) for name in ("draw_next", "draw_end", "drawn")):
        return point
    code = np.array([CODES[after.last_action[1]]])
    worlds = imagine_worlds(old, FUTURES, seed)
    return play_actions(worlds, code)["score"].mean()


def _compare(scores: np.ndarray, kept: int) -> tuple[np.ndarray, np.ndarray]:
    """Return the advantage of each action over the kept one, and its standard error."""
    apart = scores - scores[:, kept : kept + 1]
    return apart.mean(0), apart.std(0) / np.sqrt(len(scores))


def _largest_possible_loss(scores: np.ndarray, kept: int) -> float:
    """Return the largest advantage over the kept action, increased by one standard error."""
    ahead, error = _compare(scores, kept)
    return float((ahead + error).max())


def _reduce_by_error(scores: np.ndarray, kept: int) -> tuple[np.ndarray, np.ndarray]:
    """Return values and errors per action. Advantages over the kept action are reduced by one standard error."""
    ahead, error = _compare(scores, kept)
    sure = np.where(ahead > 0, np.maximum(ahead - error, 0.0), ahead)
    return scores[:, kept].mean() + sure, error


def _prestige_points(ends: np.ndarray) -> float:
    s = ends[0, 0]
    return max(1.0, float(s["collection_points"][int(s["prestige"])]))


def _split_score(ends: np.ndarray) -> dict[str, float]:
    """Return the mean score of finished games by source, in points."""
    florins = (ends["florins"] // FLORINS_A_POINT).mean()
    which = ends["prestige"].astype(int)
    points = np.take_along_axis(ends["collection_points"], which[:, None], 1)[:, 0]
    prestige = (points * (ends["fulfilled"] != 0)).mean()
    books = ends["score"].mean() - florins - prestige
    return {"books": float(books), "florins": float(florins), "prestige": float(prestige)}


BREADTH = 1  # of the planner in a playout


def imagine_worlds(root: np.ndarray, number: int, seed: int) -> np.ndarray:
    """Imagine worlds with other orders of the draw pile. The same root and seed give the same worlds."""
    words = hashlib.sha256(b"armarium futures 1 %d" % seed).digest()
    rng = np.random.Generator(np.random.Philox(int.from_bytes(words[:8], "little")))
    worlds = new_states(number)
    imagine_all(root, rng.integers(0, 1 << 32, (number, 8), np.uint32), worlds)
    return worlds


def play_to_ends(worlds: np.ndarray) -> np.ndarray:
    """Return copies of the games, played to the end."""
    ends = worlds.copy()
    if len(ends) and int(ends["step"][0]) != OVER:
        end_all(ends, WEIGHTS, BREADTH, new_evaluations())
    return ends


def play_actions(worlds: np.ndarray, codes: np.ndarray) -> np.ndarray:
    """Return (worlds, actions): games played to the end after each action."""
    states = new_states(len(worlds) * len(codes))
    branch(worlds, codes.astype(np.int64), states)
    end_all(states, WEIGHTS, BREADTH, new_evaluations())
    ends: np.ndarray = states.reshape(len(worlds), len(codes))
    return ends
