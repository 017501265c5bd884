"""What the host of a table may do: start with bots, hand seats to bots and back, remove or mute people, close the
table.
"""

from __future__ import annotations

import secrets

from armarium.server.errors import HostOnly, SeatRefused
from armarium.server.features.fairness import awaits_creator
from armarium.server.tables.chair import hash_token
from armarium.server.tables.log import (
    Closed,
    Contributed,
    HandedBack,
    Muted,
    Removed,
    SeatOpened,
    StoodIn,
)
from armarium.server.tables.messages import HostRequest
from armarium.server.tables.session import Change, Session

__all__ = ["handle_host_request"]


def handle_host_request(session: Session, by: int, request: HostRequest) -> Change:
    table = session.table
    if by != table.host:
        raise HostOnly(asked=request.do)
    session.check_settings()
    change = Change(table)
    if request.do == "close":
        change.add(Closed(by, request.id))
    elif request.do == "begin":
        if awaits_creator(table):
            change.add(Contributed(by, 1, None))
        for seat in table.vacant_seats if table.game is None else []:
            change.add(StoodIn(seat, session.stand_in, "host", by, request.id))
    elif request.seat is None:
        seats = list(range(len(table.chairs)))
        raise SeatRefused(asked=request.do, seat=None, reason="seat-unnamed", allowed=seats)
    else:
        _change_seat(session, change, by, request.seat, request)
    change.table_changed = bool(change.entries)
    return change.acknowledge(request.id, table.v)


def _change_seat(
    session: Session, change: Change, by: int, seat: int, request: HostRequest
) -> None:
    chair = session.chair_of(seat)

    def refused(reason: str) -> SeatRefused:
        return SeatRefused(asked=request.do, seat=seat, reason=reason)

    match request.do:
        case "bot":
            if chair.bot is not None:
                raise refused("seat-of-bot")
            if chair.held is None:
                change.add(StoodIn(seat, session.stand_in, "host", by, request.id))
        case "person":
            if chair.held is None and chair.bot is None:
                return
            if chair.held is not None and chair.held.why == "resigned":
                raise refused("seat-resigned")
            if chair.plays_next_round:
                raise refused("seat-next-round")
            if chair.bot is not None:
                change.add(SeatOpened(seat, by, request.id))
            elif chair.is_person or session.table.game is None:
                change.add(HandedBack(seat, by, request.id))
            else:
                raise refused("seat-open-already")
        case "remove":
            if not chair.is_person:
                raise refused("seat-no-person")
            if seat == by:
                raise refused("seat-own")
            change.add(Removed(seat, hash_token(secrets.token_urlsafe(24)), by, request.id))
            if session.table.game is not None:
                change.add(StoodIn(seat, session.stand_in, "removed", by))
            change.removed = seat
        case "mute" | "unmute":
            if not chair.is_person:
                raise refused("seat-no-person")
            if seat == by:
                raise refused("seat-own")
            if chair.is_muted != (request.do == "mute"):
                change.add(Muted(seat, request.do == "mute", by, request.id))
