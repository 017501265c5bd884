"""The OpenSpiel parameters of a game, from its seats, editions and options.

The number of seats can be given as `players` (OpenSpiel's word) or as `seats`. In a game with editions an option's
default is "edition", which means the edition's own value, and yes-or-no options take these words. In other games an
option has its own default. A seat of −1 is drawn at random. Data of a table (cards, a board) is not a parameter.
"""

from __future__ import annotations

from typing import Any

from armarium.core.definition import GameDefinition, resolve_edition
from armarium.core.errors import BadSeats
from armarium.core.option import Option

__all__ = ["make_parameters", "resolve_parameters"]

EDITION_DEFAULT = "edition"
DRAWN = -1

ResolvedParameters = tuple[dict[str, Any], int, str | None, dict[str, Any]]


def make_parameters(definition: GameDefinition) -> dict[str, Any]:
    """Return every parameter with its default."""
    found: dict[str, Any] = {}
    if definition.seats != (1,):
        found |= {"players": definition.seats[-1], "seats": 0}
    if definition.editions:
        found["edition"] = definition.editions[0]
    return found | {option.name: _default(definition, option) for option in _options(definition)}


def _options(definition: GameDefinition) -> list[Option]:
    return [option for option in definition.options if option.kind != "set"]


def _default(definition: GameDefinition, option: Option) -> Any:
    if option.kind == "seat":
        return DRAWN if option.default is None else option.default
    return EDITION_DEFAULT if definition.editions else option.default


def resolve_parameters(definition: GameDefinition, asked: dict[str, Any]) -> ResolvedParameters:
    """Return all parameters, and the seats, edition and options that they mean."""
    defaults = make_parameters(definition)
    chosen = {**defaults, **asked}
    seats = 1
    if "players" in defaults:
        seats = chosen["seats"] or chosen["players"]
        if asked.get("players", seats) not in (seats, defaults["players"]):
            raise BadSeats(
                asked=[seats, asked["players"]],
                reason="seats-twice",
                allowed=list(definition.seats),
            )
        chosen["players"] = chosen["seats"] = seats
    options = {
        option.name: _option_value(option, chosen[option.name])
        for option in _options(definition)
        if not (definition.editions and chosen[option.name] == EDITION_DEFAULT)
    }
    edition = resolve_edition(definition, chosen.get("edition"))
    return chosen, seats, edition, definition.check_table(seats, edition, options)


def _option_value(option: Option, value: Any) -> Any:
    if option.kind == "seat" and value == DRAWN:
        return None
    return option.parse(value) if isinstance(value, str) else value
