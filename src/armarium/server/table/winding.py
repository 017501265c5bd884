"""What a change of the table means for its clock: one entry more, saved together with the others.

A seat is charged for the time in which it was waited for, and for no other: not while a bot holds it, not for an
action that another takes back.
"""

from __future__ import annotations

from armarium.server.table.change import Change
from armarium.server.table.clocks import LiveClock
from armarium.server.table.log import Acted, ClockSet, StoodIn, TakenBack
from armarium.server.table.table import Table

__all__ = ["wind"]


def wind(before: Table | None, change: Change, now: float) -> None:
    """Add the clock's entry, if another seat is waited for now, or the same one anew."""
    table = change.after
    clock = table.created.clock
    if clock is None or table.game is None:
        return
    was = None if before is None or change.has_begun else before.times
    moved = any(isinstance(entry, Acted | TakenBack) for entry in change.entries)
    seat = table.waited_for
    if was is not None and not moved and was.seat == seat:
        return
    if was is None:
        full = float(clock.bank) if isinstance(clock, LiveClock) else 0.0
        left = [full] * len(table.chairs)
    else:
        left = list(was.left)
    if was is not None and was.seat is not None and isinstance(clock, LiveClock):
        rest = max(0.0, clock.allowed(left[was.seat]) - (now - was.at))
        _charge(left, was.seat, rest, clock, change)
    due = None if seat is None else round(now + clock.allowed(left[seat]), 3)
    change.do(ClockSet(round(now, 3), seat, due, [round(bank, 3) for bank in left]))
    change.table_changed = True


def _charge(left: list[float], seat: int, rest: float, clock: LiveClock, change: Change) -> None:
    """`seat` was waited for, and has `rest` left of what it was given."""
    if any(isinstance(entry, StoodIn) and entry.why == "flag" for entry in change.entries):
        left[seat] = 0.0
        return
    taker = next((entry.seat for entry in change.entries if isinstance(entry, TakenBack)), None)
    if taker is None:
        acted = any(isinstance(entry, Acted) and entry.seat == seat for entry in change.entries)
        left[seat] = rest + (clock.increment if acted else 0)
    else:
        # Whoever was waited for meanwhile loses nothing; what the action had brought goes with it.
        left[taker] = max(0.0, (rest if taker == seat else left[taker]) - clock.increment)
