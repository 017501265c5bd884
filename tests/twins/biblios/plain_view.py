"""The view of Biblios built field by field in plain Python: what the kernels' text must say, to the byte."""

from __future__ import annotations

import functools
from itertools import product
from typing import Any

import numpy as np

from armarium.core.jit import jit_entry
from armarium.core.state_game import RecordFields
from armarium.games.biblios import Game, state
from armarium.games.biblios.actions import texts_of
from armarium.games.biblios.cards import (
    CATEGORIES,
    CATEGORY_KINDS,
    CHURCH,
    GOLD_KINDS,
    KIND_OF_LABEL,
    LABELS_IN_WORD_0,
    NAMES,
    RUN,
    VALUE,
    WORD,
)
from armarium.games.biblios.kernels import engine
from armarium.games.biblios.kernels.deduction import find_places
from armarium.games.biblios.state import (
    AUCTION,
    BOX,
    DISCARD,
    DRAW,
    HAND,
    LOST,
    LOT,
    NONE,
    OPEN,
    PAID,
    POCKET,
    POCKETS,
    PUBLIC,
)

__all__ = ["plain_view"]

PHASES = ("gift", "auction", "over")
STEPS = ("allocate", "take", "church", "bid", "pay", "between", "over")

PLACE_NAMES = (
    "box", "draw", "auction", "hidden", "hand-0", "hand-1", "hand-2", "hand-3",
    *(f"hand-{seat}.{pocket}" for seat in range(4) for pocket in "ab"),
)  # fmt: skip
_COARSE = tuple(name.partition(".")[0] for name in PLACE_NAMES)
_PARTS = [
    1 << (HAND + seat) | ((1 << POCKETS) - 1) << (POCKET + POCKETS * seat) for seat in range(4)
]

# Labels in canonical card order: categories, gold, church.
_CANONICAL = [
    *range(CATEGORY_KINDS),
    *range(LABELS_IN_WORD_0, len(KIND_OF_LABEL)),
    *range(CATEGORY_KINDS, LABELS_IN_WORD_0),
]
_NAME_OF_LABEL = [NAMES[kind] for kind in KIND_OF_LABEL]
_ORDER = {name: kind for kind, name in enumerate(NAMES)}

Row = tuple[int, list[str]]


def names_of(word0: int, word1: int) -> list[str]:
    """The cards of a set of labels, in canonical order."""
    names = []
    labels = int(word0) | int(word1) << LABELS_IN_WORD_0
    while labels:
        label = labels & -labels
        names.append(_NAME_OF_LABEL[label.bit_length() - 1])
        labels ^= label
    # Labels are in canonical order but for the church cards, which share a word with the categories.
    return sorted(names, key=_ORDER.__getitem__) if int(word0) >> CATEGORY_KINDS else names


def cards_at(s: Any, *zones: int) -> list[str]:
    """The cards of some zones together, in canonical order."""
    at = s["location"]
    word0 = word1 = 0
    for zone in zones:
        word0 |= int(at[zone, 0])
        word1 |= int(at[zone, 1])
    return names_of(word0, word1)


def size_of(s: Any, *zones: int) -> int:
    return sum(int(s["location"][zone, w]).bit_count() for zone in zones for w in (0, 1))


def plain_view(game: Game, seat: int | None) -> dict[str, Any]:
    view = build_view(game.states, seat, game.options, game.outcome())
    return {"rules": game.rules_version, **view}


def build_view(
    states: np.ndarray, seat: int | None, options: dict[str, Any], outcome: dict[str, Any] | None
) -> dict[str, Any]:
    if outcome is not None:
        states = states.copy()
        engine.reveal_at(states, 0)
    s = RecordFields(states)
    seats = int(s["seats"])
    viewer = state.PUBLIC_VIEWER if seat is None else seat
    rows = build_knowledge_rows(states, viewer)
    everyone = rows if seat is None else build_knowledge_rows(states, state.PUBLIC_VIEWER)
    is_mine = seat is not None and int(s["actor"]) == seat
    return {
        **_build_situation(s, seat),
        "hand": [] if seat is None else cards_at(s, HAND + seat, OPEN + seat),
        "seats": [_build_seat_entry(s, rows, other) for other in range(seats)],
        **_build_own_facts(s, seat, rows),
        "public": cards_at(s, PUBLIC),
        "discard": cards_at(s, DISCARD),
        "discard_hidden": size_of(s, LOST, *range(PAID, PAID + 4)),
        "draw_left": size_of(s, DRAW),
        "auction_left": size_of(s, AUCTION),
        "box_size": size_of(s, BOX),
        "unseen": _count_unseen(rows),
        "legal": texts_of(engine.legal_at(states, 0)) if is_mine else [],
        "options": options,
        "knowledge": {"you": _list_knowledge(rows), "everyone": _list_knowledge(everyone)},
        "outcome": outcome,
    }


