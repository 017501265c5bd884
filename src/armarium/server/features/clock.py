"""Clocks: charge seats for their time, find deadlines, and let a bot take over at a timeout.

The clock is stored in log entries, so a restart does not change it. A seat is charged only for the time in which the
table waited for it: not while a bot plays there, and not for an action that another seat undoes.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import Any

from armarium.server.errors import NotSaved, TableStopped
from armarium.server.tables.log import Acted, ActionUndone, ClockSet, StoodIn
from armarium.server.tables.messages import ClockInfo
from armarium.server.tables.plan import LiveClock
from armarium.server.tables.session import Change, Session
from armarium.server.tables.state import ClockState, Table, applies

__all__ = [
    "ClockTimer",
    "away_deadlines",
    "clock_deadline",
    "clock_info",
    "time_out",
    "update_clock",
]

MAX_TIMER_SECONDS = 3600.0  # check a running timer at least this often
RETRY_SECONDS = 1.0  # after a change that could not be saved
ERROR_RETRY_SECONDS = 60.0  # after a change that failed

_logger = logging.getLogger("armarium.server")


@applies(ClockSet)
def _set_clock(_: Table, entry: ClockSet) -> dict[str, Any]:
    return {"clock_state": ClockState(entry.at, entry.seat, entry.due, tuple(entry.left))}


def update_clock(before: Table | None, change: Change, now: float) -> None:
    """Add a clock entry to a change if the table now waits for another seat, or for another action of the same seat."""
    table = change.after
    clock = table.created.clock
    if clock is None or table.game is None:
        return
    previous = None if before is None or change.has_begun else before.clock_state
    moved = any(isinstance(entry, Acted | ActionUndone) for entry in change.entries)
    seat = table.awaited_seat
    if previous is not None and not moved and previous.seat == seat:
        return
    if previous is None:
        full = float(clock.bank) if isinstance(clock, LiveClock) else 0.0
        left = [full] * len(table.chairs)
    else:
        left = list(previous.left)
    if previous is not None and previous.seat is not None and isinstance(clock, LiveClock):
        remaining = max(0.0, clock.seconds_allowed(left[previous.seat]) - (now - previous.at))
        _charge(left, previous.seat, remaining, clock, change)
    due = None if seat is None else round(now + clock.seconds_allowed(left[seat]), 3)
    change.add(ClockSet(round(now, 3), seat, due, [round(bank, 3) for bank in left]))
    change.table_changed = True


def _charge(
    left: list[float], seat: int, remaining: float, clock: LiveClock, change: Change
) -> None:
    """Charge `seat`, which has `remaining` seconds left of its allowance."""
    if any(isinstance(entry, StoodIn) and entry.why == "flag" for entry in change.entries):
        left[seat] = 0.0
        return
    taker = next((entry.seat for entry in change.entries if isinstance(entry, ActionUndone)), None)
    if taker is None:
        acted = any(isinstance(entry, Acted) and entry.seat == seat for entry in change.entries)
        left[seat] = remaining + (clock.increment if acted else 0)
    else:
        # The seat that was waiting meanwhile loses nothing. The undone action's increment is taken back.
        left[taker] = max(0.0, (remaining if taker == seat else left[taker]) - clock.increment)


# ── deadlines ────────────────────────────────────────────────────────────────────────────────────


def clock_deadline(session: Session) -> float | None:
    """Return when the next seat times out, as far as it is known now."""
    times = [when for when in away_deadlines(session) if when is not None]
    timeout = _next_timeout(session)
    return min([*times, *([] if timeout is None else [timeout[0]])], default=None)


def away_deadlines(session: Session) -> list[float | None]:
    """Return, for each seat, when a bot takes over because its player is away. This happens only with a live clock."""
    table = session.table
    is_live = isinstance(table.created.clock, LiveClock) and table.game is not None
    if not is_live or table.closed or table.is_over:
        return [None] * len(table.chairs)
    found: list[float | None] = []
    for seat, chair in enumerate(table.chairs):
        since = session.disconnected_since(seat)
        will_time_out = chair.is_person and chair.held is None and since is not None
        found.append(round((since or 0.0) + session.timeouts.away, 3) if will_time_out else None)
    return found


def time_out(session: Session) -> Change:
    """Let a bot take over every seat whose time is up or whose player is away too long."""
    change = Change(session.table)
    timeout = _next_timeout(session)
    if timeout is not None and timeout[0] <= session.now:
        change.add(StoodIn(timeout[1], session.stand_in, "flag"))
    for seat, when in enumerate(away_deadlines(session)):
        if when is not None and when <= session.now and change.after.chairs[seat].held is None:
            change.add(StoodIn(seat, session.stand_in, "away"))
    change.table_changed = bool(change.entries)
    return change


def _next_timeout(session: Session) -> tuple[float, int] | None:
    """Return the next timeout and its seat. With a live clock, a restart grants a grace period, because nobody could
    play.
    """
    clock = session.table.clock_state
    if (
        clock is None
        or clock.due is None
        or clock.seat is None
        or clock.seat != session.table.awaited_seat
    ):
        return None
    is_live = isinstance(session.table.created.clock, LiveClock)
    return max(
        clock.due, session.loaded_at + session.timeouts.grace if is_live else 0.0
    ), clock.seat


def clock_info(session: Session) -> ClockInfo | None:
    """Describe the clock for the client; None without a clock."""
    plan, clock = session.table.created.clock, session.table.clock_state
    if plan is None:
        return None
    left = [float(getattr(plan, "bank", 0))] * len(session.table.chairs)
    return ClockInfo(
        plan=plan,
        now=round(session.now, 3),
        at=session.now if clock is None else clock.at,
        seat=None if clock is None else clock.seat,
        due=None if clock is None else clock.due,
        left=left if clock is None else list(clock.left),
        stand_in=away_deadlines(session),
    )


class ClockTimer:
    """The timer of one table. `deadline` returns when something is due; `run` applies it; `spawn` starts a task."""

    def __init__(
        self,
        table: str,
        clock: Callable[[], float],
        deadline: Callable[[], float | None],
        run: Callable[[], Awaitable[Any]],
        spawn: Callable[[Any], Any],
    ) -> None:
        self._table, self._clock = table, clock
        self._deadline, self._run, self._spawn = deadline, run, spawn
        self._timer: asyncio.TimerHandle | None = None

    def update(self) -> None:
        """Reset the timer. It is called after every change, and when a client connects or disconnects."""
        self.stop()
        due = self._deadline()
        if due is not None:
            wait = min(max(0.0, due - self._clock()), MAX_TIMER_SECONDS)
            self._timer = asyncio.get_running_loop().call_later(wait, self.expire)

    def expire(self) -> None:
        """Apply what is due: a seat timed out, its player is away too long, or a contribution is missing."""
        self._spawn(self._apply_due())

    async def _apply_due(self) -> None:
        try:
            await self._run()
        except NotSaved:
            await asyncio.sleep(RETRY_SECONDS)
            self.update()
        except TableStopped:
            pass  # everybody was informed
        except Exception:
            # Without a retry, the clock would stop its table for good.
            _logger.exception("table %s: could not apply what is due", self._table)
            await asyncio.sleep(ERROR_RETRY_SECONDS)
            self.update()

    def stop(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
