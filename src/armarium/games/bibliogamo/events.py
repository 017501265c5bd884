"""What an action did, told in the past tense.

Everything but the order of the draw pile is open, so all eyes see the same.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from armarium.games.bibliogamo.cards import TOWERS, TYPES
from armarium.games.bibliogamo.kernels import piles
from armarium.games.table.game import Event

__all__ = ["showed", "tell"]

_TELLING: dict[int, Callable[[int, int, int, int], dict[str, Any]]] = {
    piles.DAY: lambda day, *_: {"event": "day-begun", "day": day},
    piles.WALKED: lambda start, end, *_: {"event": "librarian-walked", "from": start, "to": end},
    piles.TURNED: lambda card, start, end, kind: {
        "event": "card-turned", "card": card + 1, "from": start, "to": end, "blocks": TYPES[kind],
    },
    piles.PAID_STEP: lambda start, end, *_: {"event": "step-paid", "from": start, "to": end},
    piles.LEVEL_LOST: lambda level, lost, *_: {
        "event": "level-lost", "level": level, "artisans": lost,
    },
    piles.GAVE_BACK: lambda tower, kind, *_: {
        "event": "artisan-given-back", "tower": TOWERS[tower], "type": TYPES[kind],
    },
    piles.LIFTED: lambda card, kind, *_: {
        "event": "block-lifted", "card": card + 1, "type": TYPES[kind],
    },
    piles.OFFERED: lambda first, second, price, _: {
        "event": "price-offered", "first": first + 1, "second": second + 1, "price": price,
    },
    piles.REDRAWN: lambda first, second, price, day: {
        "event": "price-redrawn", "first": first + 1, "second": second + 1, "price": price, "day": day,
    },
    piles.LEVEL_REACHED: lambda level, extra, *_: {
        "event": "level-reached", "level": level, "artisans": extra,
    },
    piles.SOLD: lambda tower, price, *_: {
        "event": "book-sold", "tower": TOWERS[tower], "price": price,
    },
    piles.PAID_CARD: lambda card, *_: {"event": "card-paid", "card": card + 1},
    piles.LIBRARY_USED: lambda card, icons, *_: {
        "event": "library-used", "card": card + 1, "moves": icons,
    },
    piles.MOVED: lambda kind, craft, source, target: {
        "event": "artisan-moved", "type": TYPES[kind], "as": TYPES[craft],
        "from": TOWERS[source], "to": TOWERS[target],
    },
    piles.RESHUFFLED: lambda number, *_: {"event": "reshuffled", "cards": number},
}  # fmt: skip


def tell(deeds: list[list[int]], grants: Any) -> list[Event]:
    """The events of one action; `grants` are the icons of the cards, to say what was lost."""
    events: list[Event] = []
    for deed, *facts in deeds:
        if deed == piles.DREW:
            _tell_drawn(events, facts[0] + 1)
        elif deed == piles.HIRED:
            events.append(_hired(facts[0], facts[1], deeds, grants))
        elif deed == piles.PLACED:
            if events and events[-1]["event"] == "artisans-hired":
                continue  # told with the hire
            tower, kind, number, _ = facts
            told = {"event": "artisan-placed", "tower": TOWERS[tower], "type": TYPES[kind]}
            events += [told] * number
        else:
            events.append(_TELLING[deed](*facts))
    return events


def _tell_drawn(events: list[Event], card: int) -> None:
    if events and events[-1]["event"] == "cards-drawn":
        events[-1]["cards"].append(card)
    else:
        events.append({"event": "cards-drawn", "cards": [card]})


def _hired(card: int, tower: int, deeds: list[list[int]], grants: Any) -> Event:
    placed = {TYPES[kind]: n for deed, _, kind, n, _ in deeds if deed == piles.PLACED}
    return {
        "event": "artisans-hired",
        "card": card + 1,
        "tower": TOWERS[tower],
        "placed": placed,
        "icons": {TYPES[kind]: int(n) for kind, n in enumerate(grants[card]) if n},
    }


def showed(deeds: list[list[int]]) -> dict[str, Any]:
    """Which cards the last action turned up, and whether it used chance; a taking back asks."""
    cards: list[int] = []
    for deed, first, second, *_ in deeds:
        if deed in (piles.TURNED, piles.DREW):
            cards.append(first + 1)
        elif deed == piles.OFFERED:
            cards += [first + 1, second + 1]
        elif deed == piles.REDRAWN:
            cards.append(second + 1)
    chance = any(deed == piles.RESHUFFLED for deed, *_ in deeds)
    return {
        "cards": {"0": cards, "everyone": cards} if cards else {},
        "hands": False,
        "chance": chance,
    }
