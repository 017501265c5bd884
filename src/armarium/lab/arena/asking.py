"""What is typed after `armarium arena`, read by the tables of the game's book."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import click

from armarium.games.table.errors import BadOption

if TYPE_CHECKING:
    from armarium.games.table.book import Book

__all__ = ["check_edition", "options_asked", "seats_asked"]


def seats_asked(book: Book, text: str | None) -> list[int] | None:
    """`3` or `2..4`."""
    if text is None:
        return None
    low, _, high = text.partition("..")
    try:
        seats = list(range(int(low), int(high or low) + 1))
    except ValueError:
        seats = []
    if not seats or not set(book.seats) >= set(seats):
        allowed = ", ".join(str(number) for number in book.seats)
        if len(book.seats) > 1:
            allowed += f" or a range such as {book.seats[0]}..{book.seats[-1]}"
        raise click.UsageError(
            f"{text!r} is not a number of --seats of {book.name}; give {allowed}."
        )
    return seats


def check_edition(book: Book, asked: str | None) -> str:
    """The edition, or the first; "" of a game that has only one."""
    return book.edition(asked) or ""


def options_asked(book: Book, texts: Sequence[str]) -> dict[str, Any]:
    """NAME=VALUE, each by the table of options; what it may be is checked with the seats."""
    known = {option.name: option for option in book.options}
    found: dict[str, Any] = {}
    for text in texts:
        name, equals, value = text.partition("=")
        if not equals or name not in known:
            raise BadOption(option=name, asked=value, allowed=[f"{one}=…" for one in known])
        if name in found:
            raise click.UsageError(f"--option {name} is given twice.")
        found[name] = known[name].typed(value)
    return found
