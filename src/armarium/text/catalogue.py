"""The message catalogue in English and French, used by the terminal, the server and the page.

`en.json` and `fr.json` use the inlang message format, which the page reads too (web/src/shell/text/catalogue.ts). A key
maps to a text with {placeholders}, or to variants that are selected by facts. `local who = seat: who` declares a fact
that a function computes from other facts. `plural` (CLDR) is built in; the caller passes the other functions
(`text/events.py`). `de~{name}` is elided before a vowel ("d’Ivo", "de Bede"). The example tables in tests/project are
checked against this module and against the page's reader.
Each game has its own catalogue in its folder. Its keys start with the game's name.
"""

from __future__ import annotations

import json
import os
import re
import unicodedata
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Any

from armarium.core import registry

__all__ = [
    "Fact",
    "Functions",
    "MissingMessage",
    "all_keys",
    "choose_language",
    "has_key",
    "is_elided_before",
    "join_elided",
    "languages",
    "load_game_catalogue",
    "placeholders",
    "plural_category",
    "raw_text",
    "render",
    "translate",
]

Fact = str | int
Functions = Mapping[str, Callable[..., Fact]]  # keyed by the names that `local` declarations use

_LANGUAGES = ("en", "fr")
_PLACEHOLDER = re.compile(r"\{(\w+)\}")
_PLACE = re.compile(r"(?:([^\W\d_]+)~)?\{(\w+)\}")  # with the word that may be elided before it
_INPUT = re.compile(r"input (\w+)")
# French words that start with a vowel but do not elide the word before them.
_NOT_ELIDED = frozenset({"oui", "onze", "onzième", "ouistiti", "uhlan", "yaourt", "yoga"})
_FIRST_WORD = re.compile(r"[^\w]*([^\W\d_][^\W\d_’'-]*)")
_LOCAL = re.compile(r"local (\w+) = (\w+(?: \w+)*): (\w+)")


class MissingMessage(LookupError):
    """The catalogue has no such language, key or variant, or the caller did not pass a fact."""


@dataclass(frozen=True)
class _Variant:
    conditions: tuple[tuple[str, str], ...]
    text: str


@dataclass(frozen=True)
class _ParsedMessage:
    computed: Mapping[str, tuple[tuple[str, ...], str]]  # local fact: (source facts, function)
    variants: tuple[_Variant, ...]  # the first match is used
    facts: frozenset[str]


def languages() -> tuple[str, ...]:
    return _LANGUAGES


def choose_language(requested: str | None) -> str:
    """Return the requested language, else the one of the environment, else English."""
    if requested is not None:
        return requested
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        if locale := os.environ.get(name):
            return "fr" if locale.startswith("fr") else "en"
    return "en"


def plural_category(language: str, number: int) -> str:
    """Return the CLDR plural category of an integer. The catalogue uses `one`, and `*` for the rest."""
    _check_language(language)
    if language == "fr":
        if abs(number) < 2:
            return "one"
        return "many" if number % 1_000_000 == 0 else "other"
    return "one" if abs(number) == 1 else "other"


def translate(language: str, key: str, /, **facts: Fact) -> str:
    """Return the text of a key. Unused facts are ignored; a missing fact raises MissingMessage."""
    message = _message(language, key)
    missing = sorted(message.facts - facts.keys())
    if missing:
        raise MissingMessage(
            f"{key!r} needs {', '.join(missing)}; given: {', '.join(sorted(facts)) or 'nothing'}"
        )
    return render(language, key, facts)


def render(
    language: str,
    key: str,
    facts: Mapping[str, Any],
    functions: Functions | None = None,
    show: Callable[[Any], Fact] = str,
) -> str:
    """Return the text of a key, with facts of any type. Only the facts of the selected variant must be present.

    The function with the placeholder's name formats its value; without one, `show` does. A local fact is formatted by
    its own function.
    """
    message = _message(language, key)
    known: Functions = functions or {}

    def value(name: str) -> Any:
        if name in facts or name not in message.computed:
            return facts.get(name)
        sources, function = message.computed[name]
        if function == "plural":
            return plural_category(language, _check_integer(key, sources[0], value(sources[0])))
        if function not in known:
            raise MissingMessage(f"{key!r} needs the function {function}")
        given = [value(source) for source in sources]
        if None in given and function != "given":  # only `given` accepts a missing fact
            raise MissingMessage(f"{key!r} needs {', '.join(sources)}")
        return known[function](*given)

    def format_fact(name: str) -> str:
        found = value(name)
        if found is None:
            raise MissingMessage(f"{key!r} needs {name}")
        if name in message.computed and name not in facts:
            return str(found)
        own = known.get(name)
        return str(show(found) if own is None else own(found))

    for variant in message.variants:
        if all(expected in ("*", str(value(name))) for name, expected in variant.conditions):
            return _PLACE.sub(
                lambda found: join_elided(found[1], format_fact(found[2])), variant.text
            )
    raise MissingMessage(f"{key!r} has no variant for {facts!r} in {language!r}")


