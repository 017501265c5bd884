"""Why a game of Bibliogamo scored what it scored: its sources, and the costliest decisions (analysis/story.py)."""

from __future__ import annotations

import itertools
from collections.abc import Mapping, Sequence
from typing import Any

from armarium.analysis.report import Chapter, Decision, Price, RecordFacts, Result, Sentence
from armarium.core.game import BaseGame
from armarium.games.bibliogamo.analysis.hinting import points_of_reason
from armarium.games.bibliogamo.components import components_of
from armarium.games.bibliogamo.naming import BibliogamoNames
from armarium.text.catalogue import Functions

__all__ = ["BibliogamoStoryteller"]

_TOLD = {"hire", "sell", "accept", "redraw", "done", "forward", "back", "pay", "lift", "library"}


class BibliogamoStoryteller:
    def collect(self, games: Sequence[BaseGame]) -> tuple[list[Chapter], list[dict[str, Any]]]:
        chapters: list[Chapter] = [{"v": 0, "kind": "day", "number": games[0].truth()["day"]}]
        moves: list[dict[str, Any]] = []
        has_hired = False  # on this day
        for v, (before, after) in enumerate(itertools.pairwise(games)):
            truth, day = before.truth(), after.truth()["day"]
            moves.append(
                {
                    "group": v,
                    "step": truth["step"],
                    "place": truth["librarian"],
                    "price": (truth["offer"] or {}).get("price", 0),
                    "collection_points": truth["prestige"]["vp"],
                    "has_hired": has_hired,
                }
            )
            verb = after.last_action[1].split()[0]
            has_hired = day == truth["day"] and (has_hired or verb == "hire")
            if day != chapters[-1]["number"] and v + 2 < len(games):
                chapters.append({"v": v + 1, "kind": "day", "number": day})
        return chapters, moves

    def tell_result(self, facts: RecordFacts, seat: int, result: Result) -> list[Sentence]:
        outcome = facts["outcome"]
        prestige = outcome["prestige_vp"] if outcome["prestige"] else 0
        params = {
            "seat": seat,
            "score": outcome["score"],
            "books": outcome["books"],
            "prestige": prestige,
            "florins": outcome["score"] - outcome["books"] - prestige,
        }
        way = "-prestige" if prestige else "" if outcome["score"] else "-nothing"
        return [{"code": f"scored{way}", "facts": params}]

    def tell_decision(
        self, facts: RecordFacts, decision: Decision, price: Price | None
    ) -> tuple[Sentence, Sentence | None]:
        v = decision["v"]
        chapter = [one for one in facts["chapters"] if one["v"] <= v][-1]
        params = {"seat": decision["seat"], "day": chapter["number"], **facts["moves"][v]}
        code, named = _split_action(decision["action"], facts["moves"][v])
        did: Sentence = {"code": f"did-{code}", "facts": {**params, **named}}
        if decision["best"] == decision["action"]:
            return did, None
        code, named = _split_action(decision["best"], facts["moves"][v])
        return did, {"code": f"better-{code}", "facts": {**params, **named}}

    def measure_reason(self, facts: RecordFacts, decision: Decision, is_priced: bool) -> float:
        reason = decision["because"] or {"code": "", "facts": {}}
        points = facts["moves"][decision["v"]]["collection_points"]
        return points_of_reason(reason["code"], reason["facts"], points)

    def functions(self, options: Mapping[str, Any], language: str) -> Functions:
        names = BibliogamoNames.of(language, components_of(options["components"]))
        return {
            "tower": names.tower,
            "place": names.place_in_sentence,
            "action": names.action,
            "card": lambda card: f"{card} ({names.icons(int(card))})",
            "points_text": lambda count: names.translate("bibliogamo_story_points", count=count),
            "books_text": lambda count: names.translate("bibliogamo_story_points", count=count),
            "florins_text": lambda count: names.translate("bibliogamo_story_florins", count=count),
        }


def _split_action(action: str, move: Mapping[str, Any]) -> tuple[str, dict[str, Any]]:
    """Return the code of an action's sentence, and its facts."""
    verb, *what = action.split()
    if verb not in _TOLD:
        return "other", {"action": action}
    if verb == "done":
        return (
            f"done-hire{'-more' if move['has_hired'] else ''}"
            if move["step"] == "hire"
            else "done-move"
            if move["step"] == "move"
            else "done-sell"
            if move["step"] == "sell"
            else "done-library"
            if move["step"] == "library"
            else "done"
        ), {}
    named: dict[str, Any] = {"card": int(what[0])} if what else {}
    return verb, {**named, "tower": what[1]} if verb == "hire" else named
