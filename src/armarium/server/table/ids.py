"""What each id of a client has done: kept so that it does nothing twice."""

from __future__ import annotations

import sys
from typing import NamedTuple

from armarium.server.errors import IdUsed
from armarium.server.table.log import Acted, Entry, Instructed, OfPeople, Said, TakenBack

__all__ = ["OF_PEOPLE", "Done", "Ids"]

OF_PEOPLE = "people"  # what an id did that moved no card


class Done(NamedTuple):
    """No action: it took one back."""

    v: int
    actions: tuple[str, ...]


class Ids:
    """Grows by what is saved, and never shrinks: an action that was taken back stays done."""

    def __init__(self) -> None:
        # A table has hundreds of them: an id that did one action is kept as its version and the action's text.
        self._done: dict[str, Done | tuple[int, str]] = {}

    def note(self, entry: Entry, v: int) -> None:
        """An entry that is saved, and the version that it made."""
        if isinstance(entry, OfPeople) and entry.id is not None:
            self._done[f"{entry.by} {entry.id}"] = (v, OF_PEOPLE)
        if not isinstance(entry, Acted | TakenBack | Instructed | Said) or entry.id is None:
            return
        name = f"{entry.seat} {entry.id}"
        known = self._done.get(name)
        if isinstance(entry, TakenBack):
            self._done[name] = Done(v, ())
        elif isinstance(entry, Instructed | Said):
            self._done[name] = (v, "instruct" if isinstance(entry, Instructed) else "say")
        elif known is None:
            self._done[name] = (v, sys.intern(entry.action))
        else:
            self._done[name] = Done(v, (*_read(known).actions, entry.action))

    def done_before(self, seat: int, name: str | None, texts: list[str]) -> Done | None:
        """What an id has already done; no texts: it takes back. It does nothing else, ever."""
        found = None if name is None else self._done.get(f"{seat} {name}")
        known = None if found is None else _read(found)
        if known is not None and known.actions != tuple(texts):
            was, asked = list(known.actions) or ["take-back"], texts or ["take-back"]
            raise IdUsed(asked=asked, allowed=was, id=name, reason="id-used")
        return known


def _read(kept: Done | tuple[int, str]) -> Done:
    return kept if isinstance(kept, Done) else Done(kept[0], (kept[1],))
