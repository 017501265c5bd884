"""Validate a set of components. Numbers that the rules state must match."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from typing import Any, ClassVar

from armarium.core.errors import ArmariumError
from armarium.games.bibliogamo import cards
from armarium.games.bibliogamo.cards import CARDS, COLLECTIONS, TOWERS, TYPES

__all__ = [
    "MAX_DEPTH",
    "REASONS",
    "BadComponents",
    "check_components",
    "format_value",
    "is_too_deep",
]

# The catalogue has the same texts in every language, as `bibliogamo_reason_` and the code.
REASONS = {
    "entry-missing": "it is missing",
    "not-a-set": "expected a file, not {found}",
    "file-not-found": "the file does not exist",
    "file-is-folder": "it is a folder",
    "file-forbidden": "there is no permission to read it",
    "file-unreadable": "it cannot be read",
    "not-utf8": "it is not UTF-8 text",
    "not-toml": "it is not TOML",
    "not-toml-at": "it is not TOML: see line {line}, column {column}",
    "too-deep": "its keys and brackets are nested deeper than {most} levels",
    "not-a-table": "expected a table",
    "not-a-list": "expected a list",
    "not-tables": "expected a list of tables",
    "wrong-count": "the rules say {number}, but the file says {found}",
    "no-count": "the rules say {number}, but the file has no number",
    "wrong-levels": "the rules say 1, 2 and 3 artisans at 15, 30 and 45",
    "unknown-tower": "there is no tower {found}; the towers are {allowed}",
    "wrong-ring": "the Grand Library must come first, then each tower once",
    "wrong-id": "ids must run from {low} to {high}",
    "not-once": "it must appear once, not {times} times",
    "not-three-types": "a book needs three of the four crafts",
    "too-many-artisans": "it needs more artisans than there are",
    "wrong-books": "it lists {books} books; the limit is 1 to {most}",
    "wrong-icons": "it grants {icons} artisans; the limit is 1 to {most}",
    "unknown-artisan": "there is no artisan {found}; the artisans are {allowed}",
    "not-four-prices": "expected four values",
    "wrong-number": "expected a whole number from {low} to {high}, not {found}",
    "wrong-name": "expected a name of 1 to {most} letters",
}
_MAX_QUOTE = 60  # characters of a value quoted in a message


class BadComponents(ArmariumError):
    """A set of components is invalid. The facts are the entry, the code of the reason, and its details."""

    code = "bad-components"
    sentence = "The components cannot be used. {entry}: {reason}."
    reasons: ClassVar[Mapping[str, str]] = REASONS

    def __init__(self, entry: str, reason: str, **facts: Any) -> None:
        """`entry` is the name of an entry, the path of an unreadable file, or `file` for a whole text."""
        super().__init__(entry=entry, reason=reason, game="bibliogamo", **facts)


def format_value(found: Any) -> str:
    """Format a value of a file, shortened for a message."""
    try:
        text = json.dumps(found, ensure_ascii=False, default=str)
    except RecursionError:
        return "…"
    return text if len(text) <= _MAX_QUOTE else f"{text[: _MAX_QUOTE - 1]}…"


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
    "max_hires_per_turn": cards.MAX_HIRES,
}
_MAX_BOOKS = 13  # 16 red cubes less 3 track markers
_MAX_NUMBER = 99  # of any number on a card
_MAX_NAME = 60
LIBRARY_NAME = "grand_library"


def check_components(data: dict[str, Any]) -> dict[str, Any]:
    for name in ("counts", "ring", "tower", "prestige", "artisan"):
        _require(name in data, name, "entry-missing")
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


def _require(is_valid: bool, entry: str, reason: str, **facts: Any) -> None:
    if not is_valid:
        raise BadComponents(entry, reason, **facts)


def _check_counts(data: dict[str, Any]) -> None:
    counts = data["counts"]
    _require(isinstance(counts, dict), "counts", "not-a-table")
    for name, number in _COUNTS.items():
        entry = f"counts {name}"
        _require(name in counts, entry, "no-count", number=number)
        found = counts[name]
        is_right = found == number and type(found) is int
        _require(is_right, entry, "wrong-count", number=number, found=format_value(found))
    levels = data.get("florin_levels")
    expected = [{"florins": florins, "extra_artisans": extra} for florins, extra in cards.LEVELS]
    _require(levels == expected, "florin_levels", "wrong-levels")


def _check_ring(ring: Any) -> None:
    spaces = ring.get("spaces") if isinstance(ring, dict) else None
    _require(isinstance(spaces, list), "ring spaces", "not-a-list")
    assert isinstance(spaces, list)
    for place in spaces:
        _check_known_tower(place == LIBRARY_NAME or place in TOWERS, "ring spaces", place)
    is_valid = spaces[:1] == [LIBRARY_NAME] and sorted(spaces[1:]) == sorted(TOWERS)
    _require(is_valid, "ring spaces", "wrong-ring")


def _check_known_tower(is_known: bool, entry: str, found: Any) -> None:
    _require(is_known, entry, "unknown-tower", found=format_value(found), allowed=list(TOWERS))


def _check_ids(entries: Any, kind: str, ids: Iterable[Any]) -> None:
    wanted = list(ids)
    is_list = isinstance(entries, list) and all(isinstance(entry, dict) for entry in entries)
    _require(is_list, kind, "not-tables")
    for entry in entries:
        found = entry.get("id")
        known = found in wanted and type(found) is type(wanted[0])  # True and 1.0 are not ids
        if kind == "tower":
            _check_known_tower(known, f"{kind} {_format_id(found)}", found)
        _require(known, f"{kind} {_format_id(found)}", "wrong-id", low=wanted[0], high=wanted[-1])
    for number in wanted:
        times = sum(entry["id"] == number for entry in entries)
        _require(times == 1, f"{kind} {number}", "not-once", times=times)


def _format_id(found: Any) -> str:
    """Format an unknown id as part of an entry's name."""
    return repr(found)[:_MAX_NAME]


