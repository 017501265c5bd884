"""The full truth of a game, for the referee and tests."""

from __future__ import annotations

from typing import Any

from armarium.core.state_game import RecordFields
from armarium.games.bibliogamo.cards import BLACK_CUBES, TOWERS, TYPES
from armarium.games.bibliogamo.components import Components
from armarium.games.bibliogamo.state import NONE, RETRAIN, STEPS

__all__ = ["cards_of", "open_facts", "prestige_of", "truth_of"]


def cards_of(word: int) -> list[int]:
    """Return the numbers (from 1) of a set of cards, in ascending order."""
    word, cards = int(word), []
    while word:
        bit = word & -word
        cards.append(bit.bit_length())
        word ^= bit
    return cards


def open_facts(s: RecordFields, components: Components) -> dict[str, Any]:
    """Return all facts except the draw pile: nothing else is hidden (G-42)."""
    need, artisans = s["need"].tolist(), s["artisans"].tolist()
    supply, blocked = int(s["supply"]), int(s["blocked"])
    return {
        "day": int(s["day"]),
        "step": STEPS[s["step"]],
        "to_act": None if s["actor"] == NONE else int(s["actor"]),
        "librarian": int(s["librarian"]),
        "landed": bool(s["landed"]),
        "florins": int(s["florins"]),
        "supply": supply,
        "reserve": BLACK_CUBES - supply - sum(map(sum, artisans)) - _count_in_transit(s),
        "towers": {
            tower: {kind: artisans[t][k] for k, kind in enumerate(TYPES) if need[t][k]}
            for t, tower in enumerate(TOWERS)
        },
        "books": dict(zip(TOWERS, s["books"].tolist(), strict=True)),
        "hand": cards_of(s["hand"]),
        "discard": cards_of(s["discard"]),
        "turned": int(s["turned"]) + 1,
        "blocked": None if blocked == NONE else TYPES[blocked],
        "lifted": bool(s["lifted"]),
        "hires": int(s["hires"]),
        "hired": _describe_hire(s),
        "owed": int(s["owed"]),
        "offer": _describe_offer(s),
        "transfer": _describe_transfer(s),
        "prestige": prestige_of(s, components),
    }


def truth_of(s: RecordFields, components: Components) -> dict[str, Any]:
    draw = s["draw"][int(s["draw_next"]) : int(s["draw_end"])]
    return {**open_facts(s, components), "draw": [int(card) + 1 for card in draw]}


def _count_in_transit(s: RecordFields) -> int:
    """Count artisans between two towers: 1 while the player chooses a new type (G-30)."""
    return int(s["step"] == RETRAIN)


def _describe_hire(s: RecordFields) -> dict[str, Any] | None:
    if s["hired"] == NONE:
        return None
    left = {kind: n for kind, n in zip(TYPES, s["to_place"].tolist(), strict=True) if n}
    return {"card": int(s["hired"]) + 1, "tower": TOWERS[s["hired_tower"]], "left": left}


def _describe_offer(s: RecordFields) -> dict[str, Any] | None:
    if s["first"] == NONE:
        return None
    first, second = int(s["first"]), int(s["second"])
    return {
        "first": first + 1,
        "second": second + 1,
        "price": int(s["pays"][second, int(s["row"][first])]),
        "replaced": cards_of(int(s["on_table"]) & ~(1 << first | 1 << second)),
    }


def _describe_transfer(s: RecordFields) -> dict[str, Any] | None:
    if s["library_card"] == NONE:
        return None
    moving = [kind for kind, n in zip(TYPES, s["to_place"].tolist(), strict=True) if n]
    return {
        "card": int(s["library_card"]) + 1,
        "left": int(s["moves_left"]),
        "from": None if s["source"] == NONE else TOWERS[s["source"]],
        "to": None if s["target"] == NONE else TOWERS[s["target"]],
        "type": moving[0] if moving else None,
    }


def prestige_of(s: RecordFields, components: Components) -> dict[str, Any]:
    chosen = components.collections[int(s["prestige"])]
    need = {tower: chosen["need"][tower] for tower in TOWERS if chosen["need"].get(tower)}
    return {"id": chosen["id"], "name": chosen["name"], "vp": chosen["vp"], "need": need}
