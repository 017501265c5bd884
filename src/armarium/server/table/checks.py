"""Whether a seat may do what it asks for: on this version, in its turn, all of the list or none."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from armarium.games.table.book import Book
from armarium.games.table.errors import ArmariumError, IllegalAction, NotYourTurn
from armarium.games.table.game import Game
from armarium.server.errors import NotNow, NotStarted, Stale, TableOver
from armarium.server.table.eyes import has_shown
from armarium.server.table.table import Table

__all__ = ["check_actions", "check_version", "explained"]


def check_version(table: Table, seat: int, v: int) -> None:
    if table.game is None:
        raise NotStarted(allowed=table.vacant_seats, asked=seat, reason="seats-open")
    if v != table.v:
        raise Stale(asked=v, allowed=table.v, v=table.v)


def check_actions(table: Table, seat: int, texts: list[str]) -> None:
    assert table.game is not None, "versions come first"
    if table.is_over:
        raise TableOver()
    if table.game.to_act != seat:
        raise NotYourTurn(seat=seat, asked=texts[0], to_act=table.game.to_act)
    if len(texts) > 1:
        _try(table.game.copy(), table.book, seat, texts)


@contextmanager
def explained(table: Table, seat: int, texts: list[str]) -> Iterator[None]:
    """A refusal also says why, from what the seat itself sees; of a list only its first action is explained."""
    try:
        yield
    except IllegalAction as error:
        if table.game is not None and error.facts["asked"] == texts[0]:
            why = table.book.why_not(table.game.view(seat), texts[0])
            if why is not None:
                error.facts["why"] = why.data()
        raise


def _try(trial: Game, book: Book, seat: int, texts: list[str]) -> None:
    """A list is tried on a copy before any of it is done."""
    trial.play(texts[0], seat=seat)
    if not book.is_foreseeable(texts):
        raise NotNow(asked=texts, reason="no-list", allowed=[])
    for text in texts[1:]:
        if book.stops_at_cards and has_shown(trial):
            raise NotNow(asked=texts, reason="no-list", allowed=[])
        try:
            trial.play(text, seat=seat)
        except ArmariumError:
            # What would be allowed there may tell of a card not yet seen: it is not said.
            raise NotNow(asked=texts, reason="no-list", allowed=[]) from None
