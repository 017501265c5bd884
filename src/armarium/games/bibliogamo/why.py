"""Explain why an action is not legal: find the rule that forbids it, from the view alone."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any

import numpy as np

from armarium.core.errors import Reason
from armarium.games.bibliogamo.actions import split_action
from armarium.games.bibliogamo.cards import LIBRARY
from armarium.games.bibliogamo.components import components_of
from armarium.games.bibliogamo.kernels import reasons
from armarium.games.bibliogamo.state import STEPS

__all__ = ["why_not"]

View = dict[str, Any]


def why_not(view: View, action: str) -> Reason | None:
    """Return the rule that forbids an action, or None if no single rule explains it."""
    page = np.empty(reasons.MAX_BYTES, np.uint8)
    end = reasons.write_reason(_gather_facts(view), *split_action(action), page)
    return Reason(**json.loads(page[:end].tobytes())) if end else None


def _gather_facts(view: View) -> np.ndarray:
    facts = np.zeros(reasons.FACTS, np.int64)
    spaces = components_of(view["options"]["components"]).data["ring"]["spaces"]
    transfer = view["transfer"] or {"from": None}
    for fact, value in (
        (reasons.STEP, STEPS.index(view["step"])),
        (reasons.HAND, _to_set(view["hand"])),
        (reasons.BLOCKED, _to_set(view["previews"]["blocked_cards"])),
        (reasons.IS_LIFTED, view["lifted"]),
        (reasons.HAS_LANDED, view["landed"]),
        (reasons.AT_LIBRARY, view["librarian"] == LIBRARY),
        (reasons.IS_FINISHED, spaces[view["librarian"]] in view["previews"]["finished"]),
        (reasons.HAS_SOURCE, transfer["from"] is not None),
        (reasons.IS_EXACT, view["options"]["transfer_count"] == "exact"),
    ):
        facts[fact] = value
    return facts


def _to_set(cards: Iterable[int]) -> int:
    return sum(1 << card - 1 for card in cards)
