"""What the log entries about people change: who plays a seat, who may chat, and the lines about it.

Nothing here makes decisions; `links`, `stand_ins` and `hosting` do.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from armarium.server.tables.chair import Chair, FormerPlayer, StandIn
from armarium.server.tables.log import (
    Closed,
    HandedBack,
    Muted,
    PeopleEntry,
    Removed,
    SeatOpened,
    StoodIn,
    kind_of,
)
from armarium.server.tables.messages import PeopleLine
from armarium.server.tables.state import Shuffle, Table, applies

__all__ = ["MAX_PEOPLE_LINES", "add_line", "shuffles_without_hash"]

MAX_PEOPLE_LINES = 60  # of a round, sent to a client that connects


@applies(StoodIn, HandedBack, SeatOpened, Removed, Muted, Closed)
def _change_people(table: Table, entry: PeopleEntry) -> dict[str, Any]:
    changes: dict[str, Any] = {"settings": table.settings + 1}
    if isinstance(entry, Closed):
        line = PeopleLine(table.v, kind_of(entry), None, entry.by)
        return {**changes, "closed": True, "people_lines": add_line(table, line)}
    chairs = list(table.chairs)
    chair = chairs[entry.seat]
    chairs[entry.seat] = _change_chair(chair, entry, table.chat_line_count)
    line = PeopleLine(table.v, kind_of(entry), entry.seat, entry.by)
    if isinstance(entry, StoodIn):
        line.bot, line.why = entry.bot, entry.why
        if chair.is_open and entry.why == "host":
            line.what = "seat-filled"
    elif isinstance(entry, Muted):
        line.what = "muted" if entry.muted else "unmuted"
    elif isinstance(entry, Removed):
        line.name = chair.name
        changes["shuffles"] = shuffles_without_hash(table, entry.seat)
    return {**changes, "chairs": tuple(chairs), "people_lines": add_line(table, line)}


def add_line(table: Table, line: PeopleLine) -> tuple[PeopleLine, ...]:
    return (*table.people_lines, line)[-MAX_PEOPLE_LINES:]


def shuffles_without_hash(table: Table, seat: int) -> dict[int, Shuffle]:
    """Return the shuffles without the seat's hash, because a new player could not reveal it. Fixed hashes stay."""
    shuffles = dict(table.shuffles)
    shuffle = shuffles.get(table.next_round)
    if shuffle is not None and shuffle.fixed_at is None and seat in shuffle.hashes:
        hashes = {n: old for n, old in shuffle.hashes.items() if n != seat}
        shuffles[table.next_round] = replace(shuffle, hashes=hashes)
    return shuffles


def _change_chair(chair: Chair, entry: PeopleEntry, chat_line_count: int) -> Chair:
    match entry:
        case StoodIn():
            # The seat's auto-actions end: the bot plays in its own way.
            return replace(chair, held=StandIn(entry.bot, entry.why), auto_actions=())
        case HandedBack():
            return replace(chair, held=None)
        case SeatOpened():
            assert chair.bot is not None, "a bot's own seat"
            return replace(chair, bot=None, reserved="", held=StandIn(chair.bot, "opened"))
        case Removed():
            former = (
                *chair.former,
                FormerPlayer(chair.token, chair.name, chair.first_chat_line, chat_line_count),
            )
            gone = replace(chair, name="", reserved="", is_muted=False, wants_rematch=False)
            return replace(gone, token=None, invitation=entry.token, former=former)
        case Muted():
            return replace(chair, is_muted=entry.muted)
        case Closed():
            raise AssertionError("the table's, not a chair's")
