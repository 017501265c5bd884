"""Explain why an action is not legal: find the rule that forbids it, from the seat's view alone."""

from __future__ import annotations

import json
from typing import Any

import numpy as np

from armarium.core.errors import Reason
from armarium.games.biblios.actions import split_action
from armarium.games.biblios.cards import CATEGORIES, GOLD_KINDS, VALUE, kind_of
from armarium.games.biblios.kernels import reasons
from armarium.games.biblios.kernels.view_words import STEPS
from armarium.games.biblios.state import NONE

__all__ = ["gold_in", "why_not"]

View = dict[str, Any]


def why_not(view: View, action: str) -> Reason | None:
    """Return the rule that forbids an action, or None if no single rule explains it."""
    page = np.empty(reasons.MAX_BYTES, np.uint8)
    end = reasons.write_reason(_gather_facts(view), *split_action(action), page)
    return Reason(**json.loads(page[:end].tobytes())) if end else None


def _gather_facts(view: View) -> np.ndarray:
    facts = np.zeros(reasons.FACTS, np.int64)
    allocated, options = view["allocated"], view["options"]
    for fact, value in (
        (reasons.STEP, STEPS.index(view["step"])),
        (reasons.IN_GIFT, view["phase"] == "gift"),
        (reasons.KEPT, allocated["keep"]),
        (reasons.AUCTIONED, allocated["auction"]),
        (reasons.PUBLIC_CARDS, allocated["public"]),
        (reasons.SEATS, len(view["seats"])),
        (reasons.HIGHEST, view["bid"]),
        (reasons.LOT_IS_GOLD, view["lot"] is not None and kind_of(view["lot"]) in GOLD_KINDS),
        (reasons.HAND_SIZE, len(view["hand"])),
        (reasons.GOLD_HELD, gold_in(view["hand"])),
        (reasons.MAY_REFUSE, options["may_refuse"]),
        (reasons.OVERPAY, options.get("overpay", False)),
        (reasons.OWED, view.get("owed", 0)),
        (reasons.CHURCH_KIND, kind_of(view["church"]) if view["church"] else NONE),
    ):
        facts[fact] = int(value or 0)
    facts[reasons.DICE :] = [view["dice"][category] for category in CATEGORIES]
    return facts


def gold_in(hand: list[str]) -> int:
    kinds = (kind_of(card) for card in hand)
    return sum(int(VALUE[kind]) for kind in kinds if kind in GOLD_KINDS)
