"""The components as data: towers, cards and collections from a TOML file, checked entry by entry.

The file beside this one is a reconstruction, and says so for each entry; an owner of the printed game may load
another of the same form. What the rules text states (the counts) must be as the rules say.
"""

from __future__ import annotations

import functools
import tomllib
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from armarium.games.bibliogamo import cards
from armarium.games.bibliogamo.cards import CARDS, COLLECTIONS, TOWERS, TYPES
from armarium.games.table.errors import ArmariumError

__all__ = ["STANDARD", "BadComponents", "Components", "components_of"]

STANDARD = "standard"
_FILE = Path(__file__).with_name("components.toml")

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
LIBRARY_NAME = "grand_library"


class BadComponents(ArmariumError):
    code = "bad-components"
    sentence = "The components cannot be used, {entry}: {reason}."


@dataclass(frozen=True)
class Components:
    """A checked set. `data` is the file as plain dicts and lists, for views and records."""

    name: str
    data: dict[str, Any]

    def tables(self) -> dict[str, Any]:
        """The fields of the state that hold them."""
        data = self.data
        towers = {tower["id"]: tower for tower in data["tower"]}
        spaces = data["ring"]["spaces"]
        artisans = sorted(data["artisan"], key=lambda card: card["id"])
        return {
            "tower_at": [TOWERS.index(place) if place in TOWERS else -1 for place in spaces],
            "need": [[towers[tower]["need"].get(t, 0) for t in TYPES] for tower in TOWERS],
            "grants": [[card["grants"].get(t, 0) for t in TYPES] for card in artisans],
            "walks": [card["librarian"] for card in artisans],
            "blocks": [TYPES.index(card["blocks"]) for card in artisans],
            "row": [card["pointer"] - 1 for card in artisans],
            "pays": [card["florins"] for card in artisans],
            "collection": [
                [one["need"].get(tower, 0) for tower in TOWERS] for one in self.collections
            ],
            "collection_points": [one["vp"] for one in self.collections],
        }

    @property
    def collections(self) -> list[dict[str, Any]]:
        return sorted(self.data["prestige"], key=lambda one: int(one["id"]))

    def asked(self) -> str | dict[str, Any]:
        """What `components=` must be to get this set again, in another process too."""
        return STANDARD if self.name == STANDARD else self.data


def components_of(asked: str | Path | dict[str, Any]) -> Components:
    """The standard set, a file's, or one given as data (as a view or a record holds it)."""
    if isinstance(asked, dict):
        return Components("own", _checked(asked))
    if asked == STANDARD:
        return _standard()
    if not isinstance(asked, str | Path):
        raise BadComponents(entry="components", reason=f"a file was expected, not {asked!r}")
    try:
        text = Path(asked).read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        reason = getattr(error, "strerror", None) or "it is not UTF-8 text"
        raise BadComponents(entry=f"file {asked}", reason=reason) from error
    return from_text(text)


def from_text(text: str) -> Components:
    """A set from the text of a TOML file."""
    try:
        data = tomllib.loads(text)
    except (ValueError, RecursionError) as error:  # bad TOML, absurd numbers, endless nesting
        raise BadComponents(entry="the file", reason=f"it is not TOML ({error})") from error
    return Components("own", _checked(data))


@functools.cache
def _standard() -> Components:
    return Components(STANDARD, _checked(tomllib.loads(_FILE.read_text(encoding="utf-8"))))


# ---------------------------------------------------------------- the checks


def _checked(data: dict[str, Any]) -> dict[str, Any]:
    for name in ("counts", "ring", "tower", "prestige", "artisan"):
        _demand(name in data, name, "it is missing")
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


def _demand(is_good: bool, entry: str, reason: str) -> None:
    if not is_good:
        raise BadComponents(entry=entry, reason=reason)


def _check_counts(data: dict[str, Any]) -> None:
    counts = data["counts"]
    _demand(isinstance(counts, dict), "counts", "a table was expected")
    for name, number in _COUNTS.items():
        found = counts.get(name, "missing")
        is_right = found == number and type(found) is int
        _demand(is_right, f"counts {name}", f"the rules say {number}, the file {found!r}")
    levels = data.get("florin_levels")
    expected = [{"florins": florins, "extra_artisans": extra} for florins, extra in cards.LEVELS]
    _demand(
        levels == expected, "florin_levels", "the rules say 1, 2 and 3 artisans at 15, 30 and 45"
    )


