"""A hint: the best actions of a seat with what each is worth and one reason, from its view alone."""

from __future__ import annotations

from typing import Any, TypedDict

from armarium.analysis.analysing import analyst_of
from armarium.games.table.game import View

__all__ = ["Hint", "hints_for"]

MOST = 3  # actions that are told
EFFORT, SEED = 4.0, 1


class Hint(TypedDict):
    """`because`: what speaks for it beside the next best, in the best one; beside the best, in the others."""

    action: str
    chance: float
    error: float
    because: dict[str, Any] | None


def hints_for(view: View | None) -> list[Hint]:
    """Best first; nothing where another is to act. The same view, the same hint."""
    if view is None or not view["legal"]:
        return []
    analyst = analyst_of(view["game"])
    choices = analyst.weigh(view, None, EFFORT, SEED)[:MOST]
    found = []
    for choice in choices:
        other = choices[1] if choice is choices[0] and len(choices) > 1 else choices[0]
        reason = None if other is choice else analyst.reason(view, choice.action, other.action)
        found.append(
            Hint(
                action=choice.action,
                chance=choice.worth,
                error=choice.error,
                because=None if reason is None else reason.data(),
            )
        )
    return found
