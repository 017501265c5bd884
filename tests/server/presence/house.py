"""Tables of people who come and go, at a server whose time the test tells."""

from __future__ import annotations

import asyncio
import itertools
from typing import Any

from tests.server.people import ADA, OPEN, Person
from tests.server.pipes import Pipe, Server

__all__ = ["LIVE", "SLOW", "Friend", "House", "Time"]

LIVE = {"kind": "live", "bank": 300, "increment": 10}
SLOW = {"kind": "slow", "days": 2}

_ids = itertools.count(1)


class Time:
    """What the server takes for the time."""

    def __init__(self) -> None:
        self.now = 1_800_000_000.0

    def __call__(self) -> float:
        return self.now


class Friend(Person):
    """Somebody who also hears of the others, and speaks of other things than cards."""

    def __init__(self, pipe: Pipe) -> None:
        super().__init__(pipe)
        self.nudges = 0
        self.told_of: list[dict[str, Any]] = []

    def told(self, message: dict[str, Any]) -> dict[str, Any]:
        if message["t"] == "people":
            self.told_of = message["lines"]
        self.nudges += message["t"] == "nudged"
        return super().told(message)

    async def say(self, kind: str, id: str | None = None, **more: Any) -> dict[str, Any]:
        """Send, and read on to the answer."""
        name = id or f"p{next(_ids)}"
        self.pipe.send({"t": kind, "id": name, **more})
        while True:
            message = await self.hear()
            if message["t"] in ("ack", "refused") and message["id"] == name:
                return message

    async def until(self, what: Any) -> None:
        """Read on until it is so."""
        while not what():
            await self.hear()

    def seat(self, number: int) -> dict[str, Any]:
        seat: dict[str, Any] = self.table["seats"][number]
        return seat


class House:
    def __init__(self, server: Server, time: Time) -> None:
        self.server, self.time = server, time

    async def table(self, count: int = 2, **more: Any) -> tuple[str, list[str], list[Friend]]:
        """A table of people, all of them there."""
        names = ["Bo", "Cy", "Di"][: count - 1]
        table, host = await self.server.open_table(ADA, *[OPEN] * (count - 1), **more)
        tokens = [host, *[await self.server.take_seat(table, name) for name in names]]
        return table, tokens, [await self.sit(table, token) for token in tokens]

    async def sit(self, table: str, token: str | None) -> Friend:
        friend = Friend(self.server.sit(table, token))
        await friend.hear_until("history")
        return friend

    def room(self, table: str) -> Any:
        return self.server.app.state.house.lobby._rooms[table]

    async def pass_time(self, table: str, seconds: float) -> None:
        """The time goes on, and whoever keeps an eye on it looks."""
        self.time.now += seconds
        room = self.room(table)
        room._watch.look()
        while room._tasks:
            await asyncio.gather(*room._tasks)

    def entries(self, table: str, kind: type) -> list[Any]:
        store = self.server.app.state.house.lobby._store
        return [entry for entry in store.read(table) if isinstance(entry, kind)]


def mover(people: list[Friend]) -> int:
    return int(people[0].view["to_act"])
