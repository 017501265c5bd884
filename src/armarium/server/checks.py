"""Whether a seat may do what it asks for: on this version, in its turn, all of the list or none."""

from __future__ import annotations

from armarium.games.table.book import Book
from armarium.games.table.errors import ArmariumError, IllegalAction, NotYourTurn
from armarium.games.table.game import Game
from armarium.server.errors import IdUsed, NotStarted, Stale, TableOver
from armarium.server.kept import Applied
from armarium.server.offers import has_shown
from armarium.server.table import Table

__all__ = ["check_actions", "check_version", "done_before"]


def done_before(table: Table, seat: int, name: str | None, texts: list[str]) -> Applied | None:
    """What an id has already done; no texts: it takes back. It does nothing else, ever."""
    known = None if name is None else table.applied.get((seat, name))
    if known is not None and known.actions != tuple(texts):
        was, asked = list(known.actions) or ["take-back"], texts or ["take-back"]
        raise IdUsed(asked=asked, allowed=was, id=name)
    return known


def check_version(table: Table, seat: int, v: int) -> None:
    if table.game is None:
        raise NotStarted(allowed=table.open_seats, asked=seat)
    if v != table.v:
        view, is_free = table.game.view(seat), seat == table.free
        raise Stale(asked=v, allowed=table.v, v=table.v, view=view, may_take_back=is_free)


def check_actions(table: Table, seat: int, texts: list[str]) -> None:
    assert table.game is not None, "versions come first"
    if table.is_over:
        raise TableOver()
    if table.game.to_act != seat:
        raise NotYourTurn(seat=seat, asked=texts[0], to_act=table.game.to_act)
    if len(texts) > 1:
        _try(table.game.copy(), table.book, seat, texts)


def _try(trial: Game, book: Book, seat: int, texts: list[str]) -> None:
    """A list is tried on a copy before any of it is done."""
    trial.play(texts[0], seat=seat)
    if not book.is_foreseeable(texts):
        raise IllegalAction(asked=texts, allowed=[])
    for text in texts[1:]:
        if book.stops_at_cards and has_shown(trial):
            raise IllegalAction(asked=texts, allowed=[])
        try:
            trial.play(text, seat=seat)
        except ArmariumError:
            # What would be allowed there may tell of a card not yet seen: it is not said.
            raise IllegalAction(asked=texts, allowed=[]) from None
