"""Tables of people who connect and disconnect, at a server whose clock the test controls."""

from __future__ import annotations

import asyncio
import itertools
from typing import Any

from tests.server.in_memory import Pipe, Server
from tests.server.people import ADA, OPEN, Person

__all__ = ["LIVE", "SLOW", "Friend", "Time", "TimedServer"]

LIVE = {"kind": "live", "bank": 300, "increment": 10}
SLOW = {"kind": "slow", "days": 2}

_ids = itertools.count(1)


class Time:
    """The server's clock."""

    def __init__(self) -> None:
        self.now = 1_800_000_000.0

    def __call__(self) -> float:
        return self.now


class Friend(Person):
    """A person who also tracks lines about people, and can send other requests than actions."""

    def __init__(self, pipe: Pipe) -> None:
        super().__init__(pipe)
        self.nudges = 0
        self.people_lines: list[dict[str, Any]] = []

    def handle(self, message: dict[str, Any]) -> dict[str, Any]:
        if message["t"] == "people":
            self.people_lines = message["lines"]
        self.nudges += message["t"] == "nudged"
        return super().handle(message)

    async def send_request(self, kind: str, id: str | None = None, **more: Any) -> dict[str, Any]:
        """Send a request and read on to the answer."""
        name = id or f"p{next(_ids)}"
        self.pipe.send({"t": kind, "id": name, **more})
        while True:
            message = await self.receive()
            if message["t"] in ("ack", "refused") and message["id"] == name:
                return message

    async def until(self, what: Any) -> None:
        """Read on until the condition holds."""
        while not what():
            await self.receive()

    def seat(self, number: int) -> dict[str, Any]:
        seat: dict[str, Any] = self.table["seats"][number]
        return seat


class TimedServer:
    def __init__(self, server: Server, time: Time) -> None:
        self.server, self.time = server, time

    async def table(self, count: int = 2, **more: Any) -> tuple[str, list[str], list[Friend]]:
        """Open a table of people who are all connected."""
        names = ["Bo", "Cy", "Di"][: count - 1]
        table, host = await self.server.open_table(ADA, *[OPEN] * (count - 1), **more)
        tokens = [host, *[await self.server.take_seat(table, name) for name in names]]
        return table, tokens, [await self.connect(table, token) for token in tokens]

    async def connect(self, table: str, token: str | None) -> Friend:
        friend = Friend(self.server.connect(table, token))
        await friend.receive_until("history")
        return friend

    def live_table(self, table: str) -> Any:
        return self.server.app.state.live_tables._tables[table]

    def bots(self, table: str) -> Any:
        return self.live_table(table)._bots.table

    async def pass_time(self, table: str, seconds: float) -> None:
        """Advance the time and run the timer."""
        self.time.now += seconds
        live_table = self.live_table(table)
        live_table._timer.expire()
        while live_table._tasks:
            await asyncio.gather(*live_table._tasks)

    def entries(self, table: str, kind: type) -> list[Any]:
        store = self.server.app.state.live_tables._store
        return [entry for entry in store.read(table) if isinstance(entry, kind)]


def find_mover(people: list[Friend]) -> int:
    return int(people[0].view["to_act"])
