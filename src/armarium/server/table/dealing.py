"""The games that a table's log stands for: dealt from what was sealed, and played again as far as it goes."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator, Mapping
from typing import Any, Protocol

from armarium.games.table.book import Book
from armarium.games.table.errors import ArmariumError
from armarium.games.table.game import Game
from armarium.server.table.history import Line
from armarium.server.table.log import Begun, Created, Sealed
from armarium.server.table.moments import begun_from

__all__ = ["new_game", "played_again", "replayed"]


class Dealt(Protocol):
    """What is asked of a table here."""

    @property
    def created(self) -> Created: ...

    @property
    def book(self) -> Book: ...

    @property
    def sealed(self) -> Mapping[int, Sealed]: ...

    @property
    def contributions(self) -> Mapping[int, Mapping[int, str | None]]: ...

    @property
    def round(self) -> int: ...

    @property
    def begun(self) -> Begun | None: ...

    @property
    def last_line(self) -> Line | None: ...

    @property
    def proof(self) -> tuple[Line | None, Game | None]: ...


def new_game(table: Dealt, sealed: Sealed, first: int | None) -> Game:
    created = table.created
    if sealed.moment is not None:
        return begun_from(table.book, sealed.moment, bytes.fromhex(sealed.seed))
    options: dict[str, Any] = dict(created.options)
    if created.edition:
        options["edition"] = created.edition
    if first is not None:
        options["first"] = first
    if sealed.deal is not None:
        options["deal"] = sealed.deal
    given = table.contributions.get(sealed.round, {})
    if any(given.values()):
        texts = (given.get(seat) for seat in range(len(created.seats)))
        options["contributions"] = [None if text is None else bytes.fromhex(text) for text in texts]
    return table.book.game.new(seats=len(created.seats), seed=bytes.fromhex(sealed.seed), **options)


def replayed(table: Dealt, since: int = 0) -> Iterator[tuple[int, Game, tuple[int, str] | None]]:
    """All that stands, played again from a version on: version, the game there, the action that made it.

    It is one game that goes on; version 0 is the deal.
    """
    game = _dealt(table)
    lines = [] if table.last_line is None else list(table.last_line.back_to(0))
    past = []
    while lines and lines[-1].v <= since:
        past.append(lines.pop().action)
    game.follow(past)
    yield since, game, None
    for line in reversed(lines):
        seat, text = line.action
        game.play(text, seat=seat)
        yield line.v, game, line.action


def played_again(table: Dealt) -> Game:
    """From the last comparison on; from the deal if that was taken back."""
    known, game = table.proof
    line, latest = table.last_line, []
    while line is not None and line is not known:
        latest.append(line.action)
        line = line.before
    game = game.copy() if line is known and game is not None else _dealt(table)
    with contextlib.suppress(ArmariumError):  # other cards: as far as the log goes
        game.follow(latest[::-1])
    return game


def _dealt(table: Dealt) -> Game:
    """The round before its first action."""
    assert table.begun is not None, "no state before the deal"
    return new_game(table, table.sealed[table.round], table.begun.first)
