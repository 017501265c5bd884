"""A bot holds the seat of who is gone, and hands it back between two actions: nobody is left hanging.

At a live clock it comes by itself, after a minute or at the flag; at a table without a clock another player asks for
it; in a slow game it comes at the flag or when its owner leaves the seat to it. Nothing of this looks at a card.
"""

from __future__ import annotations

from armarium.games.table.errors import BadSeats
from armarium.server.errors import SeatRefused, TooFast
from armarium.server.table.attendance import Attendance, Nudged
from armarium.server.table.chair import Chair, Why
from armarium.server.table.change import Change
from armarium.server.table.clocks import LiveClock, SlowClock
from armarium.server.table.log import Closed, HandedBack, StoodIn
from armarium.server.table.messages import LeaveWish, Nudge, ResignWish, ReturnWish, StandInWish

__all__ = [
    "ask_stand_in",
    "chair_of",
    "come_back",
    "leave",
    "next_due",
    "nudge",
    "resign",
    "returns",
    "stand_in_for_due",
    "stand_in_times",
    "take_back_seat",
]

FOR_GOOD = ("resigned", "removed")  # a seat that does not come back by its player's return


def chair_of(session: Attendance, seat: int) -> Chair:
    chairs = session.table.chairs
    if seat >= len(chairs):
        raise BadSeats(asked=seat, reason="no-seat", allowed=list(range(len(chairs))))
    return chairs[seat]


# ── what people ask for ────────────────────────────────────────────────────────────────────────


def nudge(session: Attendance, by: int, wish: Nudge) -> Change:
    table = session.table
    chair = chair_of(session, wish.seat)
    last = session.nudges.get(wish.seat)
    if last is not None and (last.by, last.id) == (by, wish.id):
        return Change(table).acknowledged(wish.id, table.v)
    if wish.seat == by:
        raise SeatRefused(asked="nudge", seat=wish.seat, reason="seat-own")
    waits_for_rematch = table.is_over and chair.is_person and not chair.wishes_rematch
    if wish.seat != table.waited_for and not (waits_for_rematch and chair.held is None):
        raise SeatRefused(asked="nudge", seat=wish.seat, reason="seat-not-waited-for")
    if last is not None and session.now - last.at < session.waits.nudge:
        raise TooFast(asked="nudge", reason="nudged-already", allowed=round(session.waits.nudge))
    session.nudges[wish.seat] = Nudged(session.now, by, wish.id, (table.round, table.v))
    return Change(table, nudged=(wish.seat, by)).acknowledged(wish.id, table.v)


def ask_stand_in(session: Attendance, by: int, wish: StandInWish) -> Change:
    """For somebody who is away, at a table without a clock, or earlier than a live clock would."""
    table = session.table
    chair = chair_of(session, wish.seat)
    if wish.seat == by:
        raise SeatRefused(asked="stand-in", seat=wish.seat, reason="seat-own")
    if not chair.is_person:
        raise SeatRefused(asked="stand-in", seat=wish.seat, reason="seat-no-person")
    if table.game is None:
        raise SeatRefused(asked="stand-in", seat=wish.seat, reason="seat-not-begun")
    if isinstance(table.created.clock, SlowClock):
        raise SeatRefused(asked="stand-in", seat=wish.seat, reason="seat-slow")
    since = session.gone_since(wish.seat)
    if since is None:
        raise SeatRefused(asked="stand-in", seat=wish.seat, reason="seat-here")
    if session.now - since < session.waits.asked:
        facts = {"allowed": round(session.waits.asked)}
        raise SeatRefused(asked="stand-in", seat=wish.seat, reason="seat-just-gone", **facts)
    return _stood_in(session, wish.seat, "asked", by, wish.id)


def leave(session: Attendance, seat: int, wish: LeaveWish) -> Change:
    """Where others play on, to a bot; else the table waits."""
    table = session.table
    if table.game is None or table.is_over or table.people == [seat]:
        return Change(table).acknowledged(wish.id, table.v)
    return _stood_in(session, seat, "left", seat, wish.id)


