"""Options of a table: one table of them a game, from which rules, forms, records and help are made.

An option is a choice among a few words, a yes or no, or a seat (None: drawn). An edition may have a default of its own
and may offer fewer choices than the rules can play.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

from armarium.games.table.errors import BadOption, UnknownEdition

__all__ = ["Option", "Value", "checked_options", "options_from_text", "options_text", "written"]

Value = str | bool | int | None
Kind = Literal["choice", "yes-no", "seat", "set"]

_WORDS: dict[str, Value] = {"yes": True, "no": False, "random": None}
_TYPED: dict[str, Value] = {**_WORDS, "on": True, "true": True, "off": False, "false": False}


@dataclass(frozen=True)
class Option:
    """`words` of a game has its texts under `<game>_option_<name>` and, for each choice, `…_<choice>`.

    A set is a table's own data (cards, a board): a word stands for the one that comes with the game.
    A tacit option is younger than stored records: it is only written where it is not at its default.
    """

    name: str
    kind: Kind
    default: Value
    choices: tuple[Value, ...] = ()
    editions: Mapping[str, Value] = field(default_factory=dict)  # defaults that differ
    offers: Mapping[str, tuple[Value, ...]] = field(default_factory=dict)  # fewer choices
    rule: str = ""  # the number of its sentence
    is_tacit: bool = False

    def default_of(self, edition: str | None) -> Value:
        return self.editions.get(edition or "", self.default)

    def allowed(self, seats: int) -> list[Value]:
        if self.kind == "seat":
            return [None, *range(seats)]
        return [True, False] if self.kind == "yes-no" else list(self.choices)

    def offered(self, edition: str | None, seats: int) -> list[Value]:
        """What a form offers."""
        return list(self.offers.get(edition or "", ())) or self.allowed(seats)

    def check(self, value: Any, seats: int) -> None:
        if self.kind == "set":
            return  # the game reads it, and says what is wrong
        allowed = self.allowed(seats)
        # True == 1 in Python, but a seat is not an answer to a yes-or-no question.
        if not any(value == good and type(value) is type(good) for good in allowed):
            raise BadOption(option=self.name, asked=value, allowed=allowed)

    def typed(self, text: str) -> Any:
        """What somebody typed, as the value it means; nonsense stays what it is, to be refused by `check`."""
        if self.kind == "seat":
            return None if text == "random" else int(text) if text.isdecimal() else text
        return _TYPED.get(text, text) if self.kind == "yes-no" else text

    def text(self, value: Value) -> str:
        return str(written(value))


def written(value: Any) -> Any:
    """A value as records and command lines have it: yes, no and random are words."""
    return next((word for word, meaning in _WORDS.items() if meaning is value), value)


def checked_options(
    table: Sequence[Option],
    edition: str | None,
    editions: Sequence[str],
    seats: int,
    asked: Mapping[str, Any],
) -> dict[str, Any]:
    """Every option of a game: the edition's default, or what was asked for; says clearly what cannot be had."""
    if editions and edition not in editions:
        raise UnknownEdition(asked=edition, allowed=list(editions))
    known = {option.name: option for option in table}
    for name, value in asked.items():
        if name not in known:
            raise BadOption(option=name, asked=value, reason="no-option", allowed=list(known))
        known[name].check(value, seats)
    return {name: asked.get(name, option.default_of(edition)) for name, option in known.items()}


def options_text(table: Sequence[Option], values: Mapping[str, Any]) -> str:
    """The line of a record; sets have a line of their own."""
    written = (
        option
        for option in table
        if option.kind != "set" and not (option.is_tacit and values[option.name] == option.default)
    )
    return " ".join(f"{option.name}={option.text(values[option.name])}" for option in written)


def options_from_text(table: Sequence[Option], text: str) -> dict[str, Any]:
    """The options of a record's line, in their order; raises ValueError. What is not named has its default."""
    known = {option.name: option for option in table if option.kind != "set"}
    found: dict[str, Any] = {}
    for pair in text.split():
        name, equals, word = pair.partition("=")
        if not equals or name not in known or name in found or "=" in word:
            raise ValueError(text)
        found[name] = _meaning(word)
    if list(found) != [name for name in known if name in found]:
        raise ValueError(text)
    return found


def _meaning(word: str) -> Value:
    return _WORDS[word] if word in _WORDS else int(word) if word.isdigit() else word
