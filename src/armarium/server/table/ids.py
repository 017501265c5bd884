"""What each id of a client has done: kept so that it does nothing twice."""

from __future__ import annotations

import sys
from array import array
from bisect import bisect_left
from typing import NamedTuple

from armarium.server.errors import IdUsed
from armarium.server.table.log import Acted, Begun, Entry, Instructed, OfPeople, Said, TakenBack

__all__ = ["OF_PEOPLE", "Done", "Ids"]

OF_PEOPLE = "people"  # what an id did that moved no card


class Done(NamedTuple):
    """No action: it took one back."""

    v: int
    actions: tuple[str, ...]


class Ids:
    """Grows by what is saved, and forgets nothing: an action that was taken back stays done.

    What an id did is known of this round and of the one before it. Of earlier rounds it is only known that there was
    such an id, in eight bytes: tables that play all evening must not grow by all that was done there.
    """

    def __init__(self) -> None:
        # A table has hundreds of them: an id that did one action is kept as its version and the action's text.
        self._done: dict[str, Done | tuple[int, str]] = {}
        self._last_round: dict[str, Done | tuple[int, str]] = {}
        self._long_ago = array("q")  # hashes, in ascending order

    def note(self, entry: Entry, v: int) -> None:
        """An entry that is saved, and the version that it made."""
        if isinstance(entry, Begun):
            self._begin_round()
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
        if name is None:
            return None
        own = f"{seat} {name}"
        found = self._done.get(own) or self._last_round.get(own)
        if found is None and self._was_long_ago(own):
            raise IdUsed(asked=texts or ["take-back"], id=name, reason="id-long-ago")
        known = None if found is None else _read(found)
        if known is not None and known.actions != tuple(texts):
            was, asked = list(known.actions) or ["take-back"], texts or ["take-back"]
            raise IdUsed(asked=asked, allowed=was, id=name, reason="id-used")
        return known

    def _begin_round(self) -> None:
        self._long_ago = array("q", sorted([*self._long_ago, *map(hash, self._last_round)]))
        self._last_round, self._done = self._done, {}

    def _was_long_ago(self, own: str) -> bool:
        at = bisect_left(self._long_ago, hash(own))
        return at < len(self._long_ago) and self._long_ago[at] == hash(own)


def _read(kept: Done | tuple[int, str]) -> Done:
    return kept if isinstance(kept, Done) else Done(kept[0], (kept[1],))
