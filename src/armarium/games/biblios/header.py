"""The header of a record: what it takes to deal the same game again."""

from __future__ import annotations

from dataclasses import asdict, fields
from typing import Any

from armarium.games.biblios.editions import Options
from armarium.games.table.record import Record
from armarium.games.table.seeding import read_seeds

__all__ = ["arguments_of", "options_text"]

_WORDS: dict[str, Any] = {"yes": True, "no": False, "random": None}


def options_text(options: Options) -> str:
    return " ".join(f"{name}={_word(value)}" for name, value in asdict(options).items())


def _word(value: Any) -> str:
    return next((word for word, meaning in _WORDS.items() if meaning is value), str(value))


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
    pairs = [pair.split("=") for pair in text.split()]
    names = [option.name for option in fields(Options)]
    if [pair[0] for pair in pairs] != names or any(len(pair) != 2 for pair in pairs):
        raise ValueError(text)
    return {name: _meaning(value) for name, value in pairs}


def _meaning(word: str) -> Any:
    return _WORDS[word] if word in _WORDS else int(word) if word.isdigit() else word
