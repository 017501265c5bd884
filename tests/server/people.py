"""People at a table: a pipe, and what they have been told through it."""

from __future__ import annotations

import asyncio
import itertools
import random
from typing import Any

from tests.server.pipes import Pipe, Server

ADA, BOT, OPEN = {"name": "Ada"}, {"bot": "random"}, {"open": True}

_names = itertools.count(1)


class Person:
    def __init__(self, pipe: Pipe) -> None:
        self.pipe = pipe
        self.v = -1
        self.view: dict[str, Any] = {}
        self.table: dict[str, Any] = {}
        self.lines: list[dict[str, Any]] = []
        self.is_free = False  # the last action can be taken back
        # Never the same again, also not after coming back.
        name = next(_names)
        self._ids = (f"{name}-{n}" for n in itertools.count(1))

    async def hear(self) -> dict[str, Any]:
        return self.told(await self.pipe.receive())

    def told(self, message: dict[str, Any]) -> dict[str, Any]:
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
                self.lines.pop()  # taken back
            self.is_free = message["may_take_back"]
            self.v, self.view = message["v"], message["view"]
        return message

    async def hear_until(self, kind: str, **facts: Any) -> dict[str, Any]:
        while True:
            message = await self.hear()
            if message["t"] == kind and all(message[k] == v for k, v in facts.items()):
                return message

    async def hear_version(self, v: int) -> None:
        while self.v < v:
            await self.hear()

    async def act(self, *actions: str, **more: Any) -> dict[str, Any]:
        """Send and read on to the answer. Who is told to be too fast waits a little and says it again."""
        id_ = more.pop("id", None) or next(self._ids)
        what = {"action": actions[0]} if len(actions) == 1 else {"actions": list(actions)}
        asked = {"t": "act", "id": id_, "v": self.v, **what, **more}
        self.pipe.send(asked)
        while True:
            message = await self.hear()
            if message["t"] not in ("ack", "refused") or message["id"] != id_:
                continue
            if message.get("code") != "too-fast":
                return message
            await asyncio.sleep(0.1)
            self.pipe.send(asked)


async def play_on(people: list[Person], chance: random.Random, actions: int = 10_000) -> None:
    """Let people, one a seat, play at random until the end or for so many actions."""
    for _ in range(actions):
        mover = next((p for p in people if p.view["legal"]), None)
        if mover is None:
            return
        answer = await mover.act(chance.choice(mover.view["legal"]))
        assert answer["t"] == "ack", answer
        for person in people:
            await person.hear_version(answer["v"])


async def two_people(server: Server, **more: Any) -> tuple[str, list[Person]]:
    """A table of two, both greeted."""
    table, ada = await server.open_table(ADA, OPEN, **more)
    bo = await server.take_seat(table, "Bo")
    people = [Person(server.sit(table, token)) for token in (ada, bo)]
    for person in people:
        await person.hear_until("history")
    return table, people
