"""A server that listens on a port of its own, on the test's loop: what in-memory pipes cannot show."""

from __future__ import annotations

import asyncio
import contextlib
import ipaddress
import socket
from collections.abc import AsyncIterator, Sequence

import uvicorn
from starlette.applications import Starlette

from armarium.server.serve import config_of

PATIENCE = 20  # seconds; only ever used up by a test that fails


@contextlib.asynccontextmanager
async def listening(app: Starlette, proxies: Sequence[str] = ()) -> AsyncIterator[int]:
    """The port."""
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        config = config_of(app, [ipaddress.ip_network(proxy) for proxy in proxies])
        config.timeout_graceful_shutdown = 1
        server = uvicorn.Server(config)
        task = asyncio.create_task(server._serve([listener]))
        while not server.started:
            await asyncio.sleep(0.01)
        yield int(listener.getsockname()[1])
        server.should_exit = True
        await asyncio.wait_for(task, PATIENCE)


class Line:
    """One connection, byte by byte."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._reader, self._writer = reader, writer

    @classmethod
    async def open(cls, port: int) -> Line:
        return cls(*await asyncio.open_connection("127.0.0.1", port))

    def send(self, data: bytes) -> None:
        self._writer.write(data)

    async def read(self) -> bytes:
        """Until the other side closes."""
        try:
            return await asyncio.wait_for(self._reader.read(), PATIENCE)
        except ConnectionError:
            return b""
        finally:
            self.close()

    async def read_until(self, end: bytes) -> None:
        await asyncio.wait_for(self._reader.readuntil(end), PATIENCE)

    async def is_ended(self) -> bool:
        return await self.read() == b""

    def close(self) -> None:
        self._writer.close()


async def ask(
    port: int, method: str = "GET", path: str = "/healthz", **headers: str
) -> tuple[int, str]:
    """Status and body."""
    line = await Line.open(port)
    told = {"Host": f"127.0.0.1:{port}", "Connection": "close", **headers}
    lines = "".join(f"{name.replace('_', '-')}: {value}\r\n" for name, value in told.items())
    line.send(f"{method} {path} HTTP/1.1\r\n{lines}\r\n".encode())
    answer = (await line.read()).decode()
    head, _, body = answer.partition("\r\n\r\n")
    return int(head.split()[1]) if head else 0, body
