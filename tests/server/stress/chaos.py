"""An unreliable connection: messages are dropped, delayed, doubled and swapped, and connections stall or break.

It is seeded: the same seed disturbs the same messages of a connection.
"""

from __future__ import annotations

import asyncio
import contextlib
import random
from collections import Counter
from collections.abc import AsyncIterator

from websockets.asyncio.client import connect
from websockets.asyncio.connection import Connection
from websockets.asyncio.server import ServerConnection, serve
from websockets.exceptions import ConnectionClosed

__all__ = ["Chaos"]

WAYS = ("drop", "delay", "double", "swap", "break", "half-open")


class Chaos:
    """A proxy between clients and a server. It disturbs a `share` of all messages, until `calm` is called."""

    def __init__(self, upstream: str, seed: int, share: float = 0.02) -> None:
        self._upstream, self._seed, self._share = upstream.replace("http", "ws", 1), seed, share
        self._lines = 0
        self._ways: set[asyncio.Task[None]] = set()
        self.done: Counter[str] = Counter()

    def calm(self) -> None:
        self._share = 0.0

    @contextlib.asynccontextmanager
    async def listening(self) -> AsyncIterator[str]:
        async with serve(self._carry, "127.0.0.1", 0, max_size=None) as server:
            port = next(iter(server.sockets)).getsockname()[1]
            try:
                yield f"http://127.0.0.1:{port}"
            finally:
                # A half-open connection would block the end while it sleeps.
                for way in self._ways:
                    way.cancel()

    async def _carry(self, client: ServerConnection) -> None:
        self._lines += 1
        assert client.request is not None
        address = self._upstream + client.request.path
        with contextlib.suppress(OSError, ConnectionClosed):
            async with connect(address, max_size=None, proxy=None) as server:
                chances = [random.Random(f"{self._seed} {self._lines} {way}") for way in range(2)]
                ways = [
                    asyncio.create_task(self._forward(client, server, chances[0])),
                    asyncio.create_task(self._forward(server, client, chances[1])),
                ]
                self._ways.update(ways)
                await asyncio.wait(ways, return_when=asyncio.FIRST_COMPLETED)
                for way in ways:
                    way.cancel()
                self._ways.difference_update(ways)

    async def _forward(self, source: Connection, target: Connection, chance: random.Random) -> None:
        held: list[str | bytes] = []
        with contextlib.suppress(ConnectionClosed):
            async for message in source:
                way = chance.choice(WAYS) if chance.random() < self._share else ""
                self.done[way] += 1
                if way == "drop":
                    continue
                if way == "break":
                    return
                if way == "half-open":
                    await asyncio.sleep(3600)
                if way == "delay":
                    await asyncio.sleep(chance.random() / 5)
                if way == "swap" and not held:
                    held.append(message)
                    continue
                for text in [message, *([message] if way == "double" else []), *held]:
                    await target.send(text)
                held.clear()
