"""Advice: what a game's strongest advising player thinks of every legal action, from the seat's view alone."""

from __future__ import annotations

from typing import Any, ClassVar

from armarium.core.errors import ArmariumError, BadOption, Reason
from armarium.core.registry import find_game
from armarium.players.position import Position
from armarium.players.registry import specs
from armarium.text import catalogue

__all__ = ["NoAdvice", "advise"]


class NoAdvice(ArmariumError):
    code: ClassVar[str] = "no-advice"
    sentence: ClassVar[str] = "{asked} has no adviser."


def advise(position: Position, language: str = "en") -> list[dict[str, Any]]:
    """Return `[{"action", "chance", "error", "reason", "because"}]`, best first; empty if the seat is not to act.

    `reason` is a sentence in the language, `because` is the same as data: a code with its facts.
    """
    if language not in catalogue.languages():
        raise BadOption(option="language", asked=language, allowed=list(catalogue.languages()))
    game = position.view["game"]
    advisers = [spec.advise for spec in specs(game, third_party=False) if spec.advise is not None]
    if not advisers:
        raise NoAdvice(asked=game)
    return [
        {
            "action": advice.action,
            "chance": advice.chance,
            "error": advice.error,
            "reason": _describe(position, advice.reason, language),
            "because": advice.reason.data(),
        }
        for advice in advisers[-1](position)
    ]


def _describe(position: Position, reason: Reason, language: str) -> str:
    game, options = position.view["game"], position.view["options"]
    key = f"{game}_advice_{reason.code.replace('-', '_')}"
    return catalogue.translate(
        language, key, **find_game(game).name_facts(reason.facts, options, language)
    )
