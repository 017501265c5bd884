"""The parameters of a book in OpenSpiel, made from its seats, its editions and its table of options.

The number of seats may be given by OpenSpiel's word (`players`) or by ours (`seats`). Where a game has editions, an
option is "edition" by default, which means what the edition says, and yes-or-no questions are answered by these words;
elsewhere an option has its own default. A seat of −1 is drawn. A table's own data (cards, a board) is no parameter.
"""

from __future__ import annotations

from typing import Any

from armarium.games.table.book import Book
from armarium.games.table.errors import BadSeats
from armarium.games.table.option import Option

__all__ = ["agreed", "parameters_of"]

AS_THE_EDITION_SAYS = "edition"
DRAWN = -1

Agreed = tuple[dict[str, Any], int, str | None, dict[str, Any]]


def parameters_of(book: Book) -> dict[str, Any]:
    """Every parameter with its default."""
    found: dict[str, Any] = {}
    if book.seats != (1,):
        found |= {"players": book.seats[-1], "seats": 0}
    if book.editions:
        found["edition"] = book.editions[0]
    return found | {option.name: _default(book, option) for option in _options(book)}


def _options(book: Book) -> list[Option]:
    return [option for option in book.options if option.kind != "set"]


def _default(book: Book, option: Option) -> Any:
    if option.kind == "seat":
        return DRAWN if option.default is None else option.default
    return AS_THE_EDITION_SAYS if book.editions else option.default


def agreed(book: Book, asked: dict[str, Any]) -> Agreed:
    """All parameters, and what they mean: seats, edition and options."""
    usual = parameters_of(book)
    chosen = {**usual, **asked}
    seats = 1
    if "players" in usual:
        seats = chosen["seats"] or chosen["players"]
        if asked.get("players", seats) not in (seats, usual["players"]):
            raise BadSeats(
                asked=[seats, asked["players"]], reason="seats-twice", allowed=list(book.seats)
            )
        chosen["players"] = chosen["seats"] = seats
    options = {
        option.name: _meaning(option, chosen[option.name])
        for option in _options(book)
        if not (book.editions and chosen[option.name] == AS_THE_EDITION_SAYS)
    }
    edition = book.edition(chosen.get("edition"))
    return chosen, seats, edition, book.checked(seats, edition, options)


def _meaning(option: Option, value: Any) -> Any:
    if option.kind == "seat" and value == DRAWN:
        return None
    return option.typed(value) if isinstance(value, str) else value
