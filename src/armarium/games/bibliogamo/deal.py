"""Undealt states, chosen deals, and the arguments of `Game.new` from the header of a record."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np

from armarium.core import option
from armarium.core.errors import BadOption
from armarium.core.record import Record
from armarium.core.seeding import read_seeds
from armarium.games.bibliogamo.cards import CARDS
from armarium.games.bibliogamo.components import STANDARD, Components, components_of
from armarium.games.bibliogamo.options import OPTIONS
from armarium.games.bibliogamo.state import new_states, set_table

__all__ = ["BibliogamoDeal", "facts_of_table", "new_undealt_states", "read_arguments"]


@dataclass(frozen=True)
class BibliogamoDeal:
    """A deal chosen card by card, for examples, puzzles and tests."""

    draw: list[int]  # top first; the first five are the hand
    prestige: int

    @classmethod
    def parse(cls, deal: dict[str, Any], components: Components) -> BibliogamoDeal:
        if not isinstance(deal, dict) or set(deal) != {"draw", "prestige"}:
            raise BadOption(option="deal", asked=deal, allowed=["draw", "prestige"])
        draw, prestige = deal["draw"], deal["prestige"]
        is_whole = isinstance(draw, list | tuple) and all(type(card) is int for card in draw)
        if not is_whole or sorted(draw) != list(range(1, CARDS + 1)):
            raise BadOption(option="deal-draw", asked=draw, form="each-once", low=1, high=CARDS)
        ids = [collection["id"] for collection in components.collections]
        if type(prestige) is not int or prestige not in ids:
            raise BadOption(option="deal-prestige", asked=prestige, allowed=ids)
        return cls(list(draw), prestige)

    def write_to(self, s: Any) -> None:
        s["draw"] = [card - 1 for card in self.draw]
        s["prestige"] = self.prestige - 1

    def facts(self) -> dict[str, str]:
        return {"deal-draw": " ".join(map(str, self.draw)), "deal-prestige": str(self.prestige)}


def new_undealt_states(options: Mapping[str, Any], components: Components) -> np.ndarray:
    """Return a new state with options and components.

    Writing the components takes longer than a deal, so the standard set is cached.
    """
    if components.name == STANDARD:
        return _new_standard_states(tuple(options.items())).copy()
    return _new_states_with(options, components)


@lru_cache(maxsize=64)
def _new_standard_states(options: tuple[tuple[str, Any], ...]) -> np.ndarray:
    return _new_states_with(dict(options), components_of(STANDARD))


def _new_states_with(options: Mapping[str, Any], components: Components) -> np.ndarray:
    states = new_states(1)
    set_table(states[0], options, components)
    return states


def facts_of_table(options: Mapping[str, Any], components: Components) -> dict[str, str]:
    """Return the record fields for options and components. Own components are included in the record."""
    asked = components.get_option_value()
    text = asked if isinstance(asked, str) else json.dumps(asked, separators=(",", ":"))
    return {"options": option.format_options(OPTIONS, options), "components": text}


def read_arguments(record: Record) -> dict[str, Any]:
    """Return the arguments of `Game.new` for a record. An error names the line that cannot be read."""
    arguments: dict[str, Any] = {
        **record.read("options", _parse_options),
        **read_seeds(record),
        "components": record.read("components", _parse_components),
    }
    if "deal-draw" in record.facts:
        arguments["deal"] = {
            "draw": record.read("deal-draw", lambda fact: [int(card) for card in fact.split()]),
            "prestige": record.read("deal-prestige", int),
        }
    return arguments


def _parse_options(text: str) -> dict[str, Any]:
    return option.parse_options(OPTIONS, text)


def _parse_components(text: str) -> Any:
    try:
        data = text if text == STANDARD else json.loads(text)
    except RecursionError:
        raise ValueError(text) from None
    if data != STANDARD and not isinstance(data, dict):
        raise ValueError(text)
    return data
