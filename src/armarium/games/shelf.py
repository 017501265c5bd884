"""The shelf: books by name, found by the entry points `armarium.games` of every installed package, ours first."""

from __future__ import annotations

import functools
from importlib.metadata import EntryPoint, entry_points

from armarium.games.table.book import Book
from armarium.games.table.errors import UnknownGame

__all__ = ["DEFAULT", "names", "open_book"]

GROUP = "armarium.games"
DEFAULT = "biblios"  # what is played where nobody names a game


@functools.cache
def _entries() -> dict[str, EntryPoint]:
    """By name: the default first, then ours, then strangers'. A stranger's book never replaces one of ours."""
    found = sorted(entry_points(group=GROUP), key=lambda entry: (not _is_ours(entry), entry.name))
    entries: dict[str, EntryPoint] = {}
    for entry in sorted(found, key=lambda entry: entry.name != DEFAULT):
        if entry.name not in entries or _is_ours(entry):
            entries[entry.name] = entry
    return entries


def _is_ours(entry: EntryPoint) -> bool:
    return entry.value.startswith(f"{__name__.partition('.')[0]}.")


def names() -> tuple[str, ...]:
    return tuple(_entries())


@functools.cache
def open_book(name: str) -> Book:
    """A game's book. It is light: rules are imported, and compiled, when its `game` is asked for."""
    entries = _entries()
    if name not in entries:
        raise UnknownGame(asked=name, allowed=list(entries))
    book = entries[name].load()
    assert isinstance(book, Book) and book.name == name, f"{entries[name].value} is no book {name}"
    return book
