"""Advice: what the strongest player that gives any thinks of every legal action, from the seat's view alone."""

from __future__ import annotations

from typing import Any, ClassVar

from armarium import words
from armarium.games.shelf import open_book
from armarium.games.table.errors import ArmariumError, BadOption
from armarium.games.table.reason import Reason
from armarium.players.position import Position
from armarium.players.registry import specs

__all__ = ["NoAdvice", "advise"]


class NoAdvice(ArmariumError):
    code: ClassVar[str] = "no-advice"
    sentence: ClassVar[str] = "Nobody gives advice at {asked}."


def advise(position: Position, language: str = "en") -> list[dict[str, Any]]:
    """`[{"action", "chance", "error", "reason", "because"}]`, best first; empty where the seat is not to act.

    `reason` is a sentence in the language asked for, `because` the same as data: a code with its facts.
    """
    if language not in words.languages():
        raise BadOption(option="language", asked=language, allowed=list(words.languages()))
    game = position.view["game"]
    givers = [spec.advise for spec in specs(game, strangers=False) if spec.advise is not None]
    if not givers:
        raise NoAdvice(asked=game)
    return [
        {
            "action": advice.action,
            "chance": advice.chance,
            "error": advice.error,
            "reason": _sentence(position, advice.reason, language),
            "because": advice.reason.data(),
        }
        for advice in givers[-1](position)
    ]


def _sentence(position: Position, reason: Reason, language: str) -> str:
    game, options = position.view["game"], position.view["options"]
    key = f"{game}_advice_{reason.code.replace('-', '_')}"
    return words.say(language, key, **open_book(game).named(reason.facts, options, language))
