"""Parse the arguments of `armarium arena` against a game's seats, editions and options."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import click
from click.core import ParameterSource

from armarium.core.definition import resolve_edition
from armarium.core.errors import BadOption

if TYPE_CHECKING:
    from armarium.core.definition import GameDefinition

__all__ = ["SHOWN", "check_edition", "is_given", "parse_options", "parse_seats"]

# Parameters of the command whose options have other names.
SHOWN = {
    "options": "option", "until_clear": "until-clear", "seed_file": "seed-file", "label": "name",
    "score_file": "score", "svg_file": "svg",
}  # fmt: skip


def is_given(parameter: str) -> bool:
    """Return True if the user gave this option, even with the value of its default."""
    source = click.get_current_context().get_parameter_source(parameter)
    return source is not ParameterSource.DEFAULT


def parse_seats(definition: GameDefinition, text: str | None) -> list[int] | None:
    """Parse a number of seats such as `3`, or a range such as `2..4`."""
    if text is None:
        return None
    low, _, high = text.partition("..")
    try:
        seats = list(range(int(low), int(high or low) + 1))
    except ValueError:
        seats = []
    if not seats or not set(definition.seats) >= set(seats):
        allowed = ", ".join(str(number) for number in definition.seats)
        if len(definition.seats) > 1:
            allowed += f" or a range such as {definition.seats[0]}..{definition.seats[-1]}"
        raise click.UsageError(
            f"{text!r} is not a number of --seats of {definition.name}; give {allowed}."
        )
    return seats


def check_edition(definition: GameDefinition, asked: str | None) -> str:
    """Return the edition, or the game's first; "" for a game with only one."""
    return resolve_edition(definition, asked) or ""


def parse_options(definition: GameDefinition, texts: Sequence[str]) -> dict[str, Any]:
    """Parse NAME=VALUE arguments by the game's table of options. Their values are checked with the seats."""
    known = {option.name: option for option in definition.options}
    found: dict[str, Any] = {}
    for text in texts:
        name, equals, value = text.partition("=")
        if not equals or name not in known:
            raise BadOption(option=name, asked=value, allowed=[f"{one}=…" for one in known])
        if name in found:
            raise click.UsageError(f"--option {name} is given twice.")
        found[name] = known[name].parse(value)
    return found
