"""What only the referee sees, the truth; and what all see at the end, the outcome."""

from __future__ import annotations

from typing import Any

from armarium.games.biblios import state
from armarium.games.biblios.cards import CARDS_IN_CATEGORY, CATEGORIES, LETTERS, NAMES, VALUE
from armarium.games.biblios.kernels import scoring
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

__all__ = ["hands_of", "outcome_of", "truth_of"]


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


def outcome_of(s: Any) -> dict[str, Any] | None:
    if int(s["step"]) != state.ENDED:
        return None
    seats = range(int(s["seats"]))
    winners, decided = int(s["winners"]), int(s["decided"])
    won_by = s["category_winner"].tolist()
    return {
        "winners": [seat for seat in seats if winners >> seat & 1],
        "points": s["points"].tolist()[: len(seats)],
        "categories": {
            c: None if seat == NONE else seat for c, seat in zip(CATEGORIES, won_by, strict=True)
        },
        "decided_by": {
            scoring.BY_POINTS: "points",
            scoring.BY_GOLD: "gold",
            scoring.SHARED: "shared",
        }.get(decided, CATEGORIES[decided % 5]),
        "dice": dict(zip(CATEGORIES, s["dice"].tolist(), strict=True)),
        "totals": {c: [_total(s, seat, i) for seat in seats] for i, c in enumerate(CATEGORIES)},
        "letters": {c: [_letter(s, seat, i) for seat in seats] for i, c in enumerate(CATEGORIES)},
        "gold": [sum(int(card[-1]) for card in _gold(s, seat)) for seat in seats],
        "gold_cards": [len(_gold(s, seat)) for seat in seats],
    }


def _held(s: Any, seat: int, category: int) -> list[int]:
    word = int(s["at"][HAND + seat, 0]) | int(s["at"][OPEN + seat, 0])
    first = CARDS_IN_CATEGORY * category
    return [kind for kind in range(first, first + CARDS_IN_CATEGORY) if word >> kind & 1]


def _total(s: Any, seat: int, category: int) -> int:
    return sum(int(VALUE[kind]) for kind in _held(s, seat, category))


def _letter(s: Any, seat: int, category: int) -> str | None:
    held = _held(s, seat, category)
    return LETTERS[held[0] % CARDS_IN_CATEGORY].upper() if held else None


def _gold(s: Any, seat: int) -> list[str]:
    return [card for card in cards_at(s, HAND + seat, OPEN + seat) if card.startswith("gold")]
