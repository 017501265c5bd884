"""What an admin may do to any table, and how a person's name and chat lines are deleted.

A log entry tells every process that has the table in memory. Then the earlier entries are rewritten without the
deleted data; replaying them gives the same table. Nothing here reads a card: an admin sees as much of a game as a
spectator.
"""

from __future__ import annotations

import hmac
from dataclasses import replace
from typing import Any, Literal

import msgspec

from armarium.server.errors import BadToken, SeatRefused
from armarium.server.features.seats.links import find_seat_of_token
from armarium.server.tables.chair import hash_token
from armarium.server.tables.log import Closed, Deleted, Forgotten, Muted
from armarium.server.tables.messages import PeopleLine
from armarium.server.tables.session import Change, Session
from armarium.server.tables.state import Table, applies

__all__ = ["AdminAction", "delete", "forget", "moderate"]

AdminAction = Literal["close", "mute", "unmute"]


def moderate(session: Session, do: AdminAction, seat: int | None) -> Change:
    """Close a table, or mute or unmute a seat. It has no effect if that is already so."""
    table = session.table
    change = Change(table)
    if do == "close":
        if not table.closed:
            change.add(Closed())
    else:
        asked = len(table.chairs) if seat is None else seat
        chair = session.chair_of(asked)
        if not chair.is_person:
            raise SeatRefused(asked=do, seat=asked, reason="seat-no-person")
        if chair.is_muted != (do == "mute"):
            change.add(Muted(asked, do == "mute"))
    change.table_changed = bool(change.entries)
    return change


def delete(session: Session) -> Change:
    """Delete the table and everything that belongs to it."""
    change = Change(session.table)
    if not session.table.is_deleted:
        change.add(Deleted())
    return change


def forget(session: Session, seat: int, token: str) -> Change:
    """Delete the data of the person in a seat: the table if nobody else has joined it, otherwise their name and chat
    lines.

    A removed person may delete their name and chat lines too.
    """
    table, sitter = session.table, None
    if find_seat_of_token(table, token) != seat:
        sitter = _find_former(table, seat, token)
        if sitter is None:
            raise BadToken()
    elif _is_alone(table, seat):
        return delete(session)
    change = Change(table, table_changed=True, has_erased_chat=True)
    change.add(Forgotten(seat, sitter))
    return change


def _is_alone(table: Table, seat: int) -> bool:
    """Return whether nobody else has joined the table."""
    others = (chair for number, chair in enumerate(table.chairs) if number != seat)
    return not any(chair.is_person for chair in others)


def _find_former(table: Table, seat: int, token: str) -> int | None:
    """Return which former player of a seat had this token. All tokens are compared, in constant time."""
    asked, found = hash_token(token), None
    for number, former in enumerate(table.chairs[seat].former if seat < len(table.chairs) else ()):
        if hmac.compare_digest(asked, former.token or ""):
            found = number
    return found


@applies(Forgotten)
def _forget_person(table: Table, entry: Forgotten) -> dict[str, Any]:
    chair = table.chairs[entry.seat]
    if entry.sitter is None:
        first, last = chair.first_chat_line, None
        chair = replace(chair, name="", reserved="")
        lines = table.people_lines
    else:
        gone = chair.former[entry.sitter]
        first, last = gone.first_chat_line, gone.end_chat_line
        former = list(chair.former)
        former[entry.sitter] = gone._replace(name="")
        chair = replace(chair, former=tuple(former))
        lines = tuple(_without_name(line, entry.seat, gone.name) for line in table.people_lines)
    chairs = list(table.chairs)
    chairs[entry.seat] = chair
    talk = [
        line
        for line in table.talk
        if line.seat != entry.seat
        or line.number < first
        or (last is not None and line.number >= last)
    ]
    return {"chairs": tuple(chairs), "talk": tuple(talk), "people_lines": lines}


def _without_name(line: PeopleLine, seat: int, name: str) -> PeopleLine:
    mine = line.seat == seat and line.name == name
    return msgspec.structs.replace(line, name="") if mine else line


@applies(Deleted)
def _apply_deletion(_: Table, __: Deleted) -> dict[str, Any]:
    return {"closed": True, "is_deleted": True}
