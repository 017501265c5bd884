"""What a set of components must hold to be played. What the rules text states (the counts) must be as it says."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from armarium.games.bibliogamo import cards
from armarium.games.bibliogamo.bad_components import BadComponents, shown
from armarium.games.bibliogamo.cards import CARDS, COLLECTIONS, TOWERS, TYPES

__all__ = ["checked"]

_COUNTS = {
    "artisan_cards": CARDS,
    "prestige_cards": COLLECTIONS,
    "black_cubes": cards.BLACK_CUBES,
    "start_artisans": cards.START_ARTISANS,
    "reserve_artisans": cards.BLACK_CUBES - cards.START_ARTISANS,
    "red_cubes": 16,
    "hand_size": cards.HAND_SIZE,
    "start_florins": cards.START_FLORINS,
    "last_day": cards.LAST_DAY,
    "base_move": cards.WALK,
    "vp_per_book": 1,
    "florins_per_vp": cards.FLORINS_A_POINT,
    "max_hires_per_turn": cards.MOST_HIRES,
}
_MOST_BOOKS = 13  # 16 red cubes less 3 track markers
_MOST = 99  # of anything that a card prints
_LONGEST_NAME = 60
LIBRARY_NAME = "grand_library"


def checked(data: dict[str, Any]) -> dict[str, Any]:
    for name in ("counts", "ring", "tower", "prestige", "artisan"):
        _demand(name in data, name, "entry-missing")
    _check_counts(data)
    _check_ring(data["ring"])
    _check_ids(data["tower"], "tower", TOWERS)
    for tower in data["tower"]:
        _check_tower(tower)
    _check_ids(data["prestige"], "prestige", range(1, COLLECTIONS + 1))
    for collection in data["prestige"]:
        _check_collection(collection)
    _check_ids(data["artisan"], "artisan", range(1, CARDS + 1))
    for card in data["artisan"]:
        _check_card(card)
    return data


def _demand(is_good: bool, entry: str, reason: str, **facts: Any) -> None:
    if not is_good:
        raise BadComponents(entry, reason, **facts)


def _check_counts(data: dict[str, Any]) -> None:
    counts = data["counts"]
    _demand(isinstance(counts, dict), "counts", "not-a-table")
    for name, number in _COUNTS.items():
        entry = f"counts {name}"
        _demand(name in counts, entry, "no-count", number=number)
        found = counts[name]
        is_right = found == number and type(found) is int
        _demand(is_right, entry, "wrong-count", number=number, found=shown(found))
    levels = data.get("florin_levels")
    expected = [{"florins": florins, "extra_artisans": extra} for florins, extra in cards.LEVELS]
    _demand(levels == expected, "florin_levels", "wrong-levels")


def _check_ring(ring: Any) -> None:
    spaces = ring.get("spaces") if isinstance(ring, dict) else None
    _demand(isinstance(spaces, list), "ring spaces", "not-a-list")
    assert isinstance(spaces, list)
    for place in spaces:
        _check_known_tower(place == LIBRARY_NAME or place in TOWERS, "ring spaces", place)
    good = spaces[:1] == [LIBRARY_NAME] and sorted(spaces[1:]) == sorted(TOWERS)
    _demand(good, "ring spaces", "wrong-ring")


def _check_known_tower(is_known: bool, entry: str, found: Any) -> None:
    _demand(is_known, entry, "unknown-tower", found=shown(found), allowed=list(TOWERS))


def _check_ids(entries: Any, kind: str, ids: Iterable[Any]) -> None:
    wanted = list(ids)
    is_list = isinstance(entries, list) and all(isinstance(entry, dict) for entry in entries)
    _demand(is_list, kind, "not-tables")
    for entry in entries:
        found = entry.get("id")
        known = found in wanted and type(found) is type(wanted[0])  # True and 1.0 are no ids
        if kind == "tower":
            _check_known_tower(known, f"{kind} {_address(found)}", found)
        _demand(known, f"{kind} {_address(found)}", "wrong-id", low=wanted[0], high=wanted[-1])
    for number in wanted:
        times = sum(entry["id"] == number for entry in entries)
        _demand(times == 1, f"{kind} {number}", "not-once", times=times)


def _address(found: Any) -> str:
    """An id that stands for nothing, as part of an entry's name."""
    return repr(found)[:_LONGEST_NAME]


def _check_tower(tower: dict[str, Any]) -> None:
    entry = f"tower {tower['id']}"
    _check_name(tower, entry)
    _check_amounts(tower.get("need"), entry, TYPES, "unknown-artisan")
    needed = [n for n in tower["need"].values() if n]
    _demand(len(needed) == 3, entry, "not-three-types")
    _demand(sum(needed) <= cards.START_ARTISANS, entry, "too-many-artisans")


def _check_collection(collection: dict[str, Any]) -> None:
    entry = f"prestige {collection['id']}"
    _check_name(collection, entry)
    _check_amounts(collection.get("need"), entry, TOWERS, "unknown-tower")
    books = sum(collection["need"].values())
    _demand(1 <= books <= _MOST_BOOKS, entry, "wrong-books", books=books, most=_MOST_BOOKS)
    _check_number(collection.get("vp"), f"{entry}, vp", 0, _MOST)


def _check_card(card: dict[str, Any]) -> None:
    entry = f"artisan {card['id']}"
    _check_number(card.get("librarian"), f"{entry}, librarian", -1, 1)
    blocks = card.get("blocks")
    _demand(blocks is not None, f"{entry}, blocks", "entry-missing")
    facts = {"found": shown(blocks), "allowed": list(TYPES)}
    _demand(blocks in TYPES, f"{entry}, blocks", "unknown-artisan", **facts)
    _check_amounts(card.get("grants"), entry, TYPES, "unknown-artisan")
    icons, most = sum(card["grants"].values()), cards.BLACK_CUBES
    _demand(1 <= icons <= most, entry, "wrong-icons", icons=icons, most=most)
    _check_number(card.get("pointer"), f"{entry}, pointer", 1, 4)
    florins = card.get("florins")
    is_four = isinstance(florins, list) and len(florins) == 4
    _demand(is_four, f"{entry}, florins", "not-four-prices")
    for value in card["florins"]:
        _check_number(value, f"{entry}, florins", 0, _MOST)


def _check_amounts(amounts: Any, entry: str, names: tuple[str, ...], unknown: str) -> None:
    _demand(isinstance(amounts, dict), entry, "not-a-table")
    for name, amount in amounts.items():
        _demand(name in names, entry, unknown, found=shown(name), allowed=list(names))
        _check_number(amount, f"{entry}, {name}", 0, _MOST)


def _check_number(number: Any, entry: str, low: int, high: int) -> None:
    _demand(number is not None, entry, "entry-missing")
    good = isinstance(number, int) and not isinstance(number, bool) and low <= number <= high
    _demand(good, entry, "wrong-number", low=low, high=high, found=shown(number))


def _check_name(table: dict[str, Any], entry: str) -> None:
    name = table.get("name")
    good = isinstance(name, str) and 1 <= len(name) <= _LONGEST_NAME and name.isprintable()
    _demand(good, f"{entry}, name", "wrong-name", most=_LONGEST_NAME)
