"""Table options: each game has one table of them, from which rules, forms, records and help are derived.

An option is a choice among a few words, a yes or no, or a seat (None: drawn). An edition may have its own default and
may offer fewer choices than the rules support.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

from armarium.core.errors import BadOption, UnknownEdition

__all__ = [
    "Flag",
    "Option",
    "Value",
    "check_options",
    "explicit_options",
    "format_options",
    "option_types",
    "parse_options",
    "set_flags",
    "state_fields",
    "to_word",
]

Value = str | bool | int | None
Kind = Literal["choice", "yes-no", "seat", "set"]

_WORDS: dict[str, Value] = {"yes": True, "no": False, "random": None}
_TYPED: dict[str, Value] = {**_WORDS, "on": True, "true": True, "off": False, "false": False}


@dataclass(frozen=True)
class Flag:
    """A field of the state that is 1 if the option has `value`; the compiled rules read it.

    Observations show it in the column `column`, unless that is empty.
    """

    field: str
    value: Value = True
    column: str = ""
    meaning: str = ""


@dataclass(frozen=True)
class Option:
    """One option.

    The game's catalogue has its texts under `<game>_option_<name>` and `…_<choice>`. A `set` is data of a table (cards,
    a board); a string names a set that comes with the game. A tacit option is newer than stored records, so it is
    written only if it differs from its default.
    """

    name: str
    kind: Kind
    default: Value
    choices: tuple[Value, ...] = ()
    editions: Mapping[str, Value] = field(default_factory=dict)  # defaults that differ by edition
    offers: Mapping[str, tuple[Value, ...]] = field(
        default_factory=dict
    )  # choices of editions that offer fewer
    rule: str = ""  # the number of its rule
    is_tacit: bool = False
    asked: bool = False  # the terminal asks for it before every game
    flag: Flag | None = None

    def default_of(self, edition: str | None) -> Value:
        return self.editions.get(edition or "", self.default)

    def allowed(self, seats: int) -> list[Value]:
        if self.kind == "seat":
            return [None, *range(seats)]
        return [True, False] if self.kind == "yes-no" else list(self.choices)

    def list_offered(self, edition: str | None, seats: int) -> list[Value]:
        """Return the choices of a form."""
        return list(self.offers.get(edition or "", ())) or self.allowed(seats)

    def check(self, value: Any, seats: int) -> None:
        if self.kind == "set":
            return  # the game itself checks it
        allowed = self.allowed(seats)
        # True == 1 in Python, but a seat is not a valid yes-or-no value.
        if not any(value == good and type(value) is type(good) for good in allowed):
            raise BadOption(option=self.name, asked=value, allowed=allowed)

    def parse(self, text: str) -> Any:
        """Parse typed text. Invalid text is returned unchanged and refused by `check`."""
        if self.kind == "seat":
            return None if text == "random" else int(text) if text.isdecimal() else text
        return _TYPED.get(text, text) if self.kind == "yes-no" else text

    def text(self, value: Value) -> str:
        return str(to_word(value))


def to_word(value: Any) -> Any:
    """Return a value as in records and on command lines: yes, no and random are words."""
    return next((word for word, meaning in _WORDS.items() if meaning is value), value)


def check_options(
    table: Sequence[Option],
    edition: str | None,
    editions: Sequence[str],
    seats: int,
    asked: Mapping[str, Any],
) -> dict[str, Any]:
    """Return every option of a game: the requested value or the edition's default. Raise an error for invalid ones."""
    if editions and edition not in editions:
        raise UnknownEdition(asked=edition, allowed=list(editions))
    known = {option.name: option for option in table}
    for name, value in asked.items():
        if name not in known:
            raise BadOption(option=name, asked=value, reason="no-option", allowed=list(known))
        known[name].check(value, seats)
    return {name: asked.get(name, option.default_of(edition)) for name, option in known.items()}


def explicit_options(table: Sequence[Option], values: Mapping[str, Any]) -> dict[str, Any]:
    """Return the values without tacit options that have their default."""
    return {
        option.name: values[option.name]
        for option in table
        if option.name in values and not (option.is_tacit and values[option.name] == option.default)
    }


def format_options(table: Sequence[Option], values: Mapping[str, Any]) -> str:
    """Return the options line of a record; sets have their own line."""
    stated = explicit_options(table, values)
    plain = [option for option in table if option.kind != "set" and option.name in stated]
    return " ".join(f"{option.name}={option.text(values[option.name])}" for option in plain)


def parse_options(table: Sequence[Option], text: str) -> dict[str, Any]:
    """Parse the options line of a record. Missing options have their default.

    Raises ValueError if the line is malformed or out of order.
    """
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


def state_fields(table: Sequence[Option], *, is_tacit: bool) -> list[tuple[str, str]]:
    """Return the state fields for the flags of a table.

    Fields of tacit options are separate: they fill gaps at the end, so that the other fields keep their offsets.
    """
    flags = [option.flag for option in table if option.flag and option.is_tacit == is_tacit]
    return [(flag.field, "i1") for flag in flags]


def set_flags(state: Any, table: Sequence[Option], values: Mapping[str, Any]) -> None:
    """Write the flags of a table's options into a state."""
    for option in table:
        if option.flag:
            state[option.flag.field] = values[option.name] == option.flag.value


def option_types(table: Sequence[Option]) -> dict[str, Any]:
    """Return the type of each option's value, to declare views; without sets, which are game data."""
    types: dict[str, Any] = {"yes-no": bool, "seat": int | None}
    return {
        option.name: types.get(option.kind) or Literal[tuple(option.choices)]
        for option in table
        if option.kind != "set"
    }
