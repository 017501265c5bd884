"""Texts over a real socket: whole, in order, of every size; and one who never reads is let go."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest
import websockets
from starlette.routing import WebSocketRoute
from starlette.websockets import WebSocket

from armarium.server.net.app import make_app
from armarium.server.net.line import line_of
from armarium.server.net.outbox import MOST_UNREAD, Outbox
from tests.server.fire.listening import PATIENCE, listening

# Around the sizes at which RFC 6455 writes a length in another way.
SIZES = [0, 1, 125, 126, 127, 255, 256, 65_535, 65_536, 300_000]


def app_that(folder: Path, serve: Any) -> Any:
    app = make_app(f"sqlite:///{folder / 'tables.db'}")
    app.router.routes.insert(0, WebSocketRoute("/line", serve))
    return app


async def test_texts_of_every_size_come_whole_and_in_order(tmp_path: Path):
    texts = ["é".encode() * (size // 2) + b"x" * (size % 2) for size in SIZES]

    async def serve(socket: WebSocket) -> None:
        await socket.accept()
        outbox = Outbox(socket)
        outbox.put(*texts)
        for text in texts:
            outbox.put(text)
        outbox.close(4000, "that was all")
        outbox.put(b"nothing after a goodbye")
        await outbox.finish()

    async with (
        listening(app_that(tmp_path, serve)) as port,
        websockets.connect(f"ws://127.0.0.1:{port}/line") as client,
    ):
        told = [await client.recv() for _ in range(2 * len(texts))]
        assert told == [text.decode() for text in texts + texts]
        with pytest.raises(websockets.ConnectionClosed):
            await client.recv()
        assert (client.close_code, client.close_reason) == (4000, "that was all")


async def test_whoever_never_reads_owes_a_megabyte_at_most_and_is_let_go(tmp_path, monkeypatch):
    monkeypatch.setattr("armarium.server.net.outbox.PATIENCE", 0.2)
    ended: asyncio.Future[int] = asyncio.get_running_loop().create_future()

    async def serve(socket: WebSocket) -> None:
        await socket.accept()
        outbox, most = Outbox(socket), 0
        line: Any = line_of(socket.scope)
        while not outbox.is_closed:
            outbox.put(bytes(100_000).replace(b"\0", b"x"))
            most = max(most, line.unread)
            await asyncio.sleep(0)
        await outbox.finish()
        assert line.transport.is_closing()
        ended.set_result(most)

    async with listening(app_that(tmp_path, serve)) as port:
        address = f"ws://127.0.0.1:{port}/line"
        async with websockets.connect(address, max_queue=1, ping_interval=None):
            most = await asyncio.wait_for(ended, PATIENCE)
    assert MOST_UNREAD < most <= MOST_UNREAD + 100_010
