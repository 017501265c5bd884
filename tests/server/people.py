"""People at a table: a pipe, and the state that they received through it."""

from __future__ import annotations

import asyncio
import itertools
import random
from typing import Any

from tests.server.in_memory import Pipe, Server

ADA, BOT, OPEN = {"name": "Ada"}, {"bot": "random"}, {"open": True}

_names = itertools.count(1)


class Person:
    def __init__(self, pipe: Pipe) -> None:
        self.pipe = pipe
        self.v = -1
        self.view: dict[str, Any] = {}
        self.table: dict[str, Any] = {}
        self.lines: list[dict[str, Any]] = []
        self.is_free = False  # whether the last action can be undone
        # Unique, even after a reconnect.
        name = next(_names)
        self._ids = (f"{name}-{n}" for n in itertools.count(1))

    async def receive(self) -> dict[str, Any]:
        return self.handle(await self.pipe.receive())

    def handle(self, message: dict[str, Any]) -> dict[str, Any]:
        kind = message["t"]
        if kind == "table":
            self.table = message["table"]
        elif kind == "history":
            self.lines = message["lines"]
        elif kind in ("view", "events"):
            if kind == "events":
                assert message["v"] == self.v + 1, "a version was left out"
                self.lines.append({"v": message["v"], "events": message["events"]})
            elif self.view and message["v"] == self.v + 1:
                self.lines.pop()  # undone
            self.is_free = message["may_take_back"]
            self.v, self.view = message["v"], message["view"]
        return message

    async def receive_until(self, kind: str, **facts: Any) -> dict[str, Any]:
        while True:
            message = await self.receive()
            if message["t"] == kind and all(message[k] == v for k, v in facts.items()):
                return message

    async def receive_version(self, v: int) -> None:
        while self.v < v:
            await self.receive()

    async def act(self, *actions: str, **more: Any) -> dict[str, Any]:
        """Act and read on to the answer. If it was too fast, wait a little and repeat it."""
        id_ = more.pop("id", None) or next(self._ids)
        what = {"action": actions[0]} if len(actions) == 1 else {"actions": list(actions)}
        asked = {"t": "act", "id": id_, "v": self.v, **what, **more}
        self.pipe.send(asked)
        while True:
            message = await self.receive()
            if message["t"] not in ("ack", "refused") or message["id"] != id_:
                continue
            if message.get("code") != "too-fast":
                return message
            await asyncio.sleep(0.1)
            self.pipe.send(asked)


async def play_on(people: list[Person], chance: random.Random, actions: int = 10_000) -> None:
    """Let people, one per seat, play at random to the end or for this many actions."""
    for _ in range(actions):
        mover = next((p for p in people if p.view["legal"]), None)
        if mover is None:
            return
        answer = await mover.act(chance.choice(mover.view["legal"]))
        assert answer["t"] == "ack", answer
        for person in people:
            await person.receive_version(answer["v"])


async def seat_two_people(server: Server, **more: Any) -> tuple[str, list[Person]]:
    """Open a table of two connected people."""
    table, ada = await server.open_table(ADA, OPEN, **more)
    bo = await server.take_seat(table, "Bo")
    people = [Person(server.connect(table, token)) for token in (ada, bo)]
    for person in people:
        await person.receive_until("history")
    return table, people
