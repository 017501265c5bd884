"""What people do to a table beside playing, as the fold of its log has it: who holds a seat, who may speak.

Nothing here decides anything; `stand_ins` and `hosting` do.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Protocol

from armarium.server.table.chair import Chair, Former, Held
from armarium.server.table.log import (
    Closed,
    HandedBack,
    Muted,
    OfPeople,
    Removed,
    SeatOpened,
    StoodIn,
    kind_of,
)
from armarium.server.table.messages import PeopleLine

__all__ = ["MOST_LINES", "for_next_round", "lines_with", "people_changes"]

MOST_LINES = 60  # of a round that are told again to whoever comes


class Seated(Protocol):
    """What is asked of a table here."""

    @property
    def chairs(self) -> tuple[Chair, ...]: ...

    @property
    def people_lines(self) -> tuple[PeopleLine, ...]: ...

    @property
    def settings(self) -> int: ...

    @property
    def talked(self) -> int: ...

    @property
    def v(self) -> int: ...


def people_changes(table: Seated, entry: OfPeople) -> dict[str, Any]:
    """The fields of a table that are others after such an entry."""
    changes: dict[str, Any] = {"settings": table.settings + 1}
    if isinstance(entry, Closed):
        line = PeopleLine(table.v, kind_of(entry), None, entry.by)
        return {**changes, "closed": True, "people_lines": lines_with(table, line)}
    chairs = list(table.chairs)
    chair = chairs[entry.seat]
    chairs[entry.seat] = _seated(chair, entry, table.talked)
    line = PeopleLine(table.v, kind_of(entry), entry.seat, entry.by)
    if isinstance(entry, StoodIn):
        line.bot, line.why = entry.bot, entry.why
    elif isinstance(entry, Muted):
        line.what = "muted" if entry.muted else "unmuted"
    elif isinstance(entry, Removed):
        line.name = chair.name
    return {**changes, "chairs": tuple(chairs), "people_lines": lines_with(table, line)}


def lines_with(table: Seated, line: PeopleLine) -> tuple[PeopleLine, ...]:
    return (*table.people_lines, line)[-MOST_LINES:]


def for_next_round(chair: Chair) -> Chair:
    """Whoever wished another round plays it; for the others a bot plays on until they are back."""
    held = chair.held
    if held is not None and chair.wishes_rematch:
        held = None
    elif held is not None and held.why == "resigned":
        held = Held(held.bot, "left")
    return replace(chair, wishes_rematch=False, held=held, instructions=())


def _seated(chair: Chair, entry: OfPeople, talked: int) -> Chair:
    match entry:
        case StoodIn():
            # What the seat had said beforehand ends: the bot plays as it sees fit.
            return replace(chair, held=Held(entry.bot, entry.why), instructions=())
        case HandedBack():
            return replace(chair, held=None)
        case SeatOpened():
            assert chair.bot is not None, "a bot's own seat"
            return replace(chair, bot=None, reserved="", held=Held(chair.bot, "opened"))
        case Removed():
            former = (*chair.former, Former(chair.token, chair.name, chair.heard_from, talked))
            gone = replace(chair, name="", reserved="", muted=False, wishes_rematch=False)
            return replace(gone, token=None, invitation=entry.token, former=former)
        case Muted():
            return replace(chair, muted=entry.muted)
        case Closed():
            raise AssertionError("the table's, not a chair's")