def _check_tower(tower: dict[str, Any]) -> None:
    entry = f"tower {tower['id']}"
    _check_name(tower, entry)
    _check_amounts(tower.get("need"), entry, TYPES, "unknown-artisan")
    needed = [n for n in tower["need"].values() if n]
    _require(len(needed) == 3, entry, "not-three-types")
    _require(sum(needed) <= cards.START_ARTISANS, entry, "too-many-artisans")


def _check_collection(collection: dict[str, Any]) -> None:
    entry = f"prestige {collection['id']}"
    _check_name(collection, entry)
    _check_amounts(collection.get("need"), entry, TOWERS, "unknown-tower")
    books = sum(collection["need"].values())
    _require(1 <= books <= _MAX_BOOKS, entry, "wrong-books", books=books, most=_MAX_BOOKS)
    _check_number(collection.get("vp"), f"{entry}, vp", 0, _MAX_NUMBER)


def _check_card(card: dict[str, Any]) -> None:
    entry = f"artisan {card['id']}"
    _check_number(card.get("librarian"), f"{entry}, librarian", -1, 1)
    blocks = card.get("blocks")
    _require(blocks is not None, f"{entry}, blocks", "entry-missing")
    facts = {"found": format_value(blocks), "allowed": list(TYPES)}
    _require(blocks in TYPES, f"{entry}, blocks", "unknown-artisan", **facts)
    _check_amounts(card.get("grants"), entry, TYPES, "unknown-artisan")
    icons, most = sum(card["grants"].values()), cards.BLACK_CUBES
    _require(1 <= icons <= most, entry, "wrong-icons", icons=icons, most=most)
    _check_number(card.get("pointer"), f"{entry}, pointer", 1, 4)
    florins = card.get("florins")
    is_four = isinstance(florins, list) and len(florins) == 4
    _require(is_four, f"{entry}, florins", "not-four-prices")
    for value in card["florins"]:
        _check_number(value, f"{entry}, florins", 0, _MAX_NUMBER)


def _check_amounts(amounts: Any, entry: str, names: tuple[str, ...], unknown: str) -> None:
    _require(isinstance(amounts, dict), entry, "not-a-table")
    for name, amount in amounts.items():
        _require(name in names, entry, unknown, found=format_value(name), allowed=list(names))
        _check_number(amount, f"{entry}, {name}", 0, _MAX_NUMBER)


def _check_number(number: Any, entry: str, low: int, high: int) -> None:
    _require(number is not None, entry, "entry-missing")
    is_valid = isinstance(number, int) and not isinstance(number, bool) and low <= number <= high
    _require(is_valid, entry, "wrong-number", low=low, high=high, found=format_value(number))


def _check_name(table: dict[str, Any], entry: str) -> None:
    name = table.get("name")
    is_valid = isinstance(name, str) and 1 <= len(name) <= _MAX_NAME and name.isprintable()
    _require(is_valid, f"{entry}, name", "wrong-name", most=_MAX_NAME)


# The nesting depth of a TOML text is checked before parsing: a key of 20,000 parts costs the parser gigabytes.
MAX_DEPTH = 8  # a valid set needs three

# Strings and comments, matched from left to right like the parser does. A string may be part of a key. The parser stops
# at an unterminated string.
_STRINGS_AND_COMMENTS = re.compile(
    r'"""(?:\\.|[^\\])*?(?:"""|\Z)'
    r"|\'\'\'.*?(?:\'\'\'|\Z)"
    r'|"(?:\\.|[^"\\\n])*"?'
    r"|'[^'\n]*'?"
    r"|#[^\n]*",
    re.DOTALL,
)
_PART, _DOT = r"[\w-]++", r"[ \t]*+\.[ \t]*+"
_LONG_KEY = re.compile(rf"(?<![\w-]){_PART}(?:{_DOT}{_PART}){{{MAX_DEPTH}}}")


def is_too_deep(text: str) -> bool:
    """Return True if keys or brackets are nested deeper than MAX_DEPTH."""
    structure = _STRINGS_AND_COMMENTS.sub(
        lambda found: "" if found[0].startswith("#") else "s", text
    )
    if _LONG_KEY.search(structure):
        return True
    depth = 0
    for bracket in re.findall(r"[\[\]{}]", structure):
        depth = depth + 1 if bracket in "[{" else max(0, depth - 1)
        if depth > MAX_DEPTH:
            return True
    return False
