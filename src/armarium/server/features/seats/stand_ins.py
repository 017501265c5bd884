"""Let a bot play for an absent player, and hand the seat back between two actions.

With a live clock this happens automatically, after a minute or at a timeout (`clock`). At a table without a clock
another player asks for it. In a slow game it happens at a timeout, or when the player leaves. None of this depends on
a card.
"""

from __future__ import annotations

from armarium.server.errors import SeatRefused, TooFast
from armarium.server.tables.chair import Why
from armarium.server.tables.log import Closed, HandedBack, StoodIn
from armarium.server.tables.messages import LeaveSeat, Nudge, RequestStandIn, Resign, ReturnToSeat
from armarium.server.tables.plan import SlowClock
from armarium.server.tables.session import Change, LastNudge, Session

__all__ = [
    "come_back",
    "hand_back",
    "leave",
    "may_come_back",
    "nudge",
    "request_stand_in",
    "resign",
]

# Reasons for which a seat is not handed back in this round when its player returns.
FINAL = ("resigned", "removed", "next-round")


# ── requests from people ─────────────────────────────────────────────────────────────────────────


def nudge(session: Session, by: int, request: Nudge) -> Change:
    table = session.table
    chair = session.chair_of(request.seat)
    last = session.nudges.get(request.seat)
    if last is not None and (last.by, last.id) == (by, request.id):
        return Change(table).acknowledge(request.id, table.v)
    if request.seat == by:
        raise SeatRefused(asked="nudge", seat=request.seat, reason="seat-own")
    waits_for_rematch = table.is_over and chair.is_person and not chair.wants_rematch
    if request.seat != table.awaited_seat and not (waits_for_rematch and chair.held is None):
        raise SeatRefused(asked="nudge", seat=request.seat, reason="seat-not-waited-for")
    if last is not None and session.now - last.at < session.timeouts.nudge:
        raise TooFast(asked="nudge", reason="nudged-already", allowed=round(session.timeouts.nudge))
    session.nudges[request.seat] = LastNudge(session.now, by, request.id, (table.round, table.v))
    return Change(table, nudged=(request.seat, by)).acknowledge(request.id, table.v)


def request_stand_in(session: Session, by: int, request: RequestStandIn) -> Change:
    """Let a bot play for an absent player: at a table without a clock, or earlier than a live clock would."""
    table = session.table
    chair = session.chair_of(request.seat)
    if request.seat == by:
        raise SeatRefused(asked="stand-in", seat=request.seat, reason="seat-own")
    if not chair.is_person:
        raise SeatRefused(asked="stand-in", seat=request.seat, reason="seat-no-person")
    if table.game is None:
        raise SeatRefused(asked="stand-in", seat=request.seat, reason="seat-not-begun")
    if isinstance(table.created.clock, SlowClock):
        raise SeatRefused(asked="stand-in", seat=request.seat, reason="seat-slow")
    since = session.disconnected_since(request.seat)
    if since is None:
        raise SeatRefused(asked="stand-in", seat=request.seat, reason="seat-here")
    if session.now - since < session.timeouts.asked:
        facts = {"allowed": round(session.timeouts.asked)}
        raise SeatRefused(asked="stand-in", seat=request.seat, reason="seat-just-gone", **facts)
    return _stand_in(session, request.seat, "asked", by, request.id)


def leave(session: Session, seat: int, request: LeaveSeat) -> Change:
    """Leave a seat to a bot if other people play on; otherwise the table waits."""
    table = session.table
    if table.game is None or table.is_over or table.people == [seat]:
        return Change(table).acknowledge(request.id, table.v)
    return _stand_in(session, seat, "left", seat, request.id)


def resign(session: Session, seat: int, request: Resign) -> Change:
    """Resign for the rest of this round. A person who plays alone closes the table."""
    table = session.table
    if table.game is None or table.is_over:
        raise SeatRefused(asked="resign", seat=seat, reason="seat-not-playing")
    if table.chairs[seat].plays_next_round:
        raise SeatRefused(asked="resign", seat=seat, reason="seat-next-round")
    if table.people in ([seat], []):
        change = Change(table, table_changed=True)
        change.add(Closed(seat, request.id))
        return change.acknowledge(request.id, table.v)
    session.check_settings()
    change = Change(table)
    held = table.chairs[seat].held
    if held is None or held.why != "resigned":
        change.table_changed = True
        change.add(StoodIn(seat, session.stand_in, "resigned", seat, request.id))
    return change.acknowledge(request.id, table.v)


def hand_back(session: Session, seat: int, request: ReturnToSeat) -> Change:
    held = session.table.chairs[seat].held
    if session.table.chairs[seat].plays_next_round:
        raise SeatRefused(asked="return", seat=seat, reason="seat-next-round")
    if held is not None and held.why in FINAL:
        raise SeatRefused(asked="return", seat=seat, reason="seat-resigned")
    return come_back(session, seat, request.id).acknowledge(request.id, session.table.v)


# ── automatic changes ────────────────────────────────────────────────────────────────────────────


def may_come_back(session: Session, seat: int | None) -> bool:
    """Return whether a bot plays for the person who has just connected, and may hand the seat back."""
    held = None if seat is None else session.table.chairs[seat].held
    return held is not None and held.why not in FINAL and not session.table.closed


def come_back(session: Session, seat: int, name: str | None = None) -> Change:
    change = Change(session.table)
    if may_come_back(session, seat):
        change.table_changed = True
        change.add(HandedBack(seat, seat, name))
    return change


def _stand_in(session: Session, seat: int, why: Why, by: int, name: str) -> Change:
    change = Change(session.table)
    if session.table.chairs[seat].held is None:
        session.check_settings()
        change.table_changed = True
        change.add(StoodIn(seat, session.stand_in, why, by, name))
    return change.acknowledge(name, session.table.v)
