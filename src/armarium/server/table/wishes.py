"""What people ask of a table beside playing, and who decides about it."""

from __future__ import annotations

from armarium.server.table import hosting, stand_ins
from armarium.server.table.attendance import Attendance
from armarium.server.table.change import Change
from armarium.server.table.messages import (
    HostWish,
    LeaveWish,
    Nudge,
    PeopleWish,
    ResignWish,
    ReturnWish,
    StandInWish,
)

__all__ = ["people_wish"]


def people_wish(session: Attendance, seat: int, wish: PeopleWish) -> Change:
    match wish:
        case Nudge():
            return stand_ins.nudge(session, seat, wish)
        case StandInWish():
            return stand_ins.ask_stand_in(session, seat, wish)
        case LeaveWish():
            return stand_ins.leave(session, seat, wish)
        case ReturnWish():
            return stand_ins.take_back_seat(session, seat, wish)
        case ResignWish():
            return stand_ins.resign(session, seat, wish)
        case HostWish():
            return hosting.host_wish(session, seat, wish)
