"""Messages over a real socket arrive whole and in order, whatever their size. A client that never reads is dropped."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest
import websockets
from starlette.routing import WebSocketRoute
from starlette.websockets import WebSocket

from armarium.server.app import make_app
from armarium.server.connections import MAX_UNSENT_BYTES, Connection, find_writer
from tests.server.stress.raw_connections import TIMEOUT_SECONDS, listen

# Around the sizes at which RFC 6455 encodes a length differently.
SIZES = [0, 1, 125, 126, 127, 255, 256, 65_535, 65_536, 300_000]


def make_app_with(folder: Path, serve: Any) -> Any:
    app = make_app(f"sqlite:///{folder / 'tables.db'}")
    app.router.routes.insert(0, WebSocketRoute("/line", serve))
    return app


async def test_messages_of_every_size_arrive_whole_and_in_order(tmp_path: Path):
    texts = ["é".encode() * (size // 2) + b"x" * (size % 2) for size in SIZES]

    async def serve(socket: WebSocket) -> None:
        await socket.accept()
        connection = Connection(socket)
        connection.write(*texts)
        for text in texts:
            connection.write(text)
        connection.close(4000, "that was all")
        connection.write(b"nothing after a goodbye")
        await connection.finish()

    async with (
        listen(make_app_with(tmp_path, serve)) as port,
        websockets.connect(f"ws://127.0.0.1:{port}/line") as client,
    ):
        received = [await client.recv() for _ in range(2 * len(texts))]
        assert received == [text.decode() for text in texts + texts]
        with pytest.raises(websockets.ConnectionClosed):
            await client.recv()
        assert (client.close_code, client.close_reason) == (4000, "that was all")


async def test_a_client_that_never_reads_is_disconnected(tmp_path, monkeypatch):
    monkeypatch.setattr("armarium.server.connections.CLOSE_SECONDS", 0.2)
    ended: asyncio.Future[int] = asyncio.get_running_loop().create_future()

    async def serve(socket: WebSocket) -> None:
        await socket.accept()
        connection, most = Connection(socket), 0
        line: Any = find_writer(socket.scope)
        while not connection.is_closed:
            connection.write(bytes(100_000).replace(b"\0", b"x"))
            most = max(most, line.unsent_bytes)
            await asyncio.sleep(0)
        await connection.finish()
        assert line.transport.is_closing()
        ended.set_result(most)

    async with listen(make_app_with(tmp_path, serve)) as port:
        address = f"ws://127.0.0.1:{port}/line"
        async with websockets.connect(address, max_queue=1, ping_interval=None):
            most = await asyncio.wait_for(ended, TIMEOUT_SECONDS)
    assert MAX_UNSENT_BYTES < most <= MAX_UNSENT_BYTES + 100_010