def _build_situation(s: Any, seat: int | None) -> dict[str, Any]:
    """Return the public facts of the turn."""
    actor, leader, church = int(s["actor"]), int(s["leader"]), int(s["church"])
    seats, phase, step = int(s["seats"]), int(s["phase"]), int(s["step"])
    lot = cards_at(s, LOT)
    is_paying = step == state.PAY
    allocated, kept, auctioned = int(s["allocated"]), int(s["kept"]), int(s["auctioned"])
    in_gift = phase == state.GIFT
    return {
        "game": "biblios",
        "you": seat,
        "phase": PHASES[phase],
        "step": STEPS[step],
        "first": int(s["first"]),
        "active": int(s["active"]),
        "to_act": None if actor == NONE else actor,
        "dice": dict(zip(CATEGORIES, s["dice"].tolist(), strict=True)),
        "allocated": {
            "keep": in_gift and bool(kept),
            "auction": in_gift and bool(auctioned),
            "public": allocated - kept - auctioned if in_gift else 0,
            "left": seats + 1 - allocated if in_gift else 0,
        },
        "lot": lot[0] if lot else None,
        "lot_number": int(s["lots"]),
        "lots": {2: 20, 3: 18, 4: 16}[seats],
        "bid": int(s["bid"]),
        "leader": None if leader == NONE else leader,
        "passed": _list_seats(int(s["passed"])) if step == state.BID else [],
        "barred": _list_seats(int(s["barred"])) if lot else [],
        "owed": int(s["owed"]) if is_paying else 0,
        "paid": _list_paid(s, seat, lot) if is_paying else [],
        "paid_count": sum(int(word).bit_count() for word in s["paid"]) if is_paying else 0,
        "church": None if church == NONE else NAMES[church],
    }


def _list_paid(s: Any, seat: int | None, lot: list[str]) -> list[str]:
    """Gold payments are public (B-3.5). Only the payer sees what is paid for gold (B-3.6)."""
    if lot[0].startswith("gold") and seat != int(s["actor"]):
        return []
    return names_of(s["paid"][0], s["paid"][1])


def _build_own_facts(s: Any, seat: int | None, rows: list[Row]) -> dict[str, Any]:
    """Return what only this seat may see: its drawn card, its own face-down cards, its cheapest payment."""
    if seat is None:
        return {"drawn": None, "placed": [], "paid_hidden": [], "payment": None}
    is_mine = int(s["actor"]) == seat
    looks = is_mine and int(s["step"]) == state.ALLOCATE
    pays = is_mine and int(s["step"]) == state.PAY
    return {
        "drawn": NAMES[int(s["deck"][int(s["deck_next"])])] if looks else None,
        "placed": _list_placed(s, seat, rows),
        "paid_hidden": cards_at(s, PAID + seat),
        "payment": find_cheapest_payment(s, seat) if pays else None,
    }


def _list_placed(s: Any, seat: int, rows: list[Row]) -> list[str]:
    """Return the cards that a seat put on the auction pile and that are certainly still there.

    Where others may have put cards of the same kind, one that is turned up could be either.
    """
    seats, first = int(s["seats"]), int(s["first"])
    own = [int(kind) for kind in s["placed"][(seat - first) % seats :: seats] if kind != NONE]
    surely = [card for mask, cards in rows if mask == 1 << AUCTION for card in cards]
    placed = []
    for kind in sorted(own):
        if NAMES[kind] in surely:
            surely.remove(NAMES[kind])
            placed.append(NAMES[kind])
    return placed


@jit_entry
def find_places_at(states, i, viewer, masks):
    """Return for each label the places where it may be, as far as the viewer can know."""
    return find_places(states[i], viewer, masks)