def placeholders(language: str, key: str) -> frozenset[str]:
    """Return the names of the facts that a key needs."""
    return _message(language, key).facts


def all_keys() -> Iterator[str]:
    """Iterate over all keys. Both languages have the same keys."""
    return iter(_catalogue(_LANGUAGES[0]))


def has_key(key: str) -> bool:
    return key in _catalogue(_LANGUAGES[0])


def raw_text(language: str, key: str) -> str:
    """Return the unformatted text with its {placeholders}; of several variants the last, which is the fallback."""
    return _message(language, key).variants[-1].text


def _check_integer(key: str, name: str, fact: Any) -> int:
    if not isinstance(fact, int):
        raise MissingMessage(f"{key!r} counts {name}: {fact!r} is not an integer")
    return fact


def _check_language(language: str) -> None:
    if language not in _LANGUAGES:
        raise MissingMessage(f"no language {language!r}; there are: {', '.join(_LANGUAGES)}")


def _message(language: str, key: str) -> _ParsedMessage:
    _check_language(language)
    try:
        return _catalogue(language)[key]
    except KeyError:
        raise MissingMessage(f"no message for the key {key!r} in {language!r}") from None


@cache
def _catalogue(language: str) -> Mapping[str, _ParsedMessage]:
    entries = _load_entries(files("armarium.text"), language)
    for game in registry.game_names():
        entries |= load_game_catalogue(game, language)
    return {key: _parse_message(entry) for key, entry in entries.items()}


def load_game_catalogue(game: str, language: str) -> dict[str, Any]:
    """Return a game's own catalogue, unparsed. Keys without the game's prefix are dropped."""
    _check_language(language)
    own = _load_entries(registry.find_game(game).folder / "text", language)
    return {key: entry for key, entry in own.items() if key.startswith(f"{game}_")}


def _load_entries(folder: Traversable, language: str) -> dict[str, Any]:
    entries: dict[str, Any] = json.loads((folder / f"{language}.json").read_text("utf-8"))
    entries.pop("$schema", None)
    return entries


def _parse_message(entry: object) -> _ParsedMessage:
    if isinstance(entry, str):
        return _ParsedMessage({}, (_Variant((), entry),), frozenset(_PLACEHOLDER.findall(entry)))
    assert isinstance(entry, list) and len(entry) == 1, entry
    declarations: list[str] = entry[0]["declarations"]
    match: dict[str, str] = entry[0]["match"]
    inputs = {name for line in declarations for name in _INPUT.findall(line)}
    computed = {
        found[1]: (tuple(found[2].split()), found[3])
        for line in declarations
        if (found := _LOCAL.fullmatch(line))
    }
    variants = tuple(_Variant(_parse_conditions(when), text) for when, text in match.items())
    needed = {name for variant in variants for name in _PLACEHOLDER.findall(variant.text)}
    return _ParsedMessage(computed, variants, frozenset(inputs | (needed - computed.keys())))


def _parse_conditions(when: str) -> tuple[tuple[str, str], ...]:
    pairs = (condition.strip().partition("=") for condition in when.split(","))
    return tuple((name, expected) for name, _, expected in pairs)


def is_elided_before(text: str) -> bool:
    """Return True if a French word before this text is elided: the text starts with a vowel or a silent h."""
    found = _FIRST_WORD.match(text)
    if found is None or (word := found[1].lower()) in _NOT_ELIDED:
        return False
    bare = "".join(
        sign for sign in unicodedata.normalize("NFD", word) if not unicodedata.combining(sign)
    )
    return bare[0] in "aeiouhœæ" or (bare[0] == "y" and bare[1:2] not in tuple("aeiou"))


def join_elided(word: str | None, text: str) -> str:
    """Put a word before a text, elided if needed: "de" and "Ivo" give "d’Ivo"."""
    if word is None:
        return text
    return f"{word[:-1]}’{text}" if is_elided_before(text) else f"{word} {text}"
