"""Rewrite a log without the name and the chat lines of a person who asked for that."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec

from armarium.server.tables.log import ChatSent, Created, Entry, Forgotten, SeatTaken

__all__ = ["erase_forgotten", "is_erased"]


def is_erased(line: ChatSent) -> bool:
    """Return whether a chat line was erased. Its number stays in use, so that no other line gets it."""
    return line.text is None and line.phrase is None and line.reaction is None


def erase_forgotten(entries: Sequence[Entry]) -> Iterator[tuple[int, Entry]]:
    """Yield the entries that have to be rewritten, with their positions.

    A second run finds nothing to rewrite.
    """
    for place, entry in enumerate(entries):
        if isinstance(entry, Forgotten):
            yield from _erase_person(entries[:place], entry)


def _erase_person(entries: Sequence[Entry], asked: Forgotten) -> Iterator[tuple[int, Entry]]:
    """Yield the entries that one person left in a seat: the last person there, unless `asked.sitter` names another."""
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
        )  # empty but not None: the creator stays the creator
        yield 0, msgspec.structs.replace(created, seats=seats)
    if last.name:
        yield since, msgspec.structs.replace(last, name="")
    for place, entry in enumerate(entries[since:until], since):
        if isinstance(entry, ChatSent) and entry.seat == seat and not is_erased(entry):
            yield place, ChatSent(entry.seat, entry.at, entry.id)
