"""The header of a record: what it takes to deal the same game again."""

from __future__ import annotations

import json
from dataclasses import asdict
from typing import Any

from armarium.games.bibliogamo.components import STANDARD, Components
from armarium.games.bibliogamo.options import OPTIONS, Options
from armarium.games.table import option
from armarium.games.table.record import Record
from armarium.games.table.seeding import read_seeds

__all__ = ["arguments_of", "facts_of_table"]


def facts_of_table(options: Options, components: Components) -> dict[str, str]:
    """An owner's components travel with the record, so that it can be replayed anywhere."""
    asked = components.asked()
    text = asked if isinstance(asked, str) else json.dumps(asked, separators=(",", ":"))
    return {"options": option.options_text(OPTIONS, asdict(options)), "components": text}


def arguments_of(record: Record) -> dict[str, Any]:
    """The arguments of Game.new that a header stands for; says which line cannot be read."""
    arguments: dict[str, Any] = {
        **record.read("options", _options),
        **read_seeds(record),
        "components": record.read("components", _components),
    }
    if "deal-draw" in record.facts:
        arguments["deal"] = {
            "draw": record.read("deal-draw", lambda fact: [int(card) for card in fact.split()]),
            "prestige": record.read("deal-prestige", int),
        }
    return arguments


def _options(text: str) -> dict[str, Any]:
    return option.options_from_text(OPTIONS, text)


def _components(text: str) -> Any:
    try:
        data = text if text == STANDARD else json.loads(text)
    except RecursionError:
        raise ValueError(text) from None
    if data != STANDARD and not isinstance(data, dict):
        raise ValueError(text)
    return data
