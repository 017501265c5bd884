"""What a person has a right to: that their name and what they said at a table are deleted.

One entry of the log says so to whoever has the table in memory; then the entries before it are written anew, without
what is to be forgotten. Read again from those, the table is the same.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any, Protocol

import msgspec

from armarium.server.table.chair import Chair
from armarium.server.table.log import Created, Entry, Forgotten, Said, SeatTaken
from armarium.server.table.messages import TalkLine

__all__ = ["blanked", "forgotten", "is_alone", "is_blank"]


class Remembered(Protocol):
    """What is asked of a table here."""

    @property
    def chairs(self) -> tuple[Chair, ...]: ...

    @property
    def talk(self) -> tuple[TalkLine, ...]: ...


def is_alone(table: Remembered, seat: int) -> bool:
    """Nobody else has sat down there: the table is theirs."""
    others = (chair for number, chair in enumerate(table.chairs) if number != seat)
    return not any(chair.is_person for chair in others)


def forgotten(table: Remembered, seat: int) -> dict[str, Any]:
    """The fields of a table that are others afterwards."""
    chair = table.chairs[seat]
    chairs = list(table.chairs)
    chairs[seat] = replace(chair, name="", reserved="")
    talk = [line for line in table.talk if line.seat != seat or line.number < chair.heard_from]
    return {"chairs": tuple(chairs), "talk": tuple(talk)}


def is_blank(line: Said) -> bool:
    """It was said once, and is deleted; its number stays, so that no other line has it."""
    return line.text is None and line.phrase is None and line.reaction is None


def blanked(entries: Sequence[Entry]) -> Iterator[tuple[int, Entry]]:
    """The entries that have to be written anew, with their positions. Asked twice, the second time there are none."""
    for place, entry in enumerate(entries):
        if isinstance(entry, Forgotten):
            yield from _of_player(entries[:place], entry.seat)


def _of_player(entries: Sequence[Entry], seat: int) -> Iterator[tuple[int, Entry]]:
    """What the last who sat down there left: others may have sat there before."""
    taken = [(n, e) for n, e in enumerate(entries) if isinstance(e, SeatTaken) and e.seat == seat]
    if not taken:
        return
    since, last = taken[-1]
    created = entries[0]
    assert isinstance(created, Created)
    plan = created.seats[seat]
    if len(taken) == 1 and plan.name:
        seats = list(created.seats)
        seats[seat] = msgspec.structs.replace(
            plan, name=""
        )  # named all the same: who opened it stays so
        yield 0, msgspec.structs.replace(created, seats=seats)
    if last.name:
        yield since, msgspec.structs.replace(last, name="")
    for place, entry in enumerate(entries[since:], since):
        if isinstance(entry, Said) and entry.seat == seat and not is_blank(entry):
            yield place, Said(entry.seat, entry.at, entry.id)
