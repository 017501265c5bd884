"""What whoever keeps the house may do to any table, and what a person may have deleted of theirs.

Nothing here asks for a card: a keeper sees as much of a game as any spectator.
"""

from __future__ import annotations

from typing import Literal

from armarium.server.errors import BadToken, SeatRefused
from armarium.server.table.attendance import Attendance
from armarium.server.table.change import Change
from armarium.server.table.forgetting import former_sitter, is_alone
from armarium.server.table.log import Closed, Deleted, Forgotten, Muted
from armarium.server.table.stand_ins import chair_of

__all__ = ["KeeperDoes", "delete", "forget", "keep_order"]

KeeperDoes = Literal["close", "mute", "unmute"]


def keep_order(session: Attendance, do: KeeperDoes, seat: int | None) -> Change:
    """What is so already changes nothing."""
    table = session.table
    change = Change(table)
    if do == "close":
        if not table.closed:
            change.do(Closed())
    else:
        asked = len(table.chairs) if seat is None else seat
        chair = chair_of(session, asked)
        if not chair.is_person:
            raise SeatRefused(asked=do, seat=asked, reason="seat-no-person")
        if chair.muted != (do == "mute"):
            change.do(Muted(asked, do == "mute"))
    change.table_changed = bool(change.entries)
    return change


def delete(session: Attendance) -> Change:
    """The table and all that belongs to it, for good."""
    change = Change(session.table)
    if not session.table.is_deleted:
        change.do(Deleted())
    return change


def forget(session: Attendance, seat: int, token: str) -> Change:
    """By whoever sits there: the table if nobody else has sat down at it, else their name and what they said; the
    latter also by who was removed."""
    table, sitter = session.table, None
    if table.seat_of(token) != seat:
        sitter = former_sitter(table, seat, token)
        if sitter is None:
            raise BadToken()
    elif is_alone(table, seat):
        return delete(session)
    change = Change(table, table_changed=True, forgot=True)
    change.do(Forgotten(seat, sitter))
    return change
