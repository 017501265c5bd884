"""What a person has a right to: that their name and what they said at a table are deleted.

One entry of the log says so to whoever has the table in memory; then the entries before it are written anew, without
what is to be forgotten. Read again from those, the table is the same.
"""

from __future__ import annotations

import hmac
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any, Protocol

import msgspec

from armarium.server.table.chair import Chair, hash_of
from armarium.server.table.log import Created, Entry, Forgotten, Said, SeatTaken
from armarium.server.table.messages import PeopleLine, TalkLine

__all__ = ["blanked", "forgotten", "former_sitter", "is_alone", "is_blank"]


class Remembered(Protocol):
    """What is asked of a table here."""

    @property
    def chairs(self) -> tuple[Chair, ...]: ...

    @property
    def people_lines(self) -> tuple[PeopleLine, ...]: ...

    @property
    def talk(self) -> tuple[TalkLine, ...]: ...


def is_alone(table: Remembered, seat: int) -> bool:
    """Nobody else has sat down there: the table is theirs."""
    others = (chair for number, chair in enumerate(table.chairs) if number != seat)
    return not any(chair.is_person for chair in others)


def former_sitter(table: Remembered, seat: int, token: str) -> int | None:
    """Which of those who were removed from a seat had this token. All are compared, in constant time."""
    asked, found = hash_of(token), None
    for number, former in enumerate(table.chairs[seat].former if seat < len(table.chairs) else ()):
        if hmac.compare_digest(asked, former.token or ""):
            found = number
    return found


def forgotten(table: Remembered, entry: Forgotten) -> dict[str, Any]:
    """The fields of a table that are others afterwards."""
    chair = table.chairs[entry.seat]
    if entry.sitter is None:
        first, last = chair.heard_from, None
        chair = replace(chair, name="", reserved="")
        lines = table.people_lines
    else:
        gone = chair.former[entry.sitter]
        first, last = gone.heard_from, gone.heard_until
        former = list(chair.former)
        former[entry.sitter] = gone._replace(name="")
        chair = replace(chair, former=tuple(former))
        lines = tuple(_nameless(line, entry.seat, gone.name) for line in table.people_lines)
    chairs = list(table.chairs)
    chairs[entry.seat] = chair
    talk = [
        line
        for line in table.talk
        if line.seat != entry.seat
        or line.number < first
        or (last is not None and line.number >= last)
    ]
    return {"chairs": tuple(chairs), "talk": tuple(talk), "people_lines": lines}


def _nameless(line: PeopleLine, seat: int, name: str) -> PeopleLine:
    mine = line.seat == seat and line.name == name
    return msgspec.structs.replace(line, name="") if mine else line


def is_blank(line: Said) -> bool:
    """It was said once, and is deleted; its number stays, so that no other line has it."""
    return line.text is None and line.phrase is None and line.reaction is None


def blanked(entries: Sequence[Entry]) -> Iterator[tuple[int, Entry]]:
    """The entries that have to be written anew, with their positions. Asked twice, the second time there are none."""
    for place, entry in enumerate(entries):
        if isinstance(entry, Forgotten):
            yield from _of_player(entries[:place], entry)


def _of_player(entries: Sequence[Entry], asked: Forgotten) -> Iterator[tuple[int, Entry]]:
    """What one of those left who have sat down there: the last, unless another is named."""
    seat = asked.seat
    taken = [(n, e) for n, e in enumerate(entries) if isinstance(e, SeatTaken) and e.seat == seat]
    if not taken:
        return
    sitter = len(taken) - 1 if asked.sitter is None else asked.sitter
    since, last = taken[sitter]
    until = taken[sitter + 1][0] if sitter + 1 < len(taken) else len(entries)
    created = entries[0]
    assert isinstance(created, Created)
    plan = created.seats[seat]
    if sitter == 0 and plan.name:
        seats = list(created.seats)
        seats[seat] = msgspec.structs.replace(
            plan, name=""
        )  # named all the same: who opened it stays so
        yield 0, msgspec.structs.replace(created, seats=seats)
    if last.name:
        yield since, msgspec.structs.replace(last, name="")
    for place, entry in enumerate(entries[since:until], since):
        if isinstance(entry, Said) and entry.seat == seat and not is_blank(entry):
            yield place, Said(entry.seat, entry.at, entry.id)
