"""The header of a record: what it takes to deal the same game again."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from armarium.games.biblios.editions import OPTIONS, Options
from armarium.games.table import option
from armarium.games.table.record import Record
from armarium.games.table.seeding import read_seeds

__all__ = ["arguments_of", "options_text"]


def options_text(options: Options) -> str:
    return option.options_text(OPTIONS, asdict(options))


def arguments_of(record: Record) -> dict[str, Any]:
    """The arguments of Game.new that a header stands for; says which line cannot be read."""
    arguments: dict[str, Any] = {
        **record.read("options", _options),
        **read_seeds(record),
        "edition": record.fact("edition"),
        "seats": record.read("seats", int),
    }
    if "deal-draw" in record.facts:
        arguments["deal"] = {
            "draw": record.fact("deal-draw").split(),
            "box": record.fact("deal-box").split(),
            "first": record.read("deal-first", lambda fact: None if fact == "-" else int(fact)),
            "auction": [card for card in record.fact("deal-auction").split() if card != "-"],
        }
    return arguments


def _options(text: str) -> dict[str, Any]:
    return option.options_from_text(OPTIONS, text)
