"""The header of a record: what it takes to deal the same game again."""

from __future__ import annotations

from dataclasses import asdict, fields
from typing import Any

from armarium.games.biblios.editions import Options
from armarium.games.table import chance
from armarium.games.table.errors import BadRecord
from armarium.games.table.record import Record

__all__ = ["arguments_of", "options_text"]

_WORDS: dict[str, Any] = {"yes": True, "no": False, "random": None}


def options_text(options: Options) -> str:
    return " ".join(f"{name}={_word(value)}" for name, value in asdict(options).items())


def _word(value: Any) -> str:
    return next((word for word, meaning in _WORDS.items() if meaning is value), str(value))


def arguments_of(record: Record) -> dict[str, Any]:
    """The arguments of Game.new that a header stands for; says which line cannot be read."""
    arguments: dict[str, Any] = {
        **_read(record, "options", _options),
        "edition": record.fact("edition"),
        "seats": _read(record, "seats", int),
        "seed": _read(record, "seed", bytes.fromhex),
    }
    if "contributions" in record.facts:
        arguments["contributions"] = _read(record, "contributions", _contributions)
    if "deal-draw" in record.facts:
        arguments["deal"] = {
            "draw": record.fact("deal-draw").split(),
            "box": record.fact("deal-box").split(),
            "first": _read(record, "deal-first", lambda fact: None if fact == "-" else int(fact)),
            "auction": [card for card in record.fact("deal-auction").split() if card != "-"],
        }
    if len(arguments["seed"]) != 32:
        raise BadRecord(line=record.lines["seed"], reason="a seed has 32 bytes")
    if chance.commitment(arguments["seed"]) != record.fact("commitment"):
        line = record.lines["seed"]
        raise BadRecord(line=line, reason="this is not the seed that was committed to")
    return arguments


def _read(record: Record, name: str, meaning: Any) -> Any:
    fact = record.fact(name)
    try:
        return meaning(fact)
    except ValueError as error:
        raise BadRecord(line=record.lines[name], reason=f"{name} cannot be {fact!r}") from error


def _options(text: str) -> dict[str, Any]:
    pairs = [pair.split("=") for pair in text.split()]
    names = [option.name for option in fields(Options)]
    if [pair[0] for pair in pairs] != names or any(len(pair) != 2 for pair in pairs):
        raise ValueError(text)
    return {name: _meaning(value) for name, value in pairs}


def _meaning(word: str) -> Any:
    return _WORDS[word] if word in _WORDS else int(word) if word.isdigit() else word


def _contributions(text: str) -> list[bytes | None]:
    return [None if given == "-" else bytes.fromhex(given) for given in text.split()]
