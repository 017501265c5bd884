"""The shelf: books by name, found by the entry points `armarium.games` of every installed package, ours first."""

from __future__ import annotations

import functools
import logging
from importlib.metadata import EntryPoint, entry_points

from armarium.games.table.book import Book
from armarium.games.table.errors import BadRecord, UnknownGame
from armarium.games.table.record import Record

__all__ = ["DEFAULT", "book_of", "names", "open_book"]

GROUP = "armarium.games"
DEFAULT = "biblios"  # what is played where nobody names a game

_logger = logging.getLogger(__name__)


@functools.cache
def _books() -> dict[str, Book]:
    """By name: the default first, then ours, then strangers'. A stranger's book never replaces one of ours, and one
    that cannot be opened is said in the log and left out: it stops nobody from playing the others."""
    found = sorted(
        entry_points(group=GROUP),
        key=lambda entry: (entry.name != DEFAULT, not _is_ours(entry), entry.name),
    )
    books: dict[str, Book] = {}
    for entry in sorted(found, key=lambda entry: not _is_ours(entry)):
        if entry.name in books:
            continue
        try:
            books[entry.name] = _opened(entry)
        except Exception as error:
            if _is_ours(entry):
                raise
            _logger.warning("The book %s cannot be opened (%r) and is left out.", entry.name, error)
    return books


def _opened(entry: EntryPoint) -> Book:
    book = entry.load()
    if not isinstance(book, Book) or book.name != entry.name:
        raise TypeError(f"{entry.value} is no book {entry.name}")
    return book


def _is_ours(entry: EntryPoint) -> bool:
    return entry.value.startswith(f"{__name__.partition('.')[0]}.")


def names() -> tuple[str, ...]:
    return tuple(_books())


def open_book(name: str) -> Book:
    """A game's book. It is light: rules are imported, and compiled, when its `game` is asked for."""
    books = _books()
    if name not in books:
        raise UnknownGame(asked=name, allowed=list(books))
    return books[name]


def book_of(record: Record) -> Book:
    """The book of the recorded game; says so if there is none."""
    name = record.fact("game")
    if name not in names():
        line, allowed = record.lines["game"], list(names())
        raise BadRecord(line=line, reason="record-no-game", found=name, allowed=allowed)
    return open_book(name)