def _check_ring(ring: Any) -> None:
    spaces = ring.get("spaces") if isinstance(ring, dict) else None
    _demand(isinstance(spaces, list), "ring spaces", "a list was expected")
    assert isinstance(spaces, list)
    for place in spaces:
        _demand(place == LIBRARY_NAME or place in TOWERS, "ring spaces", _unknown_tower(place))
    good = spaces[:1] == [LIBRARY_NAME] and sorted(spaces[1:]) == sorted(TOWERS)
    _demand(good, "ring spaces", "the Grand Library comes first, then each tower once")


def _check_ids(entries: Any, kind: str, ids: Iterable[Any]) -> None:
    wanted = list(ids)
    is_list = isinstance(entries, list) and all(isinstance(entry, dict) for entry in entries)
    _demand(is_list, kind, "a list of tables was expected")
    for entry in entries:
        found = entry.get("id")
        known = found in wanted and type(found) is type(wanted[0])  # True and 1.0 are no ids
        reason = (
            _unknown_tower(found)
            if kind == "tower"
            else f"ids run from {wanted[0]} to {wanted[-1]}"
        )
        _demand(known, f"{kind} {found!r}", reason)
    for number in wanted:
        times = sum(entry["id"] == number for entry in entries)
        _demand(times == 1, f"{kind} {number}", f"it must be there once, not {times} times")


def _unknown_tower(found: Any) -> str:
    return f"there is no tower {found!r}; the towers are {', '.join(TOWERS)}"


def _check_tower(tower: dict[str, Any]) -> None:
    entry = f"tower {tower['id']}"
    _check_name(tower, entry)
    _check_amounts(tower.get("need"), entry, TYPES, "artisan")
    needed = [n for n in tower["need"].values() if n]
    _demand(len(needed) == 3, entry, "a book needs three of the four types of artisans")
    _demand(sum(needed) <= cards.START_ARTISANS, entry, "it needs more artisans than there are")


def _check_collection(collection: dict[str, Any]) -> None:
    entry = f"prestige {collection['id']}"
    _check_name(collection, entry)
    _check_amounts(collection.get("need"), entry, TOWERS, "tower")
    books = sum(collection["need"].values())
    reason = f"it lists {books} books; 1 to {_MOST_BOOKS} can be marked"
    _demand(1 <= books <= _MOST_BOOKS, entry, reason)
    _check_number(collection.get("vp"), f"{entry}, vp", 0, _MOST)


def _check_card(card: dict[str, Any]) -> None:
    entry = f"artisan {card['id']}"
    _check_number(card.get("librarian"), f"{entry}, librarian", -1, 1)
    _demand(card.get("blocks") in TYPES, f"{entry}, blocks", f"one of {', '.join(TYPES)}")
    _check_amounts(card.get("grants"), entry, TYPES, "artisan")
    icons = sum(card["grants"].values())
    _demand(1 <= icons <= cards.BLACK_CUBES, entry, f"it grants {icons} artisans; 1 to 26 exist")
    _check_number(card.get("pointer"), f"{entry}, pointer", 1, 4)
    florins = card.get("florins")
    _demand(
        isinstance(florins, list) and len(florins) == 4,
        f"{entry}, florins",
        "four values were expected",
    )
    for value in card["florins"]:
        _check_number(value, f"{entry}, florins", 0, _MOST)


def _check_amounts(amounts: Any, entry: str, names: tuple[str, ...], kind: str) -> None:
    _demand(isinstance(amounts, dict), entry, f"a table of {kind}s was expected")
    for name, amount in amounts.items():
        reason = f"there is no {kind} {name!r}; there are {', '.join(names)}"
        _demand(name in names, entry, reason)
        _check_number(amount, f"{entry}, {name}", 0, _MOST)


def _check_number(number: Any, entry: str, low: int, high: int) -> None:
    good = isinstance(number, int) and not isinstance(number, bool) and low <= number <= high
    _demand(good, entry, f"a whole number from {low} to {high} was expected, not {number!r}")


def _check_name(table: dict[str, Any], entry: str) -> None:
    name = table.get("name")
    good = isinstance(name, str) and 1 <= len(name) <= 60 and name.isprintable()
    _demand(good, f"{entry}, name", "a name of 1 to 60 letters was expected")
