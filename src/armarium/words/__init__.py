"""The catalogue of words, English and French, for terminal, server and page: the house's and one of every game.

`en.json` and `fr.json` are in the inlang message format, which the page reads too. A key leads to a text with
{placeholders}, or to variants chosen by facts: a plural (CLDR), or `words`, the edition's vocabulary; `de~{name}` is
elided before a vowel. The keys of
a game lie in the folder that its book names, and begin with the game's name.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Any

from armarium.games import shelf
from armarium.words.elision import joined

__all__ = [
    "Fact",
    "MissingWords",
    "every_key",
    "has",
    "languages",
    "of_game",
    "placeholders",
    "plain",
    "plural",
    "say",
]

Fact = str | int

_LANGUAGES = ("en", "fr")
_PLACEHOLDER = re.compile(r"\{(\w+)\}")
_PLACE = re.compile(r"(?:([^\W\d_]+)~)?\{(\w+)\}")  # with the word that it may swallow the end of
_INPUT = re.compile(r"input (\w+)")
_PLURAL = re.compile(r"local (\w+) = (\w+): plural")


class MissingWords(LookupError):
    """A language, key, fact or variant that the catalogue or the caller does not have."""


@dataclass(frozen=True)
class _Variant:
    conditions: tuple[tuple[str, str], ...]
    text: str


@dataclass(frozen=True)
class _Message:
    plurals: tuple[tuple[str, str], ...]  # (name of the plural, the fact it counts)
    variants: tuple[_Variant, ...]  # the first that fits is said
    facts: frozenset[str]


def languages() -> tuple[str, ...]:
    return _LANGUAGES


def plural(language: str, number: int) -> str:
    """The CLDR category of a whole number; the catalogue names `one` and leaves the rest to `*`."""
    _known_language(language)
    if language == "fr":
        if abs(number) < 2:
            return "one"
        return "many" if number % 1_000_000 == 0 else "other"
    return "one" if abs(number) == 1 else "other"


def say(language: str, key: str, /, **facts: Fact) -> str:
    """The text of a key. Facts it does not ask for are ignored, one that it asks for must be there."""
    message = _message(language, key)
    missing = sorted(message.facts - facts.keys())
    if missing:
        raise MissingWords(
            f"{key!r} needs {', '.join(missing)}; given: {', '.join(sorted(facts)) or 'nothing'}"
        )
    given = {name: str(fact) for name, fact in facts.items()}
    chosen = given | {
        name: plural(language, _number(key, fact, facts)) for name, fact in message.plurals
    }
    for variant in message.variants:
        if all(wanted in ("*", chosen[name]) for name, wanted in variant.conditions):
            return _PLACE.sub(lambda found: joined(found[1], given[found[2]]), variant.text)
    raise MissingWords(f"{key!r} has no variant for {facts!r} in {language!r}")


def placeholders(language: str, key: str) -> frozenset[str]:
    """The names of the facts that a key asks for."""
    return _message(language, key).facts


def every_key() -> Iterator[str]:
    """All keys; both languages have the same."""
    return iter(_catalogue(_LANGUAGES[0]))


def has(key: str) -> bool:
    return key in _catalogue(_LANGUAGES[0])


def plain(language: str, key: str) -> str:
    """A text as it is written, with its {placeholders}; of variants the last, which fits everything."""
    return _message(language, key).variants[-1].text


def _number(key: str, name: str, facts: Mapping[str, Fact]) -> int:
    fact = facts[name]
    if not isinstance(fact, int):
        raise MissingWords(f"{key!r} counts {name}: {fact!r} is not a whole number")
    return fact


def _known_language(language: str) -> None:
    if language not in _LANGUAGES:
        raise MissingWords(f"no language {language!r}; there are: {', '.join(_LANGUAGES)}")


def _message(language: str, key: str) -> _Message:
    _known_language(language)
    try:
        return _catalogue(language)[key]
    except KeyError:
        raise MissingWords(f"no words for the key {key!r} in {language!r}") from None


@cache
def _catalogue(language: str) -> Mapping[str, _Message]:
    entries = _entries(files(__name__), language)
    for game in shelf.names():
        entries |= of_game(game, language)
    return {key: _read(entry) for key, entry in entries.items()}


def of_game(game: str, language: str) -> dict[str, Any]:
    """A game's own catalogue as it is written; keys that are not of the game are nobody's."""
    _known_language(language)
    own = _entries(shelf.open_book(game).words, language)
    return {key: entry for key, entry in own.items() if key.startswith(f"{game}_")}


def _entries(folder: Traversable, language: str) -> dict[str, Any]:
    entries: dict[str, Any] = json.loads((folder / f"{language}.json").read_text("utf-8"))
    entries.pop("$schema", None)
    return entries


def _read(entry: object) -> _Message:
    if isinstance(entry, str):
        return _Message((), (_Variant((), entry),), frozenset(_PLACEHOLDER.findall(entry)))
    assert isinstance(entry, list) and len(entry) == 1, entry
    declarations: list[str] = entry[0]["declarations"]
    match: dict[str, str] = entry[0]["match"]
    inputs = {name for line in declarations for name in _INPUT.findall(line)}
    plurals = tuple(
        (found[1], found[2]) for line in declarations if (found := _PLURAL.fullmatch(line))
    )
    variants = tuple(_Variant(_conditions(when), text) for when, text in match.items())
    asked = {name for variant in variants for name in _PLACEHOLDER.findall(variant.text)}
    return _Message(plurals, variants, frozenset(inputs | asked))


def _conditions(when: str) -> tuple[tuple[str, str], ...]:
    pairs = (condition.strip().partition("=") for condition in when.split(","))
    return tuple((name, wanted) for name, _, wanted in pairs)
