"""What other processes say, brought to the rooms of this one."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from armarium.server.net.room import Room

__all__ = ["Others"]


class Others:
    """Hears of them; `rooms` are those that are open here."""

    def __init__(
        self, rooms: Callable[[], Iterable[Room]], find: Callable[[str], Room | None]
    ) -> None:
        self._rooms, self._find = rooms, find

    def missed(self) -> None:
        for room in list(self._rooms()):
            room.hear(None)
            room.shared.ask_who_is_there()

    def wrote(self, table: str, position: int) -> None:
        if room := self._find(table):
            room.hear(position)

    def sit(self, process: str, table: str, seats: frozenset[int]) -> None:
        if room := self._find(table):
            room.hear_who_sits(process, seats)

    def asked(self, table: str) -> None:
        if room := self._find(table):
            room.shared.say_who_sits()

    def alive(self, processes: frozenset[str]) -> None:
        for room in list(self._rooms()):
            room.forget_all_but(processes)
