"""The events and the outcome of Bibliogamo in plain Python, to compare the kernels with.

Everything except the order of the draw pile is open, so all viewers see the same events.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from armarium.core.game import Event
from armarium.core.state_game import RecordFields
from armarium.games.bibliogamo.cards import TOWERS, TYPES
from armarium.games.bibliogamo.kernels import piles
from armarium.games.bibliogamo.state import OVER

_MAKERS: dict[int, Callable[[int, int, int, int], dict[str, Any]]] = {
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


def list_effects(states: Any) -> list[list[int]]:
    found: list[list[int]] = states["effects"][0, : int(states["effect_count"][0])].tolist()
    return found


def list_events(states: Any) -> list[Event]:
    """Return the events of the last action."""
    events = make_events(list_effects(states), states["grants"][0])
    outcome = outcome_of(RecordFields(states))
    if outcome is not None:
        names = ("score", "books", "florins", "prestige", "rank")
        events.append({"event": "game-ended", **{name: outcome[name] for name in names}})
    return events


def make_events(effects: list[list[int]], grants: Any) -> list[Event]:
    """Return the events of one action. `grants` are the icons of all cards, to show what was lost."""
    events: list[Event] = []
    for effect, *facts in effects:
        if effect == piles.DREW:
            _add_drawn_card(events, facts[0] + 1)
        elif effect == piles.HIRED:
            events.append(_make_hire_event(facts[0], facts[1], effects, grants))
        elif effect == piles.PLACED:
            if events and events[-1]["event"] == "artisans-hired":
                continue  # part of the hire event
            tower, kind, number, _ = facts
            event = {"event": "artisan-placed", "tower": TOWERS[tower], "type": TYPES[kind]}
            events += [event] * number
        else:
            events.append(_MAKERS[effect](*facts))
    return events


def _add_drawn_card(events: list[Event], card: int) -> None:
    if events and events[-1]["event"] == "cards-drawn":
        events[-1]["cards"].append(card)
    else:
        events.append({"event": "cards-drawn", "cards": [card]})


def _make_hire_event(card: int, tower: int, effects: list[list[int]], grants: Any) -> Event:
    placed = {TYPES[kind]: n for effect, _, kind, n, _ in effects if effect == piles.PLACED}
    return {
        "event": "artisans-hired",
        "card": card + 1,
        "tower": TOWERS[tower],
        "placed": placed,
        "icons": {TYPES[kind]: int(n) for kind, n in enumerate(grants[card]) if n},
    }


def find_revealed(effects: list[list[int]]) -> dict[str, Any]:
    """Return the cards that the last action revealed, and whether it used randomness. Undo depends on it."""
    cards: list[int] = []
    for effect, first, second, *_ in effects:
        if effect in (piles.TURNED, piles.DREW):
            cards.append(first + 1)
        elif effect == piles.OFFERED:
            cards += [first + 1, second + 1]
        elif effect == piles.REDRAWN:
            cards.append(second + 1)
    chance = any(effect == piles.RESHUFFLED for effect, *_ in effects)
    return {
        "cards": {"0": cards, "everyone": cards} if cards else {},
        "hands": False,
        "chance": chance,
    }


def outcome_of(s: RecordFields) -> dict[str, Any] | None:
    if s["step"] != OVER:
        return None
    books, need, artisans = s["books"].tolist(), s["need"].tolist(), s["artisans"].tolist()
    if s["counts_finished"]:
        books = [n + (artisans[t] == need[t]) for t, n in enumerate(books)]
    score, is_fulfilled = int(s["score"]), bool(s["fulfilled"])
    return {
        "score": score,
        "books": sum(books),
        "by_tower": dict(zip(TOWERS, books, strict=True)),
        "florins": int(s["florins"]),
        "prestige": is_fulfilled,
        "prestige_vp": int(s["collection_points"][int(s["prestige"])]) if is_fulfilled else 0,
        "rank": rank_of(score),
        "winners": [0],
    }


# Ranks are names for scores (L-7.10), which the rules do not define. The bounds may change without a new rules version.
# Fingerprints of records use the original bounds, so that every record can be replayed.

# The lowest score of each rank. L-7.10 of docs/rules/bibliogamo.md explains the limits.
_RANKS = (
    (44, "grand-librarian"), (33, "guildmaster"), (20, "master"), (8, "journeyman"), (0, "apprentice"),
)  # fmt: skip
_FINGERPRINT_RANKS = (
    (35, "grand-librarian"), (28, "guildmaster"), (20, "master"), (12, "journeyman"), (0, "apprentice"),
)  # fmt: skip


def rank_of(score: int) -> str:
    return _find_rank(score, _RANKS)


def outcome_for_fingerprint(outcome: dict[str, Any]) -> dict[str, Any]:
    """Return the outcome as used in fingerprints, with the original rank bounds."""
    return {**outcome, "rank": _find_rank(outcome["score"], _FINGERPRINT_RANKS)}


def _find_rank(score: int, ranks: tuple[tuple[int, str], ...]) -> str:
    return next(rank for least, rank in ranks if score >= least)
