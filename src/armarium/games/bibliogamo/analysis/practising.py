"""Practice themes of Bibliogamo: whom to hire, which card to pay with, where to walk, and when to sell.

Answers are evaluated by playouts, like the decisions of a game, but all of them and in more worlds.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Any

from armarium.analysis.extension import AnswerValue
from armarium.core.errors import Reason
from armarium.core.game import View
from armarium.games.bibliogamo.actions import CODES
from armarium.games.bibliogamo.analysis.hinting import describe_hint, points_of_reason

__all__ = ["BibliogamoPractice"]

WORLDS = 96  # for an effort of 1
MOST = 24  # maximum answers to choose from
_THEMES = {"hire": "hire", "pay": "pay", "move": "walk", "sell": "sell", "price": "sell"}


class BibliogamoPractice:
    themes = ("hire", "pay", "walk", "sell")
    players = ("careful", "planner")
    options: Mapping[str, Any] = {}
    undecided_range = (-math.inf, math.inf)  # every point counts

    @property
    def file(self) -> Traversable:
        return files("armarium.games.bibliogamo") / "practice.json"

    def find_theme(self, view: View) -> str | None:
        """Return the theme of a position. It depends on the decision, never on the best answer."""
        theme = _THEMES.get(view["step"])
        if theme == "hire" and not view["previews"]["hires"]:
            return None  # only a blocked craft may be freed
        return theme

    def evaluate_answers(self, view: View, effort: float, seed: int) -> list[AnswerValue]:
        import numpy as np

        from armarium.games.bibliogamo.analysis.analyst import imagine_worlds, play_actions
        from armarium.games.bibliogamo.state_from_view import BibliogamoStateFromView

        actions = view["legal"]
        if not 1 < len(actions) <= MOST:
            return []
        root = BibliogamoStateFromView(view).imagine(np.zeros(8, np.uint32))
        worlds = imagine_worlds(root, round(WORLDS * effort), seed)
        codes = np.array([CODES[action] for action in actions])
        scores = play_actions(worlds, codes)["score"].astype(float)
        means, best = scores.mean(0), int(scores.mean(0).argmax())
        errors = scores.std(0) / math.sqrt(len(scores))
        behind = (scores - scores[:, [best]]).std(0) / math.sqrt(len(scores))
        return [
            AnswerValue((actions[n],), float(means[n]), float(errors[n]), float(behind[n]))
            for n in np.argsort(-means, kind="stable")
        ]

    def explain(self, view: View, better: Sequence[str], chosen: Sequence[str]) -> Reason | None:
        from armarium.games.bibliogamo.analysis.analyst import BibliogamoAnalyst

        return BibliogamoAnalyst().explain(view, better[0], chosen[0])

    def size_of(self, view: View, reason: Reason) -> float:
        return points_of_reason(reason.code, reason.facts, int(view["prestige"]["vp"]))

    def describe(self, view: View, answer: Sequence[str]) -> list[Reason]:
        return describe_hint(view, answer[0])
