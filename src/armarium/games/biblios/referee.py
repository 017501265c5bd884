"""The full truth of a game, for the referee."""

from __future__ import annotations

from typing import Any

from armarium.games.biblios import state
from armarium.games.biblios.cards import CATEGORIES, NAMES
from armarium.games.biblios.state import (
    AUCTION,
    BOX,
    CHURCH_ZONE,
    DISCARD,
    HAND,
    LOST,
    LOT,
    NONE,
    OPEN,
    PAID,
    PUBLIC,
)
from armarium.games.biblios.view import PHASES, cards_at, size_of

__all__ = ["hands_of", "truth_of"]


def hands_of(s: Any) -> list[list[str]]:
    return [cards_at(s, HAND + seat, OPEN + seat) for seat in range(int(s["seats"]))]


def truth_of(s: Any) -> dict[str, Any]:
    lot, church = cards_at(s, LOT), cards_at(s, CHURCH_ZONE)
    actor, leader = int(s["actor"]), int(s["leader"])
    deck, pile, lots = s["deck"].tolist(), s["pile"].tolist(), int(s["lots"])
    is_shuffled = int(s["phase"]) != state.GIFT
    turned_up_next = [NAMES[kind] for kind in pile[lots : lots + size_of(s, AUCTION)]]
    return {
        "phase": PHASES[int(s["phase"])],
        "active": int(s["active"]),
        "to_act": None if actor == NONE else actor,
        "dice": dict(zip(CATEGORIES, s["dice"].tolist(), strict=True)),
        "hands": hands_of(s),
        "draw": [NAMES[kind] for kind in deck[int(s["deck_next"]) : int(s["deck_end"])]],
        "public": cards_at(s, PUBLIC),
        "auction": turned_up_next if is_shuffled else cards_at(s, AUCTION),
        "lot": lot[0] if lot else None,
        "bid": int(s["bid"]),
        "leader": None if leader == NONE else leader,
        "discard": cards_at(s, DISCARD, LOST, *range(PAID, PAID + 4)),
        "box": cards_at(s, BOX),
        "church": church[0] if church else None,
    }
