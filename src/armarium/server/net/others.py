"""What other processes say, brought to the rooms of this one; and who is where else, for whoever keeps the house."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from armarium.server.net.room import Room
from armarium.server.store.sharing import ALL, Sitting

__all__ = ["Others"]


class Others:
    """Hears of them; `rooms` are those that are open here. `heard`: who is told of what
    concerns all tables, by what it is about."""

    def __init__(
        self, rooms: Callable[[], Iterable[Room]], find: Callable[[str], Room | None]
    ) -> None:
        self._rooms, self._find = rooms, find
        self.sitting: dict[str, dict[str, Sitting]] = {}  # by table and process
        self.heard: dict[str, Callable[[str, str], None]] = {}
        self.on_alive: list[Callable[[frozenset[str]], None]] = []
        self.on_missed: list[Callable[[], None]] = []

    def missed(self) -> None:
        self.sitting.clear()
        for room in list(self._rooms()):
            room.hear(None)
            room.shared.ask_who_is_there()
        for tell in self.on_missed:
            tell()

    def wrote(self, table: str, position: int) -> None:
        if room := self._find(table):
            room.hear(position)

    def sit(self, process: str, table: str, seats: Sitting) -> None:
        there = self.sitting.setdefault(table, {})
        there.pop(process, None)
        if seats:
            there[process] = seats
        if not there:
            del self.sitting[table]
        if room := self._find(table):
            room.hear_who_sits(process, frozenset(seats))

    def asked(self, table: str) -> None:
        room = self._find(table)
        for asked in list(self._rooms()) if table == ALL else [room]:
            if asked is not None:
                asked.shared.say_who_sits()

    def told(self, process: str, what: str, more: str) -> None:
        if what in self.heard:  # a newer program may speak of more
            self.heard[what](process, more)

    def alive(self, processes: frozenset[str]) -> None:
        for table, there in list(self.sitting.items()):
            self.sitting[table] = {who: seats for who, seats in there.items() if who in processes}
            if not self.sitting[table]:
                del self.sitting[table]
        for room in list(self._rooms()):
            room.forget_all_but(processes)
        for tell in self.on_alive:
            tell(processes)
