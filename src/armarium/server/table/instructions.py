"""What seats have said beforehand: kept with the chair, asked of the book with the seat's view, told to nobody else.

Instructions are entries of the log, so they outlive a restart; they end with the round, or when the book says so.
Whoever runs the table asks `acting` between two actions, after the pause that every seat makes: neither the way nor the
pause depends on what the instruction says.
"""

from __future__ import annotations

from typing import NamedTuple

from armarium.games.table.instructions import BadInstruction
from armarium.server.errors import TooFast
from armarium.server.table.eyes import Eye
from armarium.server.table.table import Table
from armarium.server.table.view_texts import Fields

__all__ = ["MOST_INSTRUCTED", "NO_ORDERS", "Orders", "acting", "checked", "orders_of"]

MOST_INSTRUCTED = 1000  # times that a seat of a table may say something else


class Orders(NamedTuple):
    """What a seat is told of its own: what stands, and whether it is about to act."""

    instructions: tuple[str, ...] = ()
    acts: bool = False


NO_ORDERS = Orders()


def checked(table: Table, seat: int, texts: list[str]) -> list[str]:
    """What a seat may say now, in the book's order; an empty list cancels all."""
    if table.chairs[seat].instructed >= MOST_INSTRUCTED:
        raise TooFast(reason="too-many-changes", allowed=MOST_INSTRUCTED)
    if not texts:
        return []
    book = table.book.instructions
    if book is None:
        raise BadInstruction(asked=texts[0], reason="instruction-none", allowed=[])
    if table.game is None or table.is_over:
        raise BadInstruction(asked=texts[0], reason="instruction-early", allowed=[])
    return book.checked(_view(table, seat), texts)


def acting(table: Table) -> tuple[int, str] | None:
    """The seat whose turn it is, and the action that it has asked for; None: nobody has, or a bot plays there."""
    seat, book = table.waited_for, table.book.instructions
    if seat is None or book is None or not table.chairs[seat].instructions:
        return None
    text = book.action(_view(table, seat), table.chairs[seat].instructions)
    return None if text is None else (seat, text)


def orders_of(table: Table, eye: Eye) -> Orders:
    if eye is None or not table.chairs[eye].instructions:
        return NO_ORDERS
    now = acting(table)
    return Orders(table.chairs[eye].instructions, now is not None and now[0] == eye)


def _view(table: Table, seat: int) -> Fields:
    assert table.game is not None
    return Fields(table.view_texts.view(table.game, seat))