def resign(session: Attendance, seat: int, wish: ResignWish) -> Change:
    """For good, as far as this round goes; who plays alone closes the table."""
    table = session.table
    if table.game is None or table.is_over:
        raise SeatRefused(asked="resign", seat=seat, reason="seat-not-playing")
    if table.people in ([seat], []):
        change = Change(table, table_changed=True)
        change.do(Closed(seat, wish.id))
        return change.acknowledged(wish.id, table.v)
    session.check_settings()
    change = Change(table)
    held = table.chairs[seat].held
    if held is None or held.why != "resigned":
        change.table_changed = True
        change.do(StoodIn(seat, session.stand_in, "resigned", seat, wish.id))
    return change.acknowledged(wish.id, table.v)


def take_back_seat(session: Attendance, seat: int, wish: ReturnWish) -> Change:
    held = session.table.chairs[seat].held
    if held is not None and held.why in FOR_GOOD:
        raise SeatRefused(asked="return", seat=seat, reason="seat-resigned")
    return come_back(session, seat, wish.id).acknowledged(wish.id, session.table.v)


# ── what comes by itself ───────────────────────────────────────────────────────────────────────


def returns(session: Attendance, seat: int | None) -> bool:
    """Whether a bot holds the seat of somebody who has just come."""
    held = None if seat is None else session.table.chairs[seat].held
    return held is not None and held.why not in FOR_GOOD and not session.table.closed


def come_back(session: Attendance, seat: int, name: str | None = None) -> Change:
    change = Change(session.table)
    if returns(session, seat):
        change.table_changed = True
        change.do(HandedBack(seat, seat, name))
    return change


def next_due(session: Attendance) -> float | None:
    """When a bot has to come for somebody, as far as it is known now."""
    times = [when for when in stand_in_times(session) if when is not None]
    flag = _flag(session)
    return min([*times, *([] if flag is None else [flag[0]])], default=None)


def stand_in_times(session: Attendance) -> list[float | None]:
    """For each seat, when a bot comes because its player is away; only a live clock is in such a hurry."""
    table = session.table
    is_hurried = isinstance(table.created.clock, LiveClock) and table.game is not None
    if not is_hurried or table.closed or table.is_over:
        return [None] * len(table.chairs)
    found: list[float | None] = []
    for seat, chair in enumerate(table.chairs):
        since = session.gone_since(seat)
        comes = chair.is_person and chair.held is None and since is not None
        found.append(round((since or 0.0) + session.waits.away, 3) if comes else None)
    return found


def stand_in_for_due(session: Attendance) -> Change:
    """For everybody for whom it is time."""
    change = Change(session.table)
    flag = _flag(session)
    if flag is not None and flag[0] <= session.now:
        change.do(StoodIn(flag[1], session.stand_in, "flag"))
    for seat, when in enumerate(stand_in_times(session)):
        if when is not None and when <= session.now and change.after.chairs[seat].held is None:
            change.do(StoodIn(seat, session.stand_in, "away"))
    change.table_changed = bool(change.entries)
    return change


def _flag(session: Attendance) -> tuple[float, int] | None:
    """When the time of a seat is up. While the server was gone nobody could play: a live clock gives a minute then."""
    times = session.table.times
    if (
        times is None
        or times.due is None
        or times.seat is None
        or times.seat != session.table.waited_for
    ):
        return None
    is_live = isinstance(session.table.created.clock, LiveClock)
    return max(times.due, session.woke + session.waits.grace if is_live else 0.0), times.seat


def _stood_in(session: Attendance, seat: int, why: Why, by: int, name: str) -> Change:
    change = Change(session.table)
    if session.table.chairs[seat].held is None:
        session.check_settings()
        change.table_changed = True
        change.do(StoodIn(seat, session.stand_in, why, by, name))
    return change.acknowledged(name, session.table.v)
