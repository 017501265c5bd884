"""What the host of a table may do: begin with bots, give seats to bots and back, remove or mute people, close it."""

from __future__ import annotations

import secrets

from armarium.server.errors import HostOnly, SeatRefused
from armarium.server.table.attendance import Attendance
from armarium.server.table.chair import hash_of
from armarium.server.table.change import Change
from armarium.server.table.log import (
    Closed,
    Contributed,
    HandedBack,
    Muted,
    Removed,
    SeatOpened,
    StoodIn,
)
from armarium.server.table.messages import HostWish
from armarium.server.table.stand_ins import chair_of

__all__ = ["host_wish"]


def host_wish(session: Attendance, by: int, wish: HostWish) -> Change:
    table = session.table
    if by != table.host:
        raise HostOnly(asked=wish.do)
    session.check_settings()
    change = Change(table)
    if wish.do == "close":
        change.do(Closed(by, wish.id))
    elif wish.do == "begin":
        if table.awaits_contribution:
            change.do(Contributed(by, 1, None))
        for seat in table.vacant_seats if table.game is None else []:
            change.do(StoodIn(seat, session.stand_in, "host", by, wish.id))
    elif wish.seat is None:
        seats = list(range(len(table.chairs)))
        raise SeatRefused(asked=wish.do, seat=None, reason="seat-unnamed", allowed=seats)
    else:
        _to_seat(session, change, by, wish.seat, wish)
    change.table_changed = bool(change.entries)
    return change.acknowledged(wish.id, table.v)


def _to_seat(session: Attendance, change: Change, by: int, seat: int, wish: HostWish) -> None:
    chair = chair_of(session, seat)

    def refused(reason: str) -> SeatRefused:
        return SeatRefused(asked=wish.do, seat=seat, reason=reason)

    match wish.do:
        case "bot":
            if chair.bot is not None:
                raise refused("seat-of-bot")
            if chair.held is None:
                change.do(StoodIn(seat, session.stand_in, "host", by, wish.id))
        case "person":
            if chair.held is None and chair.bot is None:
                return
            if chair.held is not None and chair.held.why == "resigned":
                raise refused("seat-resigned")
            if chair.bot is not None:
                change.do(SeatOpened(seat, by, wish.id))
            elif chair.is_person or session.table.game is None:
                change.do(HandedBack(seat, by, wish.id))
            else:
                raise refused("seat-open-already")
        case "remove":
            if not chair.is_person:
                raise refused("seat-no-person")
            if seat == by:
                raise refused("seat-own")
            change.do(Removed(seat, hash_of(secrets.token_urlsafe(24)), by, wish.id))
            if session.table.game is not None:
                change.do(StoodIn(seat, session.stand_in, "removed", by))
            change.removed = seat
        case "mute" | "unmute":
            if not chair.is_person:
                raise refused("seat-no-person")
            if seat == by:
                raise refused("seat-own")
            if chair.muted != (wish.do == "mute"):
                change.do(Muted(seat, wish.do == "mute", by, wish.id))
