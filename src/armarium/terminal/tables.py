"""The books' tables of options on a command line: what can be said, and what the help tells of it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any, TypeVar

import click

from armarium.games.shelf import names, open_book
from armarium.games.table.book import Book
from armarium.games.table.errors import BadOption
from armarium.games.table.option import Option

__all__ = ["TablesCommand", "asked_options", "set_flags"]

_Command = TypeVar("_Command", bound=Callable[..., Any])


class TablesCommand(click.Command):
    """Its help ends with what each game of the shelf can be played with."""

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        super().format_options(ctx, formatter)
        for book in map(open_book, names()):
            with formatter.section(f"Tables of {book.name}"):
                formatter.write_dl(_rows(book))


def _rows(book: Book) -> list[tuple[str, str]]:
    rows = [("--seats", ", ".join(map(str, book.seats)))]
    if book.editions:
        rows.append(("--edition", ", ".join(book.editions)))
    return rows + [(f"--option {option.name}=…", _told(option)) for option in book.options]


def _told(option: Option) -> str:
    """Its values and its default, which an edition may change."""
    match option.kind:
        case "seat":
            values = "random, or a seat counted from 0"
        case "set":
            values = f"{option.default}, or a file"
        case _:
            values = ", ".join(map(option.text, option.allowed(0)))
    others = (f"{edition}: {option.text(value)}" for edition, value in option.editions.items())
    return "; ".join([values, f"default {option.text(option.default)}", *others])


def _sets() -> Iterator[str]:
    """Options whose value is a file have a flag of their own, so that a shell completes it."""
    for book in map(open_book, names()):
        yield from (option.name for option in book.options if option.kind == "set")


def set_flags(file: click.Path) -> Callable[[_Command], _Command]:
    def decorate(command: _Command) -> _Command:
        for name in dict.fromkeys(_sets()):
            told = f"The same as --option {name}=FILE."
            flag = click.option(f"--{name.replace('_', '-')}", f"set_{name}", type=file, help=told)
            command = flag(command)
        return command

    return decorate


def asked_options(book: Book, asked: Mapping[str, Any]) -> dict[str, Any]:
    """The options of a table as a command line said them; `check` says which of them the game does not have."""
    options: dict[str, Any] = dict(_pair(book, pair) for pair in asked["options"])
    files = {name: asked[f"set_{name}"] for name in _sets()}
    return options | {name: file for name, file in files.items() if file is not None}


def _pair(book: Book, pair: str) -> tuple[str, Any]:
    name, equals, value = pair.partition("=")
    if not equals:
        raise BadOption(option=pair, asked="", form="name-value")
    name = name.replace("-", "_")
    option = next((option for option in book.options if option.name == name), None)
    if option is None:
        return name, value
    if option.kind == "set" and value != option.default:
        return name, Path(value)
    return name, option.typed(value)
