"""The words of an analysis: actions by name and the reason of each decision, in a language."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

from armarium import words
from armarium.analysis.shape import Analysis, BoughtLot, Decision
from armarium.games.shelf import open_book

__all__ = ["action_named", "reason_told", "spoken"]


def spoken(analysis: Analysis, options: Mapping[str, Any], language: str) -> Analysis:
    """The same with words: the `reason` of every decision that has one, actions and cards by name."""
    game = analysis["game"]
    decisions: list[Decision] = [
        {
            **one,
            "reason": reason_told(game, one["because"], options, language),
            "told": action_named(game, one["action"], options, language),
            "better": action_named(game, one["best"], options, language),
        }
        for one in analysis["decisions"]
    ]
    named = open_book(game).named
    lots: list[BoughtLot] = [
        {**lot, "told": str(named({"card": lot["card"]}, options, language)["card"])}
        for lot in analysis["lots"]
    ]
    return {**analysis, "decisions": decisions, "lots": lots}


def reason_told(
    game: str,
    because: Mapping[str, Any] | None,
    options: Mapping[str, Any],
    language: str,
    kind: Literal["analysis", "advice"] = "analysis",
) -> str | None:
    """Of an analysis in the past tense, of advice in the present."""
    if because is None:
        return None
    key = f"{game}_{kind}_{because['code'].replace('-', '_')}"
    return words.say(language, key, **open_book(game).named(because["facts"], options, language))


def action_named(game: str, action: str, options: Mapping[str, Any], language: str) -> str:
    """An action as a table with these options calls it; as it is written where the game has no name for it."""
    return str(open_book(game).named({"action": action}, options, language)["action"])
