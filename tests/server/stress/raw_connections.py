"""A server on a real port, on the test's event loop, for what in-memory pipes cannot show."""

from __future__ import annotations

import asyncio
import contextlib
import ipaddress
import socket
from collections.abc import AsyncIterator, Sequence

import uvicorn
from starlette.applications import Starlette

from armarium.server.serve import make_config

TIMEOUT_SECONDS = 20  # seconds; reached only by a failing test


@contextlib.asynccontextmanager
async def listen(app: Starlette, proxies: Sequence[str] = ()) -> AsyncIterator[int]:
    """Run a server and yield its port."""
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        config = make_config(app, [ipaddress.ip_network(proxy) for proxy in proxies])
        config.timeout_graceful_shutdown = 1
        server = uvicorn.Server(config)
        task = asyncio.create_task(server._serve([listener]))
        while not server.started:
            await asyncio.sleep(0.01)
        yield int(listener.getsockname()[1])
        server.should_exit = True
        await asyncio.wait_for(task, TIMEOUT_SECONDS)


class RawConnection:
    """One TCP connection, byte by byte."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._reader, self._writer = reader, writer

    @classmethod
    async def open(cls, port: int) -> RawConnection:
        return cls(*await asyncio.open_connection("127.0.0.1", port))

    def send(self, data: bytes) -> None:
        self._writer.write(data)

    async def drain(self) -> None:
        """Raise ConnectionError once the other side has closed."""
        await self._writer.drain()
        await asyncio.sleep(0)

    async def read(self) -> bytes:
        """Read until the other side closes."""
        try:
            return await asyncio.wait_for(self._reader.read(), TIMEOUT_SECONDS)
        except ConnectionError:
            return b""
        finally:
            self.close()

    async def read_until(self, end: bytes) -> None:
        await asyncio.wait_for(self._reader.readuntil(end), TIMEOUT_SECONDS)

    async def is_ended(self) -> bool:
        return await self.read() == b""

    def close(self) -> None:
        self._writer.close()


async def ask(
    port: int, method: str = "GET", path: str = "/healthz", **headers: str
) -> tuple[int, str]:
    """Send a request; return its status and body."""
    line = await RawConnection.open(port)
    received = {"Host": f"127.0.0.1:{port}", "Connection": "close", **headers}
    lines = "".join(f"{name.replace('_', '-')}: {value}\r\n" for name, value in received.items())
    line.send(f"{method} {path} HTTP/1.1\r\n{lines}\r\n".encode())
    answer = (await line.read()).decode()
    head, _, body = answer.partition("\r\n\r\n")
    return int(head.split()[1]) if head else 0, body
