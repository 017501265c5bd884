"""What each id of a client has done: kept so that it does nothing twice."""

from __future__ import annotations

from dataclasses import dataclass

from armarium.server.errors import IdUsed
from armarium.server.table.log import Acted, Entry, TakenBack

__all__ = ["Done", "Ids"]


@dataclass(frozen=True)
class Done:
    """No action: it took one back."""

    actions: tuple[str, ...]
    v: int


class Ids:
    """Grows by what is saved, and never shrinks: an action that was taken back stays done."""

    def __init__(self) -> None:
        self._done: dict[tuple[int, str], Done] = {}

    def note(self, entry: Entry, v: int) -> None:
        """An entry that is saved, and the version that it made."""
        if not isinstance(entry, Acted | TakenBack) or entry.id is None:
            return
        known = self._done.get((entry.seat, entry.id), Done((), 0))
        actions = (*known.actions, entry.action) if isinstance(entry, Acted) else ()
        self._done[entry.seat, entry.id] = Done(actions, v)

    def done_before(self, seat: int, name: str | None, texts: list[str]) -> Done | None:
        """What an id has already done; no texts: it takes back. It does nothing else, ever."""
        known = None if name is None else self._done.get((seat, name))
        if known is not None and known.actions != tuple(texts):
            was, asked = list(known.actions) or ["take-back"], texts or ["take-back"]
            raise IdUsed(asked=asked, allowed=was, id=name, reason="id-used")
        return known