def build_knowledge_rows(states: np.ndarray, viewer: int) -> list[Row]:
    """Return for each set of places the cards that are in one of them."""
    masks = np.empty(len(KIND_OF_LABEL), np.int64)
    find_places_at(states, 0, viewer, masks)
    rows: dict[int, list[str]] = {}
    of_label = masks.tolist()
    for label in _CANONICAL:
        if of_label[label]:
            rows.setdefault(of_label[label], []).append(_NAME_OF_LABEL[label])
    return sorted(rows.items())


def _build_seat_entry(s: Any, rows: list[Row], seat: int) -> dict[str, Any]:
    parts = _PARTS[seat]
    opened = cards_at(s, OPEN + seat)
    known = list(opened)
    maybe = []
    for mask, cards in rows:
        if mask & parts:
            if mask & ~parts:
                also = _place_names(mask & ~parts, _COARSE)
                maybe += [{"card": card, "also": list(also)} for card in cards]
            else:
                known += cards
    return {
        "size": size_of(s, HAND + seat, OPEN + seat),
        "known": sorted(known, key=_ORDER.__getitem__),
        "maybe": sorted(maybe, key=lambda entry: _ORDER[entry["card"]]),
        "open": opened,
    }


def _count_unseen(rows: list[Row]) -> dict[str, int]:
    """How many cards of each kind could lie in more than one place."""
    number: dict[str, int] = {}
    for mask, cards in rows:
        if len(_place_names(mask, _COARSE)) > 1:
            for card in cards:
                number[card] = number.get(card, 0) + 1
    return {name: number[name] for name in NAMES if name in number}


def _list_knowledge(rows: list[Row]) -> list[dict[str, list[str]]]:
    return [
        {"at": list(_place_names(mask, PLACE_NAMES)), "cards": list(cards)} for mask, cards in rows
    ]


@functools.lru_cache(maxsize=4096)
def _place_names(mask: int, names: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(names[place] for place in range(len(names)) if mask >> place & 1))


def _list_seats(seats: int) -> list[int]:
    return [seat for seat in range(4) if seats >> seat & 1]


# The cheapest payment, suggested to the payer: the smallest overpayment, then the fewest cards.


def find_cheapest_payment(s: Any, seat: int) -> list[str] | None:
    """Return the payment as actions that stop once the price is reached, or None if the seat cannot pay."""
    owed = int(s["owed"])
    lot = int(s["pile"][int(s["lots"]) - 1])
    kinds = _list_hand_kinds(s, seat)
    paid = (
        _find_least_useful(s, kinds, owed) if lot in GOLD_KINDS else _find_least_gold(kinds, owed)
    )
    return None if paid is None else [f"pay {NAMES[kind]}" for kind in paid]


def _list_hand_kinds(s: Any, seat: int) -> list[int]:
    kinds = []
    for kind in range(CHURCH):
        word = int(WORD[kind])
        held = (
            int(s["location"][HAND + seat, word]) | int(s["location"][OPEN + seat, word])
        ) & int(RUN[kind])
        kinds += [kind] * held.bit_count()
    return kinds


def _find_least_gold(kinds: list[int], owed: int) -> list[int] | None:
    ones, twos, threes = (kinds.count(kind) for kind in GOLD_KINDS)
    best: tuple[int, int, tuple[int, int, int]] | None = None
    for pick in product(range(ones + 1), range(twos + 1), range(threes + 1)):
        total = pick[0] + 2 * pick[1] + 3 * pick[2]
        if total >= owed and (best is None or (total, sum(pick), pick) < best):
            best = (total, sum(pick), pick)
    if best is None:
        return None
    return [kind for kind, n in zip(GOLD_KINDS, best[2], strict=True) for _ in range(n)]


def _find_least_useful(s: Any, kinds: list[int], owed: int) -> list[int] | None:
    """For a gold lot: low cards of cheap categories before gold."""
    if len(kinds) < owed:
        return None

    def rate_use(kind: int) -> tuple[int, int]:
        if kind < CATEGORY_KINDS:
            return int(VALUE[kind]) * int(s["dice"][kind // 9]), kind
        return 12 + int(VALUE[kind]), kind

    return sorted(sorted(kinds, key=rate_use)[:owed])
