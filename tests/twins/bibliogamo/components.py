"""The oracle's own parser of the component file of Bibliogamo, and invented sets of components.

The printed cards are not published, so the rules must hold for any set of the same form. Some rules never come up with
the standard cards (no card there offers two artisans of one type and one of another; no price crosses two levels at
once), so lockstep games are also played with the invented sets.
"""

import tomllib
from copy import deepcopy
from dataclasses import dataclass
from functools import cache
from pathlib import Path

TYPES = ("researcher", "scribe", "illustrator", "binder")
TOWERS = ("history", "poetry", "philosophy", "astronomy", "devotion", "cartography")
FILE = Path(__file__).parents[3] / "src/armarium/games/bibliogamo/components.toml"


@dataclass
class Card:
    number: int
    step: int  # how far the Librarian walks on after his three spaces
    small: str  # the type that this card blocks when it is turned, and lifts when it is discarded
    large: dict  # the artisans that it offers: {type: number}
    pointer: int  # the row, from 1, that it names on the card laid to its right
    values: list  # its florins, one a row

    def icons(self):
        return sum(self.large.values())


@dataclass
class OracleComponents:
    counts: dict
    levels: list  # [(florins, artisans gained there)], rising
    towers: tuple  # always in the same order, in actions too
    ring: list  # the same by their places; the first stands on space 1
    need: dict  # {tower: {type: number}}, types in order
    cards: dict  # {number: Card}
    collections: list  # the prestige cards by their ids: {"id", "name", "vp", "need"}


def read_components(text_or_dict):
    """Return components from the text of a file or from parsed data."""
    data = tomllib.loads(text_or_dict) if isinstance(text_or_dict, str) else text_or_dict
    towers, ring = TOWERS, data["ring"]["spaces"][1:]  # space 0 is the Grand Library
    need = {tower["id"]: tower["need"] for tower in data["tower"]}
    assert ring == [t["id"] for t in sorted(data["tower"], key=lambda t: t["ring_index"])]
    return OracleComponents(
        counts=data["counts"],
        levels=[(level["florins"], level["extra_artisans"]) for level in data["florin_levels"]],
        towers=towers,
        ring=ring,
        need={t: {kind: need[t][kind] for kind in TYPES if kind in need[t]} for t in towers},
        cards={card["id"]: make_card(card) for card in data["artisan"]},
        collections=[
            {
                "id": card["id"],
                "name": card["name"],
                "vp": card["vp"],
                "need": {tower: card["need"][tower] for tower in towers if tower in card["need"]},
            }
            for card in sorted(data["prestige"], key=lambda card: card["id"])
        ],
    )


def make_card(entry):
    return Card(
        entry["id"],
        entry["librarian"],
        entry["blocks"],
        {kind: entry["grants"][kind] for kind in TYPES if kind in entry["grants"]},
        entry["pointer"],
        entry["florins"],
    )


@cache
def load_standard_data():
    return tomllib.loads(FILE.read_text(encoding="utf-8"))


def make_lavish_data():
    """Return small books, easy collections and high prices: sales cross two levels, and collections are fulfilled."""
    data = deepcopy(load_standard_data())
    for tower in data["tower"]:
        tower["need"] = {kind: min(2, n) for kind, n in tower["need"].items()}
    for place, collection in enumerate(data["prestige"]):
        few = sorted(collection["need"])[: 1 + place % 4]
        collection["need"] = dict.fromkeys(few, 1 + place % 3)
    for card in data["artisan"]:
        card["florins"] = [5 * value - 4 for value in card["florins"]]
    return data


def make_crowded_data():
    """Return big cards and good prices: the supply runs short for two types at once, and levels can be lost."""
    data = deepcopy(load_standard_data())
    for card in data["artisan"]:
        first = next(kind for kind in TYPES if kind in card["grants"])
        if len(card["grants"]) > 1:
            card["grants"] = {**card["grants"], first: 2 + card["id"] % 2}
        elif card["id"] % 3 == 0:
            card["grants"] = {**card["grants"], TYPES[(TYPES.index(first) + 1) % 4]: 2}
        card["florins"] = [0 if value == 1 else 2 * value for value in card["florins"]]
    return data


def make_reordered_data():
    """Return the standard set with towers, ring, cards and collections in another order."""
    data = deepcopy(load_standard_data())
    for entries in ("artisan", "prestige", "tower"):
        data[entries].reverse()
    spaces = data["ring"]["spaces"]
    spaces[1:] = spaces[:3:-1] + spaces[1:4]
    for tower in data["tower"]:
        tower["ring_index"] = spaces.index(tower["id"])
    return data


SETS = {
    "standard": load_standard_data,
    "lavish": make_lavish_data,
    "crowded": make_crowded_data,
    "reordered": make_reordered_data,
}


@cache
def components(name):
    return read_components(SETS[name]())
